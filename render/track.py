"""The track of a hex as lines: where it runs, where cities and towns stand, how a train goes.

Points are relative to the hex's middle, in units of the drawing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from engine.components import Piece, components
from render.geometry import EDGE_MIDDLE, Point, along, arc, length, split, turn

Line = tuple[Point, ...]

SLOT = 28.0  # radius of a city's slot
SLOT_NARROW = 25.0  # where two cities, or three slots, share a hex
TOWN_DOT = 11.0
TOWN_BAR = (10.0, 34.0)  # along the track, across the track
TOWN_BOX = (29.0, 24.0)  # width and height of a town that carries its value

# Where a city or town stands that is not in the middle of its hex or of its line: a fraction of the
# way from its first edge to its second, or a point. In the tile's rotation 0.
Spot = float | Point
_TOWARDS = {e: (EDGE_MIDDLE[e][0] * 0.52, EDGE_MIDDLE[e][1] * 0.52) for e in range(6)}
_PAIR: tuple[Spot, Spot] = ((-37.0, -4.0), (37.0, -4.0))
CITY_SPOTS: Mapping[str, tuple[Spot, ...]] = {
    "235": (_TOWARDS[0], _TOWARDS[3]),
    "59": (_TOWARDS[0], _TOWARDS[2]),
    "64": (0.5, 0.5),
    "65": (0.5, 0.5),
    "66": (0.33, 0.5),
    "67": (0.29, 0.24),
    "68": (0.25, 0.75),
    "984": (0.5, 0.5),
    "G8": _PAIR,
    "P17": _PAIR,
    "D23": ((0.0, 0.0), (57.0, 0.0)),
    "M10": (0.79, 0.79),
}
TOWN_SPOTS: Mapping[str, tuple[Spot, ...]] = {
    "IND2": (0.23, 0.2, 0.2),
    "IND3": (0.2, 0.77, 0.77),
    "IND4": (0.8, 0.2, 0.8),
    "IND5": (0.5, 0.5, 0.5),
    "IND6": (0.2, 0.2, 0.2),
}
UNBUILT_TOWNS: Mapping[int, tuple[Point, ...]] = {
    0: (),
    1: ((0.0, 0.0),),
    3: ((0.0, -26.0), (-24.0, 14.0), (24.0, 14.0)),
}
SIDES = (
    "bottom", "lower right", "right", "upper right", "top", "upper left", "left", "lower left",
)  # fmt: skip
UPRIGHT_SLOTS = frozenset({("D23", 0)})
NARROW = frozenset({"235", "59", "64", "65", "66", "67", "68", "984", "G8", "P17", "D23", "M10"})


@dataclass(frozen=True, slots=True)
class Node:
    """A city or town on a hex. `heading` is the track's direction (degrees) under a town's bar.

    A `boxed` town shares its hex with others, and is a box with its value: no label beside a bar
    could tell which of them it belongs to.
    """

    kind: Literal["city", "town"]
    index: int
    at: Point
    edges: tuple[int, ...]
    revenue: int = 0
    slots: int = 0
    variable: bool = False
    radius: float = TOWN_DOT
    heading: float | None = None
    upright: bool = False
    boxed: bool = False

    @property
    def side(self) -> str:
        """The side of the hex on which it stands, in words.

        >>> printed_track("G8").nodes[0].side, tile_track("235", 3).nodes[1].side
        ('left', 'bottom')
        """
        turned = math.degrees(math.atan2(*self.at))
        return SIDES[round(turned / 45) % len(SIDES)]

    def slot_points(self, count: int | None = None) -> tuple[Point, ...]:
        """The middles of the slots; `count` may be larger than what is printed."""
        x, y = self.at
        step = self.radius + 1.0
        n = self.slots if count is None else max(count, self.slots)
        if n == 1:
            offsets: tuple[Point, ...] = ((0.0, 0.0),)
        elif n == 2:
            offsets = ((0.0, -step), (0.0, step)) if self.upright else ((-step, 0.0), (step, 0.0))
        elif n == 3:
            height = step / math.sqrt(3)
            offsets = ((0.0, -2 * height), (-step, height), (step, height))
        else:
            offsets = ((-step, -step), (step, -step), (-step, step), (step, step))
            offsets += tuple((0.0, 0.0) for _ in range(n - 4))
        return tuple((x + dx, y + dy) for dx, dy in offsets)


@dataclass(frozen=True, slots=True)
class Track:
    """All track of a hex. `arms[e]` runs from edge e to its city, town or junction, or, on plain
    track, to the other edge. `lines` are for drawing: each stretch once, as long as it is smooth.
    """

    lines: tuple[Line, ...]
    arms: Mapping[int, Line]
    nodes: tuple[Node, ...]
    partners: Mapping[int, int]

    def node_at(self, edge: int) -> Node | None:
        """The city or town to which an edge's track leads."""
        return next((n for n in self.nodes if edge in n.edges), None)

    def way(self, entry: int | None, exit_: int | None) -> Line:
        """The line that a train follows from edge to edge, or from or to the city of one edge."""
        if entry is None:
            return () if exit_ is None else tuple(reversed(self.arms[exit_]))
        if exit_ is None or self.partners.get(entry) == exit_:
            return self.arms[entry]
        return (*self.arms[entry], *reversed(self.arms[exit_][:-1]))


def tile_track(number: str, rotation: int) -> Track:
    """The track of a tile turned by `rotation` times 60°."""
    return _track(number, components().tiles[number].layouts[rotation % 6], rotation % 6, 0)


def printed_track(hex_id: str) -> Track:
    """The track, cities and towns printed on a hex of the map."""
    printed = components().hexes[hex_id]
    drawn = sum(p.kind == "town" for p in printed.pieces)
    return _track(hex_id, printed.pieces, 0, printed.town_count - drawn)


@cache
def _track(key: str, pieces: tuple[Piece, ...], rotation: int, unbuilt: int) -> Track:
    lines: list[Line] = []
    arms: dict[int, Line] = {}
    nodes: list[Node] = []
    partners: dict[int, int] = {}
    for piece in pieces:
        if piece.kind == "plain":
            a, b = piece.edges
            line = arc(a, b)
            lines.append(line)
            arms[a], arms[b] = line, tuple(reversed(line))
            partners |= {a: b, b: a}
            continue
        at, heading = _place(key, piece, rotation)
        if piece.kind == "junction" and len(piece.edges) == 1:
            at = (EDGE_MIDDLE[piece.edges[0]][0] * 0.3, EDGE_MIDDLE[piece.edges[0]][1] * 0.3)
        if heading is not None:
            a, b = piece.edges
            line = arc(a, b)
            head, tail = split(line, length(line) * _fraction(key, piece))
            lines.append(line)
            arms[a], arms[b] = head, tuple(reversed(tail))
        else:
            for edge in piece.edges:
                arms[edge] = (EDGE_MIDDLE[edge], at)
                lines.append(arms[edge])
        if piece.kind != "junction":
            nodes.append(_node(key, piece, at, heading))
    if sum(n.kind == "town" for n in nodes) > 1:
        nodes = [replace(n, boxed=n.kind == "town") for n in nodes]
    nodes += [Node("town", i, at, ()) for i, at in enumerate(UNBUILT_TOWNS[unbuilt])]
    return Track(tuple(lines), arms, tuple(nodes), partners)


def _node(key: str, piece: Piece, at: Point, heading: float | None) -> Node:
    city = piece.kind == "city"
    narrow = key in NARROW or piece.slots > 2
    return Node(
        "city" if city else "town",
        piece.index,
        at,
        piece.edges,
        piece.revenue,
        piece.slots,
        piece.variable,
        (SLOT_NARROW if narrow else SLOT) if city else TOWN_DOT,
        None if city else heading,
        (key, piece.index) in UPRIGHT_SLOTS,
    )


def _spot(key: str, piece: Piece) -> Spot | None:
    table = CITY_SPOTS if piece.kind == "city" else TOWN_SPOTS
    return table[key][piece.index] if key in table else None


def _fraction(key: str, piece: Piece) -> float:
    spot = _spot(key, piece)
    return spot if isinstance(spot, float) else 0.5


def _place(key: str, piece: Piece, rotation: int) -> tuple[Point, float | None]:
    """Where a piece's city, town or junction stands; its heading when it lies on one line."""
    spot = _spot(key, piece)
    if isinstance(spot, tuple):
        return turn(spot, rotation), None
    if len(piece.edges) == 2 and (piece.kind == "town" or isinstance(spot, float)):
        line = arc(*piece.edges)
        return along(line, length(line) * (spot if isinstance(spot, float) else 0.5))
    return (0.0, 0.0), None
