"""Markers, stations, homes and the powers of Privates as players type them, and what is offered.

Everything raises PlayerError where it cannot be read; whether it is legal, the engine says.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.live import LiveGame
from bot.present import words
from bot.present.choices import city_choice, private_choice
from bot.refusal import PlayerError
from bot.typed.lays import known_tile, rotation_of, said
from bot.typed.on_turn import check_step, company_on_turn, other_step
from bot.typed.places import border_value, city_value, read_border, read_city, read_hex
from engine import Game, Lay, Legal, SettleQuestion, current, waits_for_tile
from engine.actions import (
    AnyAction,
    LayTile,
    PlaceHome,
    PlaceJewelry,
    PlaceStation,
    RemoveMarker,
    UseDiscount,
)

NO_HOME = "No home station waits for its place now."
USES = {
    "P2": "P2 lays a yellow tile: add `hex:` and `tile:` (and `rotation:`).",
    "P3": "P3 upgrades a tile: add `hex:` and `tile:` (and `rotation:`).",
    "P5": "The Danish EIC builds a station: add `city:`.",
    "P6": "The British EIC places the jewelry marker: add `hex:`.",
}
"""What a Private's power wants to know."""


# -- markers and stations ------------------------------------------------------------------------


def unmark(game: Game, border: str) -> RemoveMarker:
    """Remove the gauge-change marker of a border."""
    company = company_on_turn(game)
    check_step(game, "track")
    hex_id, edge = read_border(border)
    return RemoveMarker(company.id, hex_id, edge)


def borders(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of the gauge-change markers that may be removed."""
    game = live.game
    found = live.legal(lays=False)
    if found and found.unmark:
        return [
            (border_value(h, e), f"{words.border_at(h, e)}: remove the marker")
            for h, e in found.unmark
        ]
    other = other_step(game, "track")
    if other:
        raise PlayerError(other)
    if game.state.markers_allowed:
        raise PlayerError("Gauge-change markers can be removed from Phase IV on.")
    raise PlayerError("No gauge-change marker can be removed now: /status tells what can be done.")


def station(game: Game, city: str) -> PlaceStation:
    """Build a station in a city."""
    company = company_on_turn(game)
    check_step(game, "station")
    return PlaceStation(company.id, *read_city(game, city))


def stations(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of the cities in which a station may be built."""
    game = live.game
    found = live.legal(lays=False)
    if found and found.stations:
        return cities(game, found.stations)
    other = other_step(game, "station")
    if other:
        raise PlayerError(other)
    company = company_on_turn(game)
    cost = company.next_station_cost
    if cost is None:
        raise PlayerError(f"{company.id} has built all its stations: `/pass` ends the step.")
    if cost > company.cash:
        money = f"{words.money(cost)}, cash {words.money(company.cash)}"
        raise PlayerError(f"The next station costs {money}: `/pass` ends the step.")
    raise PlayerError("No other city within reach has room for a station: `/pass` ends the step.")


def cities(game: Game, found: Sequence[tuple[str, int]]) -> list[tuple[str, str]]:
    """(value, label) of cities."""
    return [(city_value(game, h, c), city_choice(game, h, c)) for h, c in found]


# -- homes -----------------------------------------------------------------------------------------


def home(
    game: Game, hex_text: str, city: int | None, tile: str | None, rotation: int | None
) -> PlaceHome:
    """Place the home station that the game asks for."""
    company, city = company_on_turn(game), said(city)
    if game.step != "home":
        raise PlayerError(NO_HOME)
    hex_id = read_hex(hex_text)
    question = current(game.state)
    placed = question.order[0] if isinstance(question, SettleQuestion) else company.id
    if tile is not None:
        legal = game.legal() if said(rotation) is None else None
        turned = rotation_of(legal.home_tiles if legal else [], hex_id, tile.strip(), rotation)
        return PlaceHome(placed, hex_id, 0, None, tile.strip(), turned)
    cities_here = game.state.board.cities(hex_id)
    if city is None and len(cities_here) > 1 and not waits_for_tile(game.state, hex_id):
        raise PlayerError(f"{hex_id} has two cities: add `city:` 1 or 2.")
    return PlaceHome(placed, hex_id, (city or 1) - 1)


def home_question(live: LiveGame) -> Legal:
    """What the question for a home station allows. Raises PlayerError if none is asked."""
    found = live.legal()
    if found is None or found.step != "home":
        raise PlayerError(NO_HOME)
    return found


def home_lays(live: LiveGame) -> list[Lay]:
    """The tiles that may make a town the home. Raises PlayerError if none is asked for."""
    found = home_question(live).home_tiles
    if not found:
        raise PlayerError("No tile is laid for this home: say `hex:` and, if it has two, `city:`.")
    return found


def home_cities(live: LiveGame, hex_text: str) -> list[tuple[int, str]]:
    """(value, label) of the cities of the hex that was typed."""
    found = home_question(live).homes
    if not hex_text.strip():
        raise PlayerError("First `hex:`; its cities are offered then.")
    here = read_hex(hex_text)
    return [(c + 1, city_choice(live.game, h, c)) for h, c in found if h == here]


# -- Privates --------------------------------------------------------------------------------------


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
            raise PlayerError(USES[card])
        hex_id, number = read_hex(hex_text), known_tile(tile)
        legal = game.legal() if said(rotation) is None else None
        turned = rotation_of(legal.powers.lays(card) if legal else [], hex_id, number, rotation)
        return LayTile(company.id, hex_id, number, turned, card)
    if card == "P4":
        return UseDiscount(company.id)
    if card == "P5":
        if city is None:
            raise PlayerError(USES[card])
        return PlaceStation(company.id, *read_city(game, city), None, card)
    if card == "P6":
        if hex_text is None:
            raise PlayerError(USES[card])
        return PlaceJewelry(company.id, read_hex(hex_text))
    raise PlayerError(f"`{name[:20]}` has no power: P2 to P6 have one.")


def powers(live: LiveGame) -> dict[str, str]:
    """The Privates whose power could be used now, with a label each."""
    company = company_on_turn(live.game)
    legal = live.legal()
    usable = legal.powers.usable() if legal else []
    if not usable:
        raise PlayerError(f"No Private of {company.id} or its {company.role} has a use now.")
    return {card: private_choice(card) for card in usable}


def power(live: LiveGame, name: str) -> tuple[str, Legal]:
    """A Private that could be used now. Raises PlayerError if it is not said, or has no use."""
    usable = powers(live)
    card = name.strip().upper()
    if not card:
        raise PlayerError(f"First `private:`: {words.listed(list(usable), 'or')}.")
    legal = live.legal()
    if card not in usable or legal is None:
        raise PlayerError(
            f"{card[:20]} has no use now; {words.listed(list(usable))} could be used."
        )
    return card, legal


def power_lays(live: LiveGame, name: str) -> list[Lay]:
    """The lays of the Private that was named. Raises PlayerError if it lays none now."""
    card, legal = power(live, name)
    if card not in {"P2", "P3"}:
        raise PlayerError(f"{card} lays no tile. {USES.get(card, 'It needs nothing more.')}")
    found = legal.powers.lays(card)
    if not found:
        raise PlayerError(f"{words.private(card)} can lay nothing now.")
    return found


def power_hexes(live: LiveGame, name: str) -> list[str]:
    """The hexes in which the Private that was named could do something."""
    card, legal = power(live, name)
    if card in {"P2", "P3"}:
        return [h for h, _, _ in power_lays(live, card)]
    if card != "P6":
        raise PlayerError(f"{card} needs no hex. {USES.get(card, 'It needs nothing more.')}")
    return legal.powers.jewelry or []


def power_cities(live: LiveGame, name: str) -> list[tuple[str, str]]:
    """(value, label) of the cities in which the Danish EIC could build."""
    card, legal = power(live, name)
    if card != "P5":
        raise PlayerError(f"{card} needs no city. {USES.get(card, 'It needs nothing more.')}")
    return cities(live.game, legal.powers.free_station or [])
