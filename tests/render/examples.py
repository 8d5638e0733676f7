"""Views made by hand: routes on the end of a recorded game, homes that wait."""

from __future__ import annotations

from dataclasses import replace

from render.view import (
    BoardView,
    Bonus,
    Choice,
    Home,
    Leg,
    OptionsView,
    RouteView,
    Stop,
    TileOption,
    Waiting,
)
from tests.render.boards import load, network

ROUTES = (
    RouteView(
        1,
        "4",
        (
            Leg("D3", None, 5),
            Leg("E4", 2, 5),
            Leg("F5", 2, 5),
            Leg("G6", 2, 0),
            Leg("G8", 3, None),
        ),
        (
            Stop("D3", "Lahore", "city", 90),
            Stop("E4", "E4", "city", 60),
            Stop("F5", "F5", "town", 20),
            Stop("G6", "G6", "town", 20),
            Stop("G8", "Delhi", "city", 60),
        ),
        250,
    ),
    RouteView(
        2,
        "4E",
        (Leg("E4", None, 0), Leg("E6", 3, 5), Leg("F7", 2, 5), Leg("G8", 2, None)),
        (Stop("E4", "E4", "city", None), Stop("G8", "Delhi", "city", 60)),
        160,
        (Bonus("Delhi–Kochi", 100),),
    ),
)


def with_homes() -> BoardView:
    """The start of a game: places kept for homes, a station that waits on Kolkata."""
    return BoardView(
        homes=(
            Home("G8", 0, "NWR"),
            Home("G8", 1, "SPD"),
            Home("D23", None, "BR"),
            Home("K30", 0, "MR"),
            Home("P17", 1, "EBR"),
        ),
        waiting=(Waiting("P17", "EIR"),),
        crop=frozenset({"G8", "P17", "K14"}),
    )


def choosing() -> BoardView:
    """A company that chooses where to lay track: three hexes, two of them not on its network."""
    view = network(load("early-306"), "PNS")
    chosen = (
        Choice("F3", "A", (0, 0), ("8", "9"), new=True),
        Choice("H11", "B", (30, 60), ("9",), new=True),
        Choice("E4", "C", (0, 0), ("611",)),
    )
    hexes = frozenset(choice.hex for choice in chosen)
    return replace(view, choices=chosen, crop=hexes, ends=frozenset({"F3", "H11"}))


def triple_town() -> OptionsView:
    """All ways to lay a triple town in E22: the three at the end stand for those left out."""
    found = tuple(
        TileOption(f"IND{n}", rotation, "free")
        for n, rotations in ((2, 6), (3, 3), (4, 3), (5, 6), (6, 3))
        for rotation in range(rotations)
    )
    supply = {f"IND{n}": 2 for n in range(2, 7)}
    return OptionsView(load("early-306"), "E22", found, supply=supply, left_out=3)
