"""Views made by hand: routes on the end of a recorded game, homes that wait."""

from __future__ import annotations

from render.view import BoardView, Bonus, Home, Leg, RouteView, Stop, Waiting

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
