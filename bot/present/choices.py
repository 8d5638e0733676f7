"""What autocomplete shows for a value: at most 100 characters of plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.present import words
from bot.present.ask import POWERS
from bot.present.layout import CHOICE, clip
from engine import Game, Lay
from engine.components import Piece, components
from engine.events import BANK
from engine.state import SHARE, face_value

SELLERS = {BANK: "the bank", words.DISCARD: f"the {words.DISCARD}"}


def company_choices(game: Game) -> list[tuple[str, str]]:
    """The companies of the game, each with its name."""
    return [(c.id, f"{c.id} {c.info.name}") for c in game.state.companies.values()]


def train_choice(kind: str, seller: str, low: int, high: int) -> str:
    """A train to buy.

    >>> train_choice("4Ex2", "bank", 800, 800), train_choice("2", "NWR", 1, 350)
    ('4E×2 train from the bank – ₹800', '2 train from NWR – ₹1 to ₹350')
    """
    price = words.span(low, high)
    return f"{words.train(kind)} train from {SELLERS.get(seller, seller)} – {price}"


def train_sale_choice(kind: str, resale: int) -> str:
    """A train to sell.

    >>> train_sale_choice("3", 300)
    '3 train to the bank – ₹300'
    """
    return f"{words.train(kind)} train to the bank – {words.money(resale)}"


def card_choice(game: Game, card: str, seat: int | None = None) -> str:
    """A certificate, Private or bond at face value, with its power and the place where it lies.

    For the one who may see it: the player of a seat, who is by default the one on turn.
    """
    reader = game.actor if seat is None else seat
    return clip(f"{_priced(card)}{_lies(game, card, reader)}", CHOICE)


def _priced(card: str) -> str:
    price = words.money(face_value("RB" if card == "bond" else card))
    power = f", {POWERS[card]}" if card in POWERS else ""
    return f"{words.card_name(card)} – price {price}{power}"


def card_choices(game: Game, cards: Iterable[str]) -> list[tuple[str, str]]:
    """Cards with what `card_choice` says of each; those that read alike are numbered.

    Where all of them lie in the reader's hand, that is not said.
    """
    named = list(cards)
    hands = [player.hand for player in game.state.players.values()]
    alone = any(set(named) <= set(hand) for hand in hands)
    labels = [(card, _priced(card) if alone else card_choice(game, card)) for card in named]
    alike, seen = Counter(label for _, label in labels), Counter[str]()
    found = []
    for card, label in labels:
        seen[label] += 1
        twin = f", {seen[label]} of {alike[label]}" if alike[label] > 1 else ""
        found.append((card, f"{clip(label, CHOICE - len(twin))}{twin}"))
    return found


def kind_choices(game: Game, cards: Iterable[str]) -> list[tuple[str, str]]:
    """Cards as `card_choice` tells them, those that are equal in one line that says how many.

    The first card stands for its equals: 10% of a company is the same on every certificate.
    """
    equal: dict[str, list[str]] = {}
    for card in cards:
        equal.setdefault(card_choice(game, card), []).append(card)
    return [
        (same[0], clip(label, CHOICE - 12) + (f", {len(same)} of them" if len(same) > 1 else ""))
        for label, same in equal.items()
    ]


def _lies(game: Game, card: str, reader: int | str | None) -> str:
    state = game.state
    if card in state.market_privates:
        return " (Open Market)"
    for number, row in enumerate(state.ipo_rows, 1):
        if card in row:
            return f" (IPO row {number})"
    if isinstance(reader, int) and card in state.players[reader].hand:
        return " (your hand)"
    return ""


def share_choice(game: Game, company: str) -> str:
    """A share of the Open Market to buy."""
    price = words.money(game.state.companies[company].price)
    return f"{company} {SHARE}% – price {price} (Open Market)"


def sale_choice(game: Game, company: str, percent: int) -> str:
    """Shares that may be sold to the Open Market, up to so many percent."""
    price = words.money(game.state.companies[company].price)
    most = f" each, up to {percent // SHARE}" if percent > SHARE else ""
    return f"{company} {SHARE}% – price {price}{most}"


def private_choice(private: str) -> str:
    """The power of a Private.

    >>> private_choice("P2")
    'Portuguese EIC (P2): an extra yellow tile'
    """
    return f"{words.private(private)}: {POWERS.get(private, 'no power')}"


# -- the board -------------------------------------------------------------------------------------


def hex_choice(hex_id: str, what: str = "") -> str:
    """A hex with what can be done there, and its terrain, if any.

    >>> hex_choice("G8", "upgrade"), hex_choice("F15", "new track"), hex_choice("E24")
    ('Delhi G8 – upgrade', 'F15 – new track, mountain ₹30', 'Pune E24')
    """
    here = components().hexes[hex_id]
    bill = here.terrain_cost if what != "upgrade" else 0
    terrain = f"{here.terrain} {words.money(bill)}" if bill else ""
    about = ", ".join(filter(None, [what, terrain]))
    return words.place(hex_id) + (f" – {about}" if about else "")


def city_choice(game: Game, hex_id: str, city: int) -> str:
    """A city, with the companies that stand in it."""
    name = (words.home if game.step == "home" else words.city)(game.state, hex_id, city)
    node = game.state.board.city(hex_id, city)
    there = node.all_stations() if node else []
    facts = [f"with {words.listed(there)}"] if there else []
    facts += [f"kept for {words.listed(node.reserved)}"] if node and node.reserved else []
    return clip(name + (f" – {', '.join(facts)}" if facts else ""), CHOICE)


def tile_choice(game: Game, number: str) -> str:
    """A tile with its colour, what is on it and how many are left."""
    return clip(f"{number} – {_tile_facts(game, number)}", CHOICE)


def _tile_facts(game: Game, number: str) -> str:
    tile = components().tiles[number]
    return f"{tile.color}, {_content(tile.layouts[0])}, {game.state.board.supply[number]} left"


def lay_choice(game: Game, number: int, lay: Lay, note: str) -> tuple[str, str]:
    """The line and the small line of a numbered way to lay a tile: what tells it apart first.

    `note` says what it costs and where the gauge changes.
    """
    line = f"{number}: {lay.tile} {joined(*lay)}"
    return clip(line, CHOICE), clip(f"{note} – {_tile_facts(game, lay.tile)}", CHOICE)


def _content(pieces: tuple[Piece, ...]) -> str:
    cities = [p for p in pieces if p.kind == "city"]
    towns = [p for p in pieces if p.kind == "town"]
    if cities:
        slots = words.count(sum(p.slots for p in cities), "slot")
        name = "city" if len(cities) == 1 else f"{len(cities)} cities"
        return f"{name} {words.money(cities[0].revenue)} with {slots}"
    if towns:
        values = " ".join(words.money(p.revenue) for p in towns)
        return f"{'town' if len(towns) == 1 else 'towns'} {values}"
    return "plain track"


def rotation_choice(hex_id: str, number: str, rotation: int) -> str:
    """A tile as it would lie, with the neighbours that its track joins.

    >>> rotation_choice("K14", "57", 2)
    '57 turned 2: joins J13 and L15'
    """
    return clip(f"{number} turned {rotation}: {joined(hex_id, number, rotation)}", CHOICE)


def joined(hex_id: str, number: str, rotation: int) -> str:
    """What the track of a tile would join.

    >>> joined("K14", "57", 2)
    'joins J13 and L15'
    """
    pieces = [p for p in components().tiles[number].layouts[rotation] if p.edges]
    ways = [
        words.listed([words.neighbor(hex_id, edge) for edge in sorted(piece.edges)])
        for piece in pieces
    ]
    return f"joins {'; '.join(ways)}" if ways else "joins nothing yet"
