"""The search for places: for every label of a hex the best one that is free.

Everything is measured with the shipped font; a label keeps off stops, other labels and track.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

from engine.components import components
from render.geometry import HEIGHT, Box, Point, centre, inside
from render.labels import (
    GAP,
    MARGIN,
    NAME_MARGIN,
    PLACES,
    SECOND_BEST,
    SIDES,
    Disc,
    Kind,
    Placed,
    Shape,
    Source,
    Wish,
    coordinate_box,
    node_discs,
    tick_corner,
    tick_discs,
    track_discs,
)

STEP = 3.0  # between the places that are tried
BESIDE = 72.0  # how far from its node a label may stand


@cache
def _beside() -> tuple[Point, ...]:
    """Offsets from a node, the best first: near it, and on the sides that are liked."""

    def cost(point: Point) -> tuple[float, Point]:
        bearing = math.degrees(math.atan2(point[1], point[0]))
        turned = min(
            abs((bearing - side + 180) % 360 - 180) + 14 * i for i, side in enumerate(SIDES)
        )
        return math.hypot(*point) + 0.12 * turned, point

    reach = int(BESIDE // STEP)
    span = range(-reach, reach + 1)
    offsets = [(x * STEP, y * STEP) for x in span for y in span]
    return tuple(sorted((p for p in offsets if 15 <= math.hypot(*p) <= BESIDE), key=cost))


@cache
def _liked(kind: Kind) -> tuple[Point, ...]:
    """All places of a hex, the best for a kind of label first."""

    def cost(point: Point) -> tuple[float, Point]:
        likes = enumerate(PLACES[kind])
        return min(math.dist(point, like) + SECOND_BEST * i for i, like in likes), point

    lattice = [(x * STEP, y * STEP) for x in range(-36, 37) for y in range(-32, 33)]
    return tuple(sorted((p for p in lattice if inside([p], -8)), key=cost))


def _places(wish: Wish, shape: Shape, margin: float) -> Iterable[Point]:
    """Where a shape may stand so far inside the hex, the best places first."""
    if wish.near is None:
        return _inside(wish.kind, shape, margin)
    x, y = wish.near
    rim = _Rim(shape, margin)
    return (at for dx, dy in _beside() if rim.holds(at := (x + dx, y + dy)))


@lru_cache(512)
def _inside(kind: Kind, shape: Shape, margin: float) -> list[Point]:
    return list(filter(_Rim(shape, margin).holds, _liked(kind)))


_SLANT = math.sqrt(3) / 2


class _Rim:
    """The hexsides, from which a shape keeps a margin."""

    def __init__(self, shape: Shape, margin: float) -> None:
        self._half, self._high = shape.width / 2 - shape.radius, shape.height / 2 - shape.radius
        self._limit = HEIGHT - margin - shape.radius

    def holds(self, at: Point) -> bool:
        """Whether the shape at a place lies within it."""
        right, low = abs(at[0]) + self._half, abs(at[1]) + self._high
        return low <= self._limit and right * _SLANT + low / 2 <= self._limit


@dataclass(slots=True)
class _Ground:
    """What is taken already, the hexsides apart."""

    tracks: list[Disc]
    solids: list[Disc]
    boxes: list[Box]

    def free(self, shape: Shape, at: Point, others: list[Placed], track: bool) -> bool:
        """Whether a shape may stand at a place. Written out flat: it is asked very often."""
        x, y = at
        half, high = shape.width / 2 - shape.radius, shape.height / 2 - shape.radius
        grow = shape.radius + GAP
        if _meets(self.solids, x, y, half, high, grow):
            return False
        if _touches(self.boxes, x, y, half, high, grow):
            return False
        core = shape.core(at) if others else None
        if core and any(core.gap(o.core) < grow + o.shape.radius for o in others):
            return False
        return not (track and _meets(self.tracks, x, y, half, high, shape.radius))


def _meets(discs: list[Disc], x: float, y: float, half: float, high: float, radius: float) -> bool:
    """Whether a box around a point, widened by `radius`, meets one of the discs."""
    for px, py, r in discs:
        dx = abs(px - x) - half
        dy = abs(py - y) - high
        reach = r + radius
        if (dx * dx if dx > 0.0 else 0.0) + (dy * dy if dy > 0.0 else 0.0) < reach * reach:
            return True
    return False


def _touches(boxes: list[Box], x: float, y: float, half: float, high: float, radius: float) -> bool:
    """Whether a box around a point, widened by `radius`, meets one of the boxes."""
    for bx, by, width, height in boxes:
        dx = abs(bx - x) - half - width / 2
        dy = abs(by - y) - high - height / 2
        if (dx * dx if dx > 0.0 else 0.0) + (dy * dy if dy > 0.0 else 0.0) < radius * radius:
            return True
    return False


_LEVELS = ((MARGIN, True), (-12.0, True), (-12.0, False))


@cache
def place(
    source: Source,
    wanted: tuple[Wish, ...],
    coordinate: str | None,
    extra: tuple[Disc, ...] = (),
    slots: tuple[int, ...] = (),
) -> tuple[Placed, ...]:
    """Places for all wanted labels of a hex.

    `coordinate` is the hex's name when it is written in the corner; `extra` are discs that lie on
    the hex besides (costs and gauge-change markers on its sides); `slots` are the slots used in
    each city, where more than printed.
    """
    track = source.track
    counts = dict(enumerate(slots))
    boxes = list(_coordinates(coordinate)) if coordinate is not None else []
    ground = _Ground(
        track_discs(track),
        [d for n in track.nodes for d in node_discs(n, counts.get(n.index, 0))]
        + list(extra)
        + (tick_discs(tick_corner(source)) if source.rotation is not None else []),
        boxes,
    )
    best: list[Placed] = []
    for attempt, order in enumerate(permutations(wanted)):
        found = _arrange(ground, order, strict=True)
        if len(found) == len(wanted):
            return tuple(found)
        if attempt == 0 or len(found) > len(best):
            best = found
        if attempt >= 23:
            break
    missing = [w for w in wanted if all(p.key != w.key for p in best)]
    return (*best, *_arrange(ground, missing, strict=False, others=best))


def _coordinates(hex_id: str) -> Iterator[Box]:
    """The hex's name, and those of the hexes around to which a label reaches that must leave it."""
    yield coordinate_box(hex_id)
    cx, cy = centre(hex_id)
    for other in components().hexes[hex_id].neighbors.values():
        x, y = centre(other)
        box = coordinate_box(other)
        yield Box(x - cx + box.x, y - cy + box.y, box.width, box.height)


def _arrange(
    ground: _Ground, wanted: Iterable[Wish], *, strict: bool, others: Iterable[Placed] = ()
) -> list[Placed]:
    fixed = list(others)
    found: list[Placed] = []
    for wish in wanted:
        placed = _fit(ground, wish, [*fixed, *found], _LEVELS[:1] if strict else _LEVELS[1:])
        if placed is None and not strict:
            at = wish.near or PLACES[wish.kind][0]
            placed = Placed(wish.kind, wish.key, wish.shapes[-1], at, free=False)
        if placed is not None:
            found.append(placed)
    return found


def _fit(
    ground: _Ground, wish: Wish, others: list[Placed], levels: Iterable[tuple[float, bool]]
) -> Placed | None:
    for margin, track in levels:
        rims = (NAME_MARGIN, margin) if wish.kind == "name" and margin > 0 else (margin,)
        for rim in rims:
            for shape in wish.shapes:
                for at in _places(wish, shape, rim):
                    if ground.free(shape, at, others, track):
                        return Placed(wish.kind, wish.key, shape, at, margin > 0)
    return None
