"""The names of the hexes to which a tile would lead, on plates at its exits, off all that is drawn.

Points are relative to the middle of the tile's hex, in units of the drawing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.components import components
from render import font, svg
from render.geometry import EDGE_MIDDLE, EDGE_UNIT, RADIUS, Frame, Point, centre, hexside
from render.geometry import HEIGHT as TO_SIDE
from render.labels import GAP, Disc, Shape, node_discs, tick_corner, tick_discs
from render.layers import WAITING_RADIUS, Board
from render.themes import Theme, ink_on

OUT = (20.0, 14.0, 28.0, 36.0, 44.0, 54.0)  # of a plate's middle from the hexside, best first
ASIDE = (
    25.0,
    33.0,
    41.0,
    49.0,
    57.0,
)  # from the middle of the hexside, on either side of the track
ORDER = (1, 2, 4, 5, 0, 3)  # of the hexsides: those that point to a side have the least room
NARROWER = (1.0, 0.85, 0.7)  # sizes of the letters that are tried, if something is covered
TRACK = 6.0  # from the middle of the tile's track that is kept clear at its ends
OTHER_SIDE = 12.0  # what it costs a plate, in units of distance, to stand where a cost would


@dataclass(frozen=True, slots=True)
class Exit:
    """A plate with the name of the hex beyond an exit of the tile."""

    hex: str
    shape: Shape
    at: Point

    @property
    def discs(self) -> tuple[Disc, ...]:
        """Discs that cover the plate."""
        radius = self.shape.height / 2
        reach = max(0.0, self.shape.width / 2 - 0.8 * radius)
        steps = max(1, math.ceil(2 * reach / radius))
        x, y = self.at
        return tuple(
            (x - reach + 2 * reach * i / steps, y, 1.15 * radius) for i in range(steps + 1)
        )


def of(board: Board, hex_id: str, size: float, room: Frame, hexes: Sequence[str]) -> list[Exit]:
    """The plates of a tile's exits in their places within `room`.

    `size` is that of the letters, `hexes` are those that are drawn.
    """
    taken = list(_taken(board, hex_id, hexes))
    beyond = components().hexes[hex_id].neighbors
    edges = sorted((e for e in board.track(hex_id).arms if e in beyond), key=ORDER.index)
    found: list[Exit] = []
    for narrower in NARROWER:
        found, spoilt = [], 0.0
        for edge in edges:
            shape = _shape(beyond[edge], size * narrower)
            ground = [*taken, *(disc for plate in found for disc in plate.discs)]
            covered, at = _best(shape, _places(edge, shape, room), ground)
            found.append(Exit(beyond[edge], shape, at))
            spoilt += covered
            if spoilt and narrower != NARROWER[-1]:
                break
        if not spoilt:
            break
    return found


def _shape(name: str, size: float) -> Shape:
    return Shape(name, size, font.width(name, size) + 0.5 * size, 1.2 * size, 0.25 * size)


def around(hex_id: str, plates: Sequence[Exit], hexes: Sequence[str]) -> Mapping[str, list[Disc]]:
    """What the plates cover of each hex, relative to the middle of that hex."""
    cx, cy = centre(hex_id)
    found: dict[str, list[Disc]] = {}
    for h in hexes:
        x, y = centre(h)
        discs = [(cx + a - x, cy + b - y, r) for plate in plates for a, b, r in plate.discs]
        found[h] = [d for d in discs if math.hypot(d[0], d[1]) < RADIUS + d[2]]
    return found


def draw(plates: Sequence[Exit], middle: Point, scale: float, theme: Theme) -> Iterator[str]:
    """The plates around the middle of a panel."""
    for plate in plates:
        x, y = middle[0] + plate.at[0] * scale, middle[1] + plate.at[1] * scale
        wide, high, size = (
            scale * n for n in (plate.shape.width, plate.shape.height, plate.shape.size)
        )
        yield svg.rect(Frame(x - wide / 2, y - high / 2, wide, high), 0.25 * size, fill=theme.ink)
        yield svg.text(plate.hex, (x, y), size, ink_on(theme.ink))


@cache
def _ways() -> tuple[Point, ...]:
    """Distances from a hexside and along it, the best first: near it, where no cost stands."""

    def cost(way: Point) -> float:
        out, aside = way
        return abs(out - OUT[0]) + abs(abs(aside) - ASIDE[0]) + (OTHER_SIDE if aside < 0 else 0)

    ways = [(out, side * aside) for out in OUT for aside in ASIDE for side in (1, -1)]
    return tuple(sorted(ways, key=cost))


def _places(edge: int, shape: Shape, room: Frame) -> Iterator[Point]:
    """Places for a plate beyond a hexside, the best first."""
    ux, uy = EDGE_UNIT[edge]
    first, second = hexside(edge)
    (ax, ay), (bx, by) = (second, first) if edge % 2 == 0 else (first, second)
    ax, ay = (ax - bx) / RADIUS, (ay - by) / RADIUS
    half, high = shape.width / 2, shape.height / 2
    for out, aside in _ways():
        x = ux * (TO_SIDE + out) + ax * aside
        y = uy * (TO_SIDE + out) + ay * aside
        yield (
            min(max(x, room.left + half), room.right - half),
            min(max(y, room.top + high), room.bottom - high),
        )


def _best(shape: Shape, places: Iterable[Point], taken: Sequence[Disc]) -> tuple[float, Point]:
    """The first place that is free, or the one where least is covered; and how much that is."""
    least, best = math.inf, (0.0, 0.0)
    for at in places:
        covered = _covered(shape, at, taken)
        if covered < least:
            least, best = covered, at
        if not covered:
            break
    return least, best


def _taken(board: Board, hex_id: str, hexes: Sequence[str]) -> Iterator[Disc]:
    """What no plate may cover: stops, costs, markers and strokes; of the tile also its labels, and
    its track where that ends.
    """
    cx, cy = centre(hex_id)
    for edge in board.track(hex_id).arms:
        x, y = EDGE_MIDDLE[edge]
        for t in (1.0, 0.88, 0.76):
            yield t * x, t * y, TRACK
    for h in hexes:
        x, y = centre(h)
        dx, dy = x - cx, y - cy
        source = board.source(h)
        for node in source.track.nodes:
            for a, b, r in node_discs(node, board.slots_used(h, node.index)):
                yield dx + a, dy + b, r
        strokes = tick_discs(tick_corner(source)) if source.rotation is not None else []
        for a, b, r in (*board.marks(h), *strokes):
            yield dx + a, dy + b, r
    for (x, y), _ in board.waiting_at(hexes):
        yield x - cx, y - cy, WAITING_RADIUS + 2
    for label in board.labels(hex_id):
        box, radius = label.core, label.shape.height / 2
        reach = max(0.0, label.shape.width / 2 - radius)
        steps = max(1, math.ceil(2 * reach / radius))
        for i in range(steps + 1):
            yield box.x - reach + 2 * reach * i / steps, box.y, radius


def _covered(shape: Shape, at: Point, taken: Sequence[Disc]) -> float:
    """How deep a plate lies over what is taken; 0 where it is free."""
    x, y = at
    core, grow = shape.core(at), shape.radius + GAP
    half, high = core.width / 2 + grow, core.height / 2 + grow
    return math.fsum(
        max(0.0, r + grow - core.distance((px, py)))
        for px, py, r in taken
        if abs(px - x) < half + r and abs(py - y) < high + r
    )
