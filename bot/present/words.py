"""The words for things of the game: amounts, certificates, trains, places, people, rounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from bot.games.names import told_apart
from engine import waits_for_tile
from engine.components import components
from engine.events import BANK, EntityId
from engine.state import (
    BOND,
    Company,
    Holdings,
    State,
    card_company,
    card_percent,
    is_directors,
)
from render.track import printed_track, tile_track

Names = Mapping[int, str]
"""The players by their seats, fit to be shown."""
NAME_LENGTH = 20
"""The most letters of a player's name in an embed or a line."""
NOTHING = "–"
STEPS = {
    "select": "certificate selection",
    "draft": "draft",
    "stock": "stock turn",
    "selling": "selling turn",
    "buying": "buying turn",
    "home": "home station",
    "exchange": "exchange of stations",
    "track": "track",
    "station": "station",
    "run": "run trains",
    "dividend": "dividend",
    "trains": "trains",
    "sell": "sell certificates",
    "buy": "buy a certificate",
}
MARKET = "Open Market"
DISCARD = "discard"
"""Where trains lie that were sold to the bank (1.6.5.2)."""


def money(amount: int) -> str:
    """₹ with thousands apart.

    >>> money(1250), money(-30)
    ('₹1,250', '−₹30')
    """
    return f"{'−' if amount < 0 else ''}₹{abs(amount):,}"


def span(low: int, high: int) -> str:
    """An amount that lies between two.

    >>> span(20, 20), span(1, 350)
    ('₹20', '₹1 to ₹350')
    """
    return money(low) if low == high else f"{money(low)} to {money(high)}"


def count(number: int, thing: str, things: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "bond"), count(0, "bond"), count(2, "city", "cities")
    ('1 bond', 'no bonds', '2 cities')
    """
    return f"{number or 'no'} {thing if number == 1 else things or thing + 's'}"


def listed(parts: list[str], last: str = "and") -> str:
    """Parts as a sentence lists them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return f" {last} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


# -- certificates and trains -----------------------------------------------------------------------


def private(private_id: str) -> str:
    """A Private Company by name and number.

    >>> private("P2")
    'Portuguese EIC (P2)'
    """
    return f"{components().privates[private_id].name} ({private_id})"


def card_name(card_id: str) -> str:
    """A certificate, Private or bond.

    >>> card_name("EIR_0"), card_name("EIR_3"), card_name("GIPR_0"), card_name("RB")
    ("EIR Director's certificate (20%)", 'EIR 10%', 'GIPR 10%', 'Royal Bond')
    """
    company = card_company(card_id)
    if company is None:
        return "Royal Bond" if card_id in (BOND, "bond") else private(card_id)
    percent = card_percent(card_id)
    if is_directors(card_id):
        return f"{company} Director's certificate ({percent}%)"
    return f"{company} {percent}%"


def cards(card_ids: Iterable[str]) -> str:
    """Cards as a list, those that are alike together.

    >>> cards(["EIR_1", "EIR_2", "P2"])
    '2 × EIR 10% and Portuguese EIC (P2)'
    """
    alike = Counter(map(card_name, card_ids))
    return listed([name if n == 1 else f"{n} × {name}" for name, n in alike.items()])


def train(kind: str) -> str:
    """The name of a train.

    >>> train("4Ex2")
    '4E×2'
    """
    return kind.replace("x", "×")


def trains(company: Company) -> str:
    """The trains of a company, or a dash.

    >>> trains(Company())
    '–'
    """
    return ", ".join(train(t.kind) for t in company.trains) or NOTHING


def owned_trains(company: Company) -> str:
    """The trains of a company in a sentence, so that a kind is not taken for a number.

    >>> owned_trains(Company())
    'no train'
    """
    if len(company.trains) == 1:
        return f"one {trains(company)} train"
    return f"trains: {trains(company)}" if company.trains else "no train"


def bonds(number: int) -> str:
    """Royal Bonds by number.

    >>> bonds(2)
    '2 Royal Bonds'
    """
    return count(number, "Royal Bond")


def commodity(source: str) -> str:
    """A commodity by its source.

    >>> commodity("ORE2")
    'Ore'
    """
    return source.rstrip("12").capitalize()


def concessions(company: Company) -> list[str]:
    """The commodities that only this company delivers."""
    return list(dict.fromkeys(commodity(source) for source in company.concessions))


def owned(owner: Holdings) -> list[str]:
    """The shares, Privates and bonds of an owner, short.

    >>> owned(Holdings(shares={"EIR": 20}, privates=["P2"], bonds=1))
    ['EIR 20%', 'P2', '1 Royal Bond']
    """
    shares = [f"{company} {percent}%" for company, percent in sorted(owner.shares.items())]
    return shares + owner.privates + ([bonds(owner.bonds)] if owner.bonds else [])


# -- places ----------------------------------------------------------------------------------------


def short_place(hex_id: str) -> str:
    """The name of a hex, or its coordinate where it has none.

    >>> short_place("G8"), short_place("E22")
    ('Delhi', 'E22')
    """
    printed = components().hexes.get(hex_id)
    name = printed.name if printed else None
    return name.rstrip("12") if name else hex_id


def place(hex_id: str) -> str:
    """A hex by name and coordinate.

    >>> place("G8"), place("E22")
    ('Delhi G8', 'E22')
    """
    name = short_place(hex_id)
    return name if name == hex_id else f"{name} {hex_id}"


def border(name: str) -> str:
    """A border by its two hexes.

    >>> border("F7-G8")
    'F7–Delhi G8'
    """
    return "–".join(place(hex_id) for hex_id in name.split("-"))


def border_at(hex_id: str, edge: int) -> str:
    """The border at an edge of a hex.

    >>> border_at("G8", 0)
    'Delhi G8–G10'
    """
    return f"{place(hex_id)}–{place(neighbor(hex_id, edge))}"


def neighbor(hex_id: str, edge: int) -> str:
    """The hex over an edge.

    >>> neighbor("G8", 0)
    'G10'
    """
    return components().hexes[hex_id].neighbors.get(edge, f"side {edge}")


def city(state: State, hex_id: str, index: int) -> str:
    """A city; where a hex has two, with its number and what tells it from the other.

    That is where its track leads to; without track, the side on which it lies.
    """
    board = state.board
    node = board.city(hex_id, index)
    towards = board.towards(node) if node else None
    if towards != ():
        return city_of(hex_id, index, towards)
    laid = board.tiles.get(hex_id)
    track = tile_track(*laid) if laid else printed_track(hex_id)
    side = next(n.side for n in track.nodes if (n.kind, n.index) == ("city", index))
    return city_of(hex_id, index, (), side)


def home(state: State, hex_id: str, index: int) -> str:
    """A city for a home station; of Delhi and Kolkata, the hex alone before its first tile."""
    if waits_for_tile(state, hex_id):
        return f"{place(hex_id)} (which city: when its first tile is laid)"
    return city(state, hex_id, index)


def city_of(
    hex_id: str, index: int, towards: tuple[str, ...] | None, side: str | None = None
) -> str:
    """A city by the hexes that its track leads to, None if it is the only one of its hex.

    >>> city_of("P17", 0, ("Q18",)), city_of("P17", 1, (), "right"), city_of("G8", 0, None)
    ('Kolkata P17-1 (towards Q18)', 'Kolkata P17-2 (right, no track yet)', 'Delhi G8')
    """
    if towards is None:
        return place(hex_id)
    without = f"{side}, no track yet" if side else "no track yet"
    to = f"towards {listed(list(towards))}" if towards else without
    return f"{place(hex_id)}-{index + 1} ({to})"


# -- people, companies, rounds ---------------------------------------------------------------------


def plain_name(name: str, length: int = NAME_LENGTH) -> str:
    """A player's name, shortened, that pings nobody; for places without markdown.

    >>> plain_name("@everyone") == "@everyone"
    False
    """
    name = " ".join(name.encode(errors="replace").decode().split())
    if len(name) > length:
        name = name[: length - 1].rstrip() + "…"
    return name.replace("@", "＠")


def mention(user_id: int) -> str:
    """A member as Discord shows one; who was forgotten is nobody that it knows."""
    return f"<@{user_id}>" if user_id else "a player"


def player_name(name: str, length: int = NAME_LENGTH) -> str:
    r"""A player's name, shortened, that is no markdown and pings nobody.

    >>> player_name("a_b")
    'a\\_b'
    """
    from discord.utils import escape_markdown  # here: pictures need words, and no discord.py

    safe = escape_markdown(plain_name(name, length), ignore_links=False)
    return safe.replace("<", "‹").replace("](", "] (")


def unmarked(text: str) -> str:
    r"""A text of ours for places without markdown, with the names in it as they are.

    >>> unmarked(r"`7` **a\_b \*c\*** floats")
    '7 a_b *c* floats'
    """
    return re.sub(r"\\(.)|[*~`]", lambda found: found[1] or "", text)


def names(state: State) -> dict[int, str]:
    """The players by their seats, as lines and embeds name them."""
    return {seat: player_name(name, len(name)) for seat, name in plainly(state).items()}


def plainly(state: State) -> dict[int, str]:
    """The players by their seats, for places without markdown."""
    return told_apart({p.id: plain_name(p.name) or NOTHING for p in state.players.values()})


def player(state: State, seat: int) -> str:
    """The name of the player at a seat."""
    return names(state)[seat]


def entity(named: Names, entity_id: EntityId) -> str:
    """A player, a company or the bank.

    >>> entity({1: "Asha"}, 1), entity({}, "EIR"), entity({}, "bank")
    ('Asha', 'EIR', 'the bank')
    """
    if isinstance(entity_id, int):
        return named[entity_id]
    return "the bank" if entity_id == BANK else entity_id


def head(named: Names, company: Company) -> str:
    """The head of a company with the role, as "Asha (Director)"."""
    if company.head is None:
        return "no head"
    return f"{named[company.head]} ({company.role})"


def round_title(name: str, turn: int, number: int) -> str:
    """A round by its numbers.

    >>> round_title("operating", 3, 1), round_title("stock", 2, 1)
    ('Operating Round 3.1', 'Stock Round 2')
    """
    if name == "operating":
        return f"Operating Round {turn}.{number}"
    if name == "stock":
        return f"Stock Round {turn}"
    return "Certificate selection" if name == "select" else "Draft"


def round_name(state: State) -> str:
    """The round that is played now."""
    return round_title(state.round.name, state.turn, state.round.number)


def phase(name: str) -> str:
    """A phase; that all Phase IV trains are on sale, the trains on sale tell.

    >>> phase("III'")
    'Phase III'
    """
    return f"Phase {name.rstrip(chr(39))}"


def end_reason(reason: str | None) -> str:
    """Why the game is over."""
    reasons = {
        "bank": "the bank is broken",
        "stock_market": "a share price reached ₹400",
        "manually_ended": "the players ended it",
        "nobody_can_act": "nobody can do anything any more",
    }
    return reasons.get(reason or "", "it has ended")
