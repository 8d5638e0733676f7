"""Nothing is painted over the name of a hex, on maps and in the choice of a tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import pytest

from engine.components import components
from render import picture
from render.canvas import MAP
from render.geometry import Box, Frame, centre
from render.labels import Disc, coordinate_box, node_discs
from render.layers import WAITING_RADIUS, Board
from render.options import ALONE, AROUND, ROOM, Panel, panel
from render.themes import THEMES
from render.view import BoardView, Laid, Leg, OptionsView, RouteView, Stop, TileOption, Waiting
from tests.render.boards import NAMES, load, network
from tests.render.examples import with_homes
from tests.render.golden import views
from tests.render.grounds import Written, painted, written

HEXES = sorted(components().hexes)
EPS = 0.01


def crowded() -> dict[str, BoardView]:
    """Maps with all that may lie on a hex: letters, routes, numbers, stations that wait."""
    late, pinned = load("end-306"), views()
    waiting = tuple(Waiting(h, c) for h in ("G8", "P17") for c in ("EIR", "NWR", "SPD"))
    found = {
        "waiting": replace(with_homes(), waiting=waiting, jewelry="H13", jewelry_holder="GIPR"),
        "runs": replace(network(late, "TR"), routes=tuple(_everywhere(late))),
    }
    for name in ("end-353", "choices", "numbers", "routes"):
        view = pinned[name]
        assert isinstance(view, BoardView)
        found[name] = view
    return found


def _everywhere(view: BoardView) -> Iterator[RouteView]:
    """A route over each straight tile of a board, so that numbers lie on every kind of hexside."""
    for h, laid in view.tiles.items():
        mask = components().tiles[laid.tile].masks[laid.rotation]
        for edge in range(3):
            if mask >> edge & 1 and mask >> edge + 3 & 1:
                yield RouteView(1, "2", (Leg(h, edge, edge + 3),), (Stop(h, h, "town", None),), 0)
                break


def meet(one: Frame, other: Frame) -> bool:
    return (
        one.left < other.right - EPS
        and other.left < one.right - EPS
        and one.top < other.bottom - EPS
        and other.top < one.bottom - EPS
    )


def lies_over(kind: str, box: Frame, text: Frame) -> bool:
    """Whether something painted reaches over a text; a disc by its round outline."""
    if kind != "circle":
        return meet(box, text)
    radius, middle = box.width / 2, (box.left + box.width / 2, box.top + box.height / 2)
    ground = Box(text.left + text.width / 2, text.top + text.height / 2, text.width, text.height)
    return ground.distance(middle) < radius - EPS


def frame(text: Written) -> Frame:
    return Frame(text.left, text.top, text.right - text.left, text.bottom - text.top)


def covered(svg: str) -> set[tuple[str, str]]:
    """The coordinates of a map that something reaches over, with what it is."""
    texts = [t for t in written(svg) if t.right <= MAP.right]
    coordinates = [(t.text, frame(t)) for t in texts if t.text in HEXES and t.halo]
    others = [(t.text, frame(t)) for t in texts if t.text not in HEXES or not t.halo]
    others += [(kind, box) for kind, box in painted(svg) if box.width < MAP.width / 3]
    assert coordinates
    assert len(others) > 5
    return {
        (name, kind)
        for name, text in coordinates
        for kind, box in others
        if lies_over(kind, box, text)
    }


@pytest.mark.parametrize("name", sorted(crowded()))
def test_no_text_disc_or_plate_reaches_over_a_coordinate(name: str) -> None:
    """Measured on the finished picture, whatever drew it."""
    assert covered(picture.draw(crowded()[name])) == set()


def test_what_covers_a_coordinate_is_noticed() -> None:
    """The measuring itself can fail."""
    svg = picture.draw(crowded()["waiting"])
    text = next(t for t in written(svg) if t.text == "H11")
    x, y = text.right + 3, (text.top + text.bottom) / 2
    disc = f'<circle cx="{x}" cy="{y}" r="9"/>'
    plate = f'<rect x="{text.left}" y="{text.bottom - 2}" width="20" height="9"/>'
    for thing, kind in ((disc, "circle"), (plate, "rect")):
        assert covered(svg.replace("</svg>", f"{thing}</svg>")) == {("H11", kind)}


def test_what_trains_earn_covers_no_coordinate_around() -> None:
    """Two trains stop at one of two cities, and a third at the other: a label has to leave."""
    h, laid = "G8", {"G8": Laid("65", 2)}
    board = Board(BoardView(tiles=laid), THEMES["standard"])
    ways = [node.edges[0] for node in board.track(h).nodes if node.edges]
    routes = tuple(
        RouteView(i, "2", (Leg(h, None, e),), (Stop(h, h, "city", 50, e),), 50)
        for i, e in enumerate((ways[0], *ways), 1)
    )
    board = Board(BoardView(tiles=laid, routes=routes), THEMES["standard"])
    labels = board.labels(h)
    assert sum(label.kind == "chip" for label in labels) == len(routes)
    assert not all(label.free for label in labels)
    for other in (h, *components().hexes[h].neighbors.values()):
        x, y = centre(other)
        box = coordinate_box(other)
        there = Box(x + box.x - centre(h)[0], y + box.y - centre(h)[1], box.width, box.height)
        for label in labels:
            assert label.core.gap(there) > label.shape.radius, label


# -- the choice of a tile --------------------------------------------------------------------------


def options() -> Iterator[tuple[BoardView, str, TileOption]]:
    """Ways to lay tiles on recorded boards and on an empty one with stations that wait."""
    tiles = components().tiles
    boards = [*map(load, NAMES), crowded()["waiting"]]
    for i, h in enumerate(HEXES):
        printed = components().hexes[h]
        fits = [
            number
            for number, tile in tiles.items()
            if (tile.cities, tile.towns) == (printed.city_count, printed.town_count)
        ]
        if fits and printed.color == "white":
            yield boards[i % len(boards)], h, TileOption(fits[7 * i % len(fits)], i % 6)


def solid(shown: Panel) -> Iterator[Disc]:
    """The discs of stops, costs, markers and waiting stations of a panel, on the map."""
    board = shown.board
    for h in shown.hexes:
        cx, cy = centre(h)
        for node in board.track(h).nodes:
            yield from ((cx + x, cy + y, r) for x, y, r in node_discs(node))
        yield from ((cx + x, cy + y, r) for x, y, r in board.marks(h))
    for (x, y), _ in board.waiting_at(shown.hexes):
        yield x, y, WAITING_RADIUS


@pytest.mark.parametrize(
    ("units", "scale", "step"), [(AROUND, 1.3, 3), (ROOM, 2.5, 7), (ALONE, 0.6, 1)]
)
def test_names_at_exits_lie_over_nothing(
    units: tuple[float, float], scale: float, step: int
) -> None:
    """No coordinate is written beside them; and the labels around make room."""
    for view, h, option in islice(options(), 0, None, step):
        drawn = OptionsView(view, h, (option,))
        shown = panel(drawn, option, units, scale, around=units != ALONE)
        assert not shown.board.coordinates
        cx, cy = centre(h)
        beyond, arms = components().hexes[h].neighbors, shown.board.track(h).arms
        assert {p.hex for p in shown.exits} == {n for e, n in beyond.items() if e in arms}
        plates = [p.shape.core((cx + p.at[0], cy + p.at[1])) for p in shown.exits]
        rims = [p.shape.radius for p in shown.exits]
        discs = list(solid(shown))
        for plate, rim in zip(plates, rims, strict=True):
            assert shown.frame.left <= plate.x - plate.width / 2 - rim
            assert shown.frame.right >= plate.x + plate.width / 2 + rim
            assert shown.frame.top <= plate.y - plate.height / 2 - rim
            assert shown.frame.bottom >= plate.y + plate.height / 2 + rim
            for x, y, r in discs:
                assert plate.distance((x, y)) > rim + r - EPS, (h, option, x - cx, y - cy)
        for (one, a), (other, b) in combinations(zip(plates, rims, strict=True), 2):
            assert one.gap(other) > a + b, (h, option)
        for g in shown.hexes:
            x, y = centre(g)
            labels = shown.board.labels(g)
            for label in labels:
                there = Box(x + label.at[0], y + label.at[1], *label.core[2:])
                for plate, rim in zip(plates, rims, strict=True):
                    assert plate.gap(there) > rim + label.shape.radius, (h, option, label)
            assert all(one.gap(other) > 0 for one, other in combinations(labels, 2))
