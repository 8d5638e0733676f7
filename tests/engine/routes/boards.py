"""Small boards laid by hand; cities may lie where the printed map has none."""

from __future__ import annotations

from engine import RULEBOOK, Ruleset
from engine.components import GIPR
from engine.setup import new_state
from engine.state import Company, State, Train


def board(
    *lays: str,
    stations: str,
    trains: str,
    others: str = "",
    markers: bool = False,
    ruleset: Ruleset = RULEBOOK,
) -> tuple[State, Company]:
    """GIPR with tiles ("hex tile rotation"), stations ("hex", "hex/city"), trains on a new map.

    `others` are cities in which another company stands; `markers` tells whether province borders
    get gauge-change markers.
    """
    state = new_state(1, ["A", "B"], ruleset)
    for lay in lays:
        hex_id, tile, rotation = lay.split()
        state.board.lay(hex_id, tile, int(rotation), markers)
    company = state.companies[GIPR]
    rival = next(c for c in state.companies if c != GIPR)
    for owner, places in ((company.id, stations), (rival, others)):
        for place in places.split():
            hex_id, _, city = place.partition("/")
            state.board.place(state.board.cities(hex_id)[int(city or 0)], owner)
    company.trains = [Train(f"{kind}-{i}", kind) for i, kind in enumerate(trains.split())]
    return state, company


COLUMN = tuple(f"G{n} 9 0" for n in range(10, 34, 2))
"""Straight track from Delhi down to G34."""
DELHI_TO_KOCHI = ("G8 235 0", *COLUMN, "G34 4 0")
ISSUE_11072 = (
    "E4 4 2",
    "F5 IND2 1",
    "F3 9 0",
    "G2 8 0",
    "G4 8 1",
    "F7 8 3",
    "G8 235 2",
    "G8 59 2",
)
"""Lahore to Delhi over Rawalpindi's triple town, twice."""
CHENNAI_TO_KOCHI = ("J31 9 1", "I32 9 1", "H33 9 1", "G34 58 4")
CROSSING = ("G18 57 0", "G20 544 0", "G22 6 1", "F21 6 4", "F23 7 3", "H19 57 1")
"""A junction in G20 between four cities; track also joins G22 to F21."""
