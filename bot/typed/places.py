"""Hexes, cities and borders as players type them. What cannot be read raises PlayerError."""

from __future__ import annotations

import re
from functools import cache

from bot.present import words
from bot.present.choices import company_choices
from bot.present.scenes import LEGEND, REGIONS, WHOLE
from bot.refusal import PlayerError
from engine import Game
from engine.components import components

CITY = re.compile(r"^(?P<hex>[A-Za-z]\d{1,2})(?:[-/ ](?P<number>\d))?$")


@cache
def _hex_names() -> dict[str, str]:
    names = {h.name.lower(): h.id for h in components().hexes.values() if h.name}
    return names | {h.lower(): h for h in components().hexes}


def read_hex(text: str) -> str:
    """A hex by its coordinate or its name."""
    typed = text.strip()
    if not typed:
        raise PlayerError("Say which hex, as `G8` or `Delhi`.")
    found = _hex_names().get(typed.lower())
    if found is None:
        raise PlayerError(f"There is no hex `{typed[:30]}` on the map: say it as `G8` or `Delhi`.")
    return found


def read_area(game: Game, text: str | None) -> str | None:
    """A part of the map: a company of the game, a region, the whole, or a hex; None for nothing.

    Raises:
        PlayerError: There is no such place.
    """
    wanted = (text or "").strip()
    if not wanted:
        return None
    if wanted.upper() in game.state.companies:
        return wanted.upper()
    if wanted.lower() in {*REGIONS, WHOLE, LEGEND}:
        return wanted.lower()
    found = _hex_names().get(wanted.lower())
    if found is None:
        raise PlayerError(
            f"`{wanted[:30]}` is no company of this game, no hex and no region; regions are "
            f"{', '.join(REGIONS)} and {WHOLE}; {LEGEND} explains the signs."
        )
    return found


def areas(game: Game) -> list[tuple[str, str]]:
    """(value, label) of the parts of the map, but the hexes."""
    return [
        *company_choices(game),
        *((region, f"{region} (a part of the map)") for region in REGIONS),
        (WHOLE, "the whole map"),
        (LEGEND, "the signs of the map, explained"),
    ]


def by_place(hex_id: str) -> tuple[str, int]:
    """What hexes are sorted by: their column, then their row.

    >>> sorted(["D23", "D3", "A16"], key=by_place)
    ['A16', 'D3', 'D23']
    """
    return hex_id[0], int(hex_id[1:])


def read_city(game: Game, text: str) -> tuple[str, int]:
    """A city as "K14", or as "D23-2" where a hex has two."""
    match = CITY.match(text.strip())
    if match is None or match["number"] is None:
        hex_id = read_hex(match["hex"] if match else text)
        cities = game.state.board.cities(hex_id)
        if len(cities) > 1:
            named = words.listed([words.city(game.state, hex_id, c.index) for c in cities], "or")
            raise PlayerError(f"{hex_id} has two cities: choose {named}.")
        return hex_id, cities[0].index if cities else 0
    return read_hex(match["hex"]), int(match["number"]) - 1


def city_value(game: Game, hex_id: str, city: int) -> str:
    """A city in the form that `read_city` reads."""
    return hex_id if len(game.state.board.cities(hex_id)) < 2 else f"{hex_id}-{city + 1}"


def read_border(text: str) -> tuple[str, int]:
    """A border by its two hexes, as "D23-E24": the first hex and its edge."""
    first, _, second = text.replace(" ", "").partition("-")
    if not second:
        raise PlayerError("Say the border by its two hexes, as `D23-E24`.")
    here, there = read_hex(first), read_hex(second)
    for edge, other in components().hexes[here].neighbors.items():
        if other == there:
            return here, edge
    raise PlayerError(f"{here} and {there} do not lie side by side.")


def border_value(hex_id: str, edge: int) -> str:
    """A border in the form that `read_border` reads."""
    return f"{hex_id}-{components().hexes[hex_id].neighbors[edge]}"
