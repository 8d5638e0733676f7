"""Where things are: hexes with flat tops, a corner radius of 100 units, column A at x = 0.

All lengths are units of the drawing; x grows to the right, y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

RADIUS = 100.0
HEIGHT = RADIUS * math.sqrt(3) / 2  # from the centre to a hexside
COLUMN = 150.0

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle with upright sides around a centre."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        a, b = self.width / 2, self.height / 2
        return (
            (self.x - a, self.y - b),
            (self.x + a, self.y - b),
            (self.x + a, self.y + b),
            (self.x - a, self.y + b),
        )

    def distance(self, point: Point) -> float:
        """From the box to a point; 0 inside."""
        dx = max(abs(point[0] - self.x) - self.width / 2, 0.0)
        dy = max(abs(point[1] - self.y) - self.height / 2, 0.0)
        return math.hypot(dx, dy)

    def gap(self, other: Box) -> float:
        """Between two boxes; 0 when they touch or overlap."""
        dx = max(abs(self.x - other.x) - (self.width + other.width) / 2, 0.0)
        dy = max(abs(self.y - other.y) - (self.height + other.height) / 2, 0.0)
        return math.hypot(dx, dy)


class Frame(NamedTuple):
    """A rectangle of the drawing by its left, top, width and height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height

    def holds(self, point: Point) -> bool:
        """Whether a point lies within it, or on its rim."""
        x, y = point
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def parse(hex_id: str) -> tuple[int, int]:
    """Column (A = 0) and row as printed."""
    return ord(hex_id[0]) - ord("A"), int(hex_id[1:])


@cache
def centre(hex_id: str) -> Point:
    """The middle of a hex."""
    column, row = parse(hex_id)
    return column * COLUMN, row * HEIGHT


def _polar(radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


EDGE_UNIT: tuple[Point, ...] = tuple(_polar(1, 90 + 60 * e) for e in range(6))
EDGE_MIDDLE: tuple[Point, ...] = tuple(_polar(HEIGHT, 90 + 60 * e) for e in range(6))
CORNER: tuple[Point, ...] = tuple(_polar(RADIUS, 120 + 60 * c) for c in range(6))
"""Corner c lies between edge c and edge c + 1; corner 2 is at the top left."""


def hexside(edge: int) -> tuple[Point, Point]:
    """The two corners that an edge joins, relative to the hex's middle."""
    return CORNER[edge - 1], CORNER[edge]


def turn(point: Point, rotation: int) -> Point:
    """A point turned clockwise around the hex's middle by `rotation` times 60°."""
    angle = math.radians(60 * rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def inside(points: Iterable[Point], margin: float = 0.0) -> bool:
    """Whether all points (relative to the middle) lie in the hex, `margin` from its sides."""
    limit = HEIGHT - margin + 1e-6
    return all(x * ux + y * uy <= limit for x, y in points for ux, uy in EDGE_UNIT)


def arc(a: int, b: int, samples: int = 16) -> tuple[Point, ...]:
    """Points along the track from the middle of edge a to the middle of edge b."""
    start, end = EDGE_MIDDLE[a], EDGE_MIDDLE[b]
    apart = (b - a) % 6
    if apart == 3:
        return tuple(
            (
                start[0] + (end[0] - start[0]) * i / samples,
                start[1] + (end[1] - start[1]) * i / samples,
            )
            for i in range(samples + 1)
        )
    sharp = apart in (1, 5)
    middle = (a + (apart if apart < 3 else apart - 6) / 2) % 6
    radius = RADIUS / 2 if sharp else 1.5 * RADIUS
    pivot = _polar(RADIUS if sharp else 2 * HEIGHT, 90 + 60 * middle)
    first = math.atan2(start[1] - pivot[1], start[0] - pivot[0])
    last = math.atan2(end[1] - pivot[1], end[0] - pivot[0])
    sweep = (last - first + math.pi) % math.tau - math.pi
    return tuple(
        (
            pivot[0] + radius * math.cos(first + sweep * i / samples),
            pivot[1] + radius * math.sin(first + sweep * i / samples),
        )
        for i in range(samples + 1)
    )


def length(points: Sequence[Point]) -> float:
    """Of a line through the points."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> tuple[Point, float]:
    """The point after `distance` along a line, and the line's direction there in degrees."""
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if distance <= step and step > 0:
            t = distance / step
            where = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            return where, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        distance -= step
    (ax, ay), (bx, by) = points[-2], points[-1]
    return points[-1], math.degrees(math.atan2(by - ay, bx - ax))


def split(points: Sequence[Point], distance: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A line cut in two after `distance`; both parts hold the point of the cut."""
    where, _ = along(points, distance)
    head: list[Point] = [points[0]]
    walked = 0.0
    for i, (a, b) in enumerate(pairwise(points)):
        walked += math.dist(a, b)
        if walked >= distance - 1e-9:
            tail = [p for p in points[i + 1 :] if math.dist(p, where) > 1e-6]
            return (*head, where), (where, *tail)
        head.append(b)
    return (*head, where), (where,)


def hex_points(hex_id: str, radius: float = RADIUS) -> tuple[Point, ...]:
    """The six corners of a hex on the map."""
    cx, cy = centre(hex_id)
    scale = radius / RADIUS
    return tuple((cx + x * scale, cy + y * scale) for x, y in CORNER)


def bounds(hexes: Iterable[str]) -> Frame:
    """The smallest frame around whole hexes."""
    centres = [centre(h) for h in hexes]
    left = min(x for x, _ in centres) - RADIUS
    right = max(x for x, _ in centres) + RADIUS
    top = min(y for _, y in centres) - HEIGHT
    bottom = max(y for _, y in centres) + HEIGHT
    return Frame(left, top, right - left, bottom - top)


def framed(
    hexes: Iterable[str],
    limits: Frame,
    shape: float,
    *,
    margin: float = 70.0,
    smallest: float = 1000.0,
) -> Frame:
    """The smallest frame of a shape (width per height) around hexes, kept on the map if it can be.

    `margin` is left around the hexes; the frame is at least `smallest` wide. One that is larger
    than `limits` has them in its middle.
    """
    box = bounds(hexes)
    width = max(box.width + 2 * margin, smallest, (box.height + 2 * margin) * shape)
    return centred((box.left + box.width / 2, box.top + box.height / 2), width, shape, limits)


def centred(middle: Point, width: float, shape: float, limits: Frame) -> Frame:
    """A frame around a point, moved so that it leaves the map as little as possible."""

    def start(at: float, size: float, first: float, extent: float) -> float:
        if size >= extent:
            return first + extent / 2 - size / 2
        return min(max(at - size / 2, first), first + extent - size)

    height = width / shape
    return Frame(
        start(middle[0], width, limits.left, limits.width),
        start(middle[1], height, limits.top, limits.height),
        width,
        height,
    )
