"""A value belongs plainly to its town or city: by its place, by a line, or as it stands in it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import pytest

from engine.components import components
from render.geometry import Box, Point, centre
from render.labels import Placed, Source, leader, wishes
from render.layers import Board
from render.placing import place
from render.rails import tile_body
from render.themes import THEMES
from render.track import TOWN_BAR, TOWN_BOX, Node, Track
from render.view import BoardView, Laid, Leg, RouteView, Stop

NEAR = 0.6
TILES = sorted(components().tiles)
HEXES = sorted(components().hexes)
STANDARD = THEMES["standard"]


def away(node: Node, p: Point) -> float:
    """The distance from a point to what is drawn of a stop, measured by itself."""
    if node.kind == "city":
        return max(0.0, min(math.dist(p, at) - node.radius for at in node.slot_points()))
    if node.boxed:
        return Box(*node.at, *TOWN_BOX).distance(p)
    if node.heading is None:
        return max(0.0, math.dist(p, node.at) - node.radius)
    angle = math.radians(node.heading + 90)
    reach = TOWN_BAR[1] / 2
    bar = (
        (node.at[0] + t * reach * math.cos(angle), node.at[1] + t * reach * math.sin(angle))
        for t in (-1, -0.5, 0, 0.5, 1)
    )
    return min(math.dist(p, q) for q in bar) - TOWN_BAR[0] / 2


def plain(label: Placed, own: Iterable[Node], track: Track) -> bool:
    """Whether a label is at most 0.6 as far from its own stops as from any other."""
    mine = list(own)
    others = [n for n in track.nodes if n not in mine and not n.boxed]
    near = min(away(n, label.at) for n in mine)
    return not others or near <= NEAR * min(away(n, label.at) for n in others)


def owners(label: Placed, track: Track) -> list[Node]:
    """The stops whose value a badge tells: all cities of a hex that are worth the same."""
    own = next(n for n in track.nodes if f"{n.kind}{n.index}" == label.key.split(":")[0])
    if label.kind == "revenue" and own.kind == "city":
        return [n for n in track.nodes if n.kind == "city" and n.revenue == own.revenue]
    return [own]


@pytest.mark.parametrize("number", TILES)
def test_every_value_of_every_tile_in_every_rotation(number: str) -> None:
    for rotation in range(6):
        source = Source(number, rotation)
        track = source.track
        told = set()
        for label in place(source, wishes(None, source), "M24"):
            if label.kind == "revenue":
                assert plain(label, owners(label, track), track), (rotation, label)
                told |= {(n.kind, n.index) for n in owners(label, track)}
        boxed = {(n.kind, n.index) for n in track.nodes if n.boxed}
        assert told | boxed == {(n.kind, n.index) for n in track.nodes if n.revenue}
        assert not told & boxed


@pytest.mark.parametrize("hex_id", HEXES)
def test_every_value_printed_on_the_map(hex_id: str) -> None:
    source = Source(hex_id, None)
    for label in place(source, wishes(hex_id, source), hex_id):
        if label.kind == "revenue":
            assert plain(label, owners(label, source.track), source.track)


@pytest.mark.parametrize("number", [n for n in TILES if components().tiles[n].towns > 1])
def test_a_town_among_several_carries_its_value(number: str) -> None:
    for rotation in range(6):
        track = Source(number, rotation).track
        body = "".join(tile_body(number, rotation, STANDARD))
        boxes = re.findall(r'<rect x="([^"]+)" y="([^"]+)"[^>]*/><text x="[^"]+"[^>]*>(\d+)<', body)
        drawn = {(round(float(x) + 13.5), round(float(y) + 11)): value for x, y, value in boxes}
        for node in track.nodes:
            assert node.boxed
            assert drawn[round(node.at[0]), round(node.at[1])] == str(node.revenue)
        assert len(drawn) == len(track.nodes) == 3
        for node in track.nodes:
            for other in track.nodes:
                if other is not node:
                    lines = (track.arms[e] for e in other.edges)
                    box = Box(*node.at, *TOWN_BOX)
                    assert min(box.distance(p) for line in lines for p in line) > 8, "off its track"


def test_what_two_trains_earn_on_a_hex_with_two_cities() -> None:
    """A chip whose place alone would not tell has a line to its city."""
    for number in (n for n in TILES if components().tiles[n].cities > 1):
        for rotation in range(6):
            track = Source(number, rotation).track
            routes = tuple(
                RouteView(
                    i,
                    "2",
                    (Leg("G8", None, node.edges[0]),),
                    (Stop("G8", "Delhi", "city", 40, node.edges[0]),),
                    40,
                )
                for i, node in enumerate((n for n in track.nodes if n.edges), 1)
            )
            board = Board(BoardView(tiles={"G8": Laid(number, rotation)}, routes=routes), STANDARD)
            chips = [label for label in board.labels("G8") if label.kind == "chip"]
            assert len(chips) == len(routes)
            for chip in chips:
                (own,) = owners(chip, track)
                line = leader(chip, track)
                assert line is not None or plain(chip, [own], track)
                if line is not None:
                    assert math.dist(line[0], own.at) == pytest.approx(own.radius), "its rim"
                    assert line[1] == chip.at
                    start = f"M{centre('G8')[0] + line[0][0]:.2f}".rstrip("0").rstrip(".")
                    assert start in "".join(board.label("G8", chip))
