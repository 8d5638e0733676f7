"""The pictures whose SVG is pinned by its hash; run as a module, it writes the hashes anew."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from render import picture
from render.view import (
    BoardView,
    LegendView,
    OptionsView,
    SheetView,
    TileOption,
    View,
)
from tests.render.boards import NAMES, load, network, share_track
from tests.render.examples import ROUTES, choosing, triple_town, with_homes

FILE = Path(__file__).parent / "data" / "golden.txt"


def views() -> Mapping[str, View]:
    """Every pinned view by its name."""
    found: dict[str, View] = {"empty": BoardView(), "homes": with_homes(), "sheet": SheetView()}
    for name in NAMES:
        board = load(name)
        found[name] = board
        found[f"{name}-contrast"] = replace(board, theme="contrast")
    late = load("end-306")
    found["crop"] = network(load("early-306"), "PNS")
    found["crop-late"] = network(late, "TR")
    found["routes"] = replace(
        late, routes=ROUTES, crop=frozenset({"D3", "G8", "H9"}), colour=frozenset({"E6"})
    )
    found["legend"] = LegendView()
    found["choices"] = choosing()
    found["numbers"] = replace(network(load("early-306"), "PNS"), tile_numbers=True)
    found["options"] = OptionsView(
        load("early-306"),
        "H13",
        (*(TileOption("8", r, f"way {r}") for r in range(6)), TileOption("9", 0)),
    )
    found["options-many"] = triple_town()
    found["market"] = share_track("end-353")
    return found


def digest(view: View) -> str:
    """The hash of a view's SVG."""
    return hashlib.sha256(picture.draw(view).encode()).hexdigest()


def pinned() -> dict[str, str]:
    """The hashes as written down."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


if __name__ == "__main__":
    FILE.write_text(
        "".join(f"{name} {digest(view)}\n" for name, view in views().items()), encoding="utf-8"
    )
