"""What players type as options, read in the light of the game.

Everything raises PlayerError where it cannot be read; whether it is legal, the engine says.
"""

from __future__ import annotations

import re
from functools import cache

from bot.games.live import LiveGame
from bot.refusal import PlayerError
from engine.actions import (
    AnyAction,
    BuyTrain,
    LayTile,
    PlaceHome,
    PlaceJewelry,
    PlaceStation,
    RemoveMarker,
    SellTrain,
    UseDiscount,
)
from engine.components import components
from engine.events import EntityId
from engine.flow import Legal, current
from engine.game import Game
from engine.rounds.operating import OperatingRound
from engine.state import Company
from engine.steps.home import SettleQuestion, is_double
from engine.steps.trains import kinds_of, on_sale

BANK, DISCARD = "bank", "discard"
SELLERS = (BANK, DISCARD)
FROM = " from "
"""Between a kind of train and its seller, as in "4 from NCR"."""
CITY = re.compile(r"^(?P<hex>[A-Za-z]\d{1,2})(?:[-/ ](?P<number>\d))?$")


@cache
def _hex_names() -> dict[str, str]:
    names = {h.name.lower(): h.id for h in components().hexes.values() if h.name}
    return names | {h.lower(): h for h in components().hexes}


def read_hex(text: str) -> str:
    """A hex by its coordinate or its name."""
    found = _hex_names().get(text.strip().lower())
    if found is None:
        raise PlayerError(f"There is no hex `{text.strip()[:30]}` on the map.")
    return found


def read_city(game: Game, text: str) -> tuple[str, int]:
    """A city as "K14", or as "D23-2" where a hex has two."""
    match = CITY.match(text.strip())
    if match is None or match["number"] is None:
        hex_id = read_hex(match["hex"] if match else text)
        cities = game.state.board.cities(hex_id)
        if len(cities) > 1:
            numbers = " or ".join(f"`{hex_id}-{c.index + 1}`" for c in cities)
            raise PlayerError(f"{hex_id} has two cities: say {numbers}.")
        return hex_id, cities[0].index if cities else 0
    return read_hex(match["hex"]), int(match["number"]) - 1


def city_value(game: Game, hex_id: str, city: int) -> str:
    """A city in the form that `read_city` reads."""
    return hex_id if len(game.state.board.cities(hex_id)) < 2 else f"{hex_id}-{city + 1}"


def read_border(text: str) -> tuple[str, int]:
    """A border by its two hexes, as "D23-E24": the first hex and its edge."""
    first, _, second = text.replace(" ", "").partition("-")
    here, there = read_hex(first), read_hex(second or "?")
    for edge, other in components().hexes[here].neighbors.items():
        if other == there:
            return here, edge
    raise PlayerError(f"{here} and {there} are no neighbors.")


def border_value(hex_id: str, edge: int) -> str:
    """A border in the form that `read_border` reads."""
    return f"{hex_id}-{components().hexes[hex_id].neighbors[edge]}"


def company_on_turn(game: Game) -> Company:
    """The company whose turn it is."""
    actor = game.actor
    if not isinstance(actor, str):
        raise PlayerError(
            "No company is operating now: that command belongs to an Operating Round."
        )
    return game.state.companies[actor]


def entity_on_turn(game: Game) -> EntityId:
    """The player or company whose turn it is."""
    if game.actor is None:
        raise PlayerError("The game is over.")
    return game.actor


# -- track and stations ------------------------------------------------------------------------


def _rotation(
    offered: list[tuple[str, str, int]], hex_id: str, tile: str, given: int | None
) -> int:
    """The rotation that was given, or the only one that is possible."""
    if given is not None:
        return given
    fits = sorted({r for h, t, r in offered if h == hex_id and t == tile})
    if len(fits) == 1:
        return fits[0]
    if not fits:
        return 0
    raise PlayerError(
        f"Tile {tile} fits {hex_id} in several ways: add `rotation:` "
        f"({', '.join(map(str, fits))}; each step turns it by 60° clockwise)."
    )


def unmark(game: Game, border: str) -> RemoveMarker:
    """Remove the gauge-change marker of a border."""
    hex_id, edge = read_border(border)
    return RemoveMarker(company_on_turn(game).id, hex_id, edge)


def station(game: Game, city: str) -> PlaceStation:
    """Build a station in a city."""
    hex_id, index = read_city(game, city)
    return PlaceStation(company_on_turn(game).id, hex_id, index)


def home(
    game: Game, hex_text: str, city: int | None, tile: str | None, rotation: int | None
) -> PlaceHome:
    """Place the home station that the game asks for."""
    company = company_on_turn(game)
    hex_id = read_hex(hex_text)
    question = current(game.state)
    placed = question.order[0] if isinstance(question, SettleQuestion) else company.id
    if tile is not None:
        legal = game.legal() if rotation is None else None
        offered = legal.home_tiles if legal else []
        turned = _rotation(offered, hex_id, tile, rotation)
        return PlaceHome(placed, hex_id, 0, None, tile.strip(), turned)
    cities = game.state.board.cities(hex_id)
    waits = is_double(hex_id) and hex_id not in game.state.board.tiles
    if city is None and len(cities) > 1 and not waits:
        raise PlayerError(f"{hex_id} has two cities: add `city:` 1 or 2.")
    return PlaceHome(placed, hex_id, (city or 1) - 1)


def power_lays(legal: Legal, private: str) -> list[tuple[str, str, int]]:
    """The lays that a Private (P2 or P3) could make now."""
    found = legal.powers.get(private, [])
    return [(o[0], str(o[1]), int(o[2])) for o in found if isinstance(o, tuple) and len(o) == 3]


def power_places(legal: Legal, private: str) -> list[str]:
    """The hexes in which a Private could do something now."""
    return [o if isinstance(o, str) else o[0] for o in legal.powers.get(private, [])]


def private(
    game: Game,
    name: str,
    hex_text: str | None,
    tile: str | None,
    rotation: int | None,
    city: str | None,
) -> AnyAction:
    """Use the power of a Private."""
    company = company_on_turn(game)
    card = name.strip().upper()
    if card in {"P2", "P3"}:
        if hex_text is None or tile is None:
            raise PlayerError(f"{card} lays track: add `hex:` and `tile:` (and `rotation:`).")
        hex_id = read_hex(hex_text)
        legal = game.legal() if rotation is None else None
        offered = power_lays(legal, card) if legal else []
        turned = _rotation(offered, hex_id, tile.strip(), rotation)
        return LayTile(company.id, hex_id, tile.strip(), turned, card)
    if card == "P4":
        return UseDiscount(company.id)
    if card == "P5":
        if city is None:
            raise PlayerError("The Danish EIC builds a station: add `city:`.")
        hex_id, index = read_city(game, city)
        return PlaceStation(company.id, hex_id, index, None, card)
    if card == "P6":
        if hex_text is None:
            raise PlayerError("The British EIC places the jewelry marker: add `hex:`.")
        return PlaceJewelry(company.id, read_hex(hex_text))
    raise PlayerError(f"`{name[:20]}` has no power: P2 to P6 have one.")


# -- trains --------------------------------------------------------------------------------------


def train_name(text: str) -> str:
    """The name of a kind of train as the engine has it: 4E×2 and 4ex2 are 4Ex2."""
    plain = text.strip().replace("×", "x")
    found = next((k for k in components().trains if k.lower() == plain.lower()), None)
    if found is None:
        raise PlayerError(f"There is no train `{text[:20]}`.")
    return found


def buy_train(game: Game, train: str, seller: str | None, price: int | None) -> BuyTrain:
    """Buy a train of a kind from the bank (its row, or its discard) or from another company."""
    company = company_on_turn(game)
    name, _, named = train.partition(FROM)
    kind = train_name(name)
    state = game.state
    source = (seller or named or BANK).strip()
    if source.upper() in state.companies:
        other = state.companies[source.upper()]
        found = next((t for t in other.trains if t.kind == kind), None)
        if found is None:
            raise PlayerError(f"{other.id} owns no {kind} train.")
        if price is None:
            raise PlayerError(
                f"From {other.id} a train costs what you offer, ₹1 up to ₹{company.cash:,}: "
                "add `price:`."
            )
        return BuyTrain(company.id, found.id, price)
    if source.lower() not in {BANK, DISCARD}:
        raise PlayerError(f"`{source[:20]}` sells no trains: say bank, discard, or a company.")
    row = components().trains[kind].row
    fresh = [t for t in on_sale(state) if t.info.row == row]
    used = [t for t in state.discard if t.info.row == row]
    offers = used if source.lower() == DISCARD else fresh or used
    if not offers:
        raise PlayerError(f"The bank has no {kind} train on sale now; `/trains` shows what it has.")
    cost = next(k.price for k in kinds_of(row) if k.name == kind)
    chosen = min(offers, key=lambda t: t.kind != kind)
    return BuyTrain(company.id, chosen.id, cost if price is None else price, kind)


def sell_train(game: Game, train: str) -> SellTrain:
    """Sell a train of a kind to the bank; one that may be sold, if there are two."""
    company = company_on_turn(game)
    kind = train_name(train)
    round_ = game.state.round
    fresh = round_.turn.fresh if isinstance(round_, OperatingRound) and round_.turn else []
    own = sorted((t for t in company.trains if t.kind == kind), key=lambda t: t.id in fresh)
    if not own:
        raise PlayerError(f"{company.id} owns no {kind} train.")
    return SellTrain(company.id, own[0].id)


def trains_on_sale(live: LiveGame) -> list[tuple[str, str, int, int]]:
    """(kind, seller, lowest ₹, highest ₹): the bank's trains apart in row and discard."""
    legal = live.legal(lays=False)
    return [] if legal is None else on_sale_to(live.game, legal)


def on_sale_to(game: Game, legal: Legal) -> list[tuple[str, str, int, int]]:
    """The same for a game that may be a private copy."""
    state = game.state
    new = {t.info.row for t in on_sale(state)}
    used = {t.info.row for t in state.discard}
    found: list[tuple[str, str, int, int]] = []
    for kind, seller, low, high in legal.buy_train:
        if seller != BANK:
            found.append((kind, seller, low, high))
            continue
        row = components().trains[kind].row
        found += [(kind, s, low, high) for s, rows in ((BANK, new), (DISCARD, used)) if row in rows]
    return found
