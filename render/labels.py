"""Where a hex's labels go, so that none meets another, a station, a track or the hexside.

A table says for every kind of label which places it likes, in order; the first place that is free
is taken. Everything is measured with the shipped font. Points are relative to the hex's middle, in
units of the drawing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from engine.components import CommodityDef, components
from render import font
from render.geometry import EDGE_MIDDLE, Box, Point, hexside, turn
from render.track import TOWN_BAR, TOWN_BOX, Node, Track, printed_track, tile_track

Kind = Literal["letter", "revenue", "chip", "name", "plate", "label", "terrain", "number"]
Disc = tuple[float, float, float]

TRACK_REACH = 10.0  # half the width of a route's casing: no label comes nearer to a track's middle
GAP = 2.0  # between two labels, or a label and a station
MARGIN = 2.5  # between a label and the hexside
RING = 3.0  # outline of a city around its slots

COORDINATE_SIZE = 19.0
COORDINATE_AT: Point = (-49.0, -75.0)  # left end, middle of the height: the top left corner
TICKS = Box(75.0, 0.0, 28.0, 36.0)  # the strokes that tell a tile's colour, in the right corner
TICK_CORNERS = (4, 0, 1, 5, 3)  # the corners for them, best first; the coordinate has corner 2
REVENUE_SIZES = (23.0, 20.0, 17.0, 15.0)
COST_RADIUS = 14.5
COST_SHIFT = 25.0  # of a cost from the middle of a hexside on which track ends
GAUGE_RADIUS = 18.0

# Places that a kind of label likes, best first. A label without places here stays near its node.
PLACES: Mapping[Kind, tuple[Point, ...]] = {
    "letter": ((0, 0), (0, 40), (0, -40), (-48, 0), (40, 0)),
    "name": ((0, 62), (0, 44), (0, -44), (0, -62)),
    "plate": ((0, 6), (0, 46), (0, -44), (-48, 0), (48, 0)),
    "label": ((0, 34), (-62, 0), (62, 0), (0, -34)),
    "terrain": ((0, 4), (0, 44), (0, -40)),
    "number": ((-36, 73), (-70, 20), (60, -40), (0, 70)),
}
SECOND_BEST = 9.0  # what it costs a label, in units of distance, to go to the next place
SIDES = (45.0, 135.0, 0.0, 180.0, -45.0, 90.0, -90.0, -135.0)  # of a node, best first, in degrees

# Texts and sizes of the kinds of label, the largest first; the first that fits is taken.
NAME_SIZES = (24.0, 22.0, 20.0, 18.0, 16.0, 14.5)
PLATE_SIZES = (20.0, 17.5, 15.5, 13.5)
STACKED_SIZES = (17.0, 15.0, 13.5, 12.0)
LETTER_RADII = (24.0, 20.0, 17.0)
NAME_MARGIN = 5.0  # between a name and the hexside
LEADING = 0.95  # from one line of a name to the next, of the font size
BROKEN_SIZES = (18.0, 16.0, 14.5, 13.0, 12.0, 11.0)
BROKEN: Mapping[str, str] = {
    "Ahmedabad": "Ahmed-/abad",
    "Allahabad": "Allah-/abad",
    "Bengaluru": "Benga-/luru",
    "Hyderabad": "Hyder-/abad",
}  # names that do not fit beside the track of every tile, in two lines
WORDS: Mapping[str, str] = {"JEWELRY": "JEWEL"}  # what is written for a commodity where it differs

# Hexes beyond the rails that list what is paid for deliveries to the place beside them.
DELIVERIES: Mapping[str, str] = {
    "A18": "Karachi",
    "C4": "Lahore",
    "C24": "Mumbai",
    "G38": "Kochi",
    "L31": "Chennai",
    "L41": "Colombo",
    "N9": "Nepal",
    "R9": "China",
    "N25": "Visakhapatnam",
    "Q20": "Haldia",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A text with the outline around it: width and height, its corners rounded by `radius`."""

    text: str
    size: float
    width: float
    height: float
    radius: float

    def core(self, at: Point) -> Box:
        """The box which, widened by `radius` on all sides, is the shape."""
        return Box(*at, self.width - 2 * self.radius, self.height - 2 * self.radius)


@dataclass(frozen=True, slots=True)
class Wish:
    """A label that is to be placed: its shapes, the preferred first, and the places it likes.

    A label that belongs to a city or town has `near`, the middle of it.
    """

    kind: Kind
    key: str
    shapes: tuple[Shape, ...]
    near: Point | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A label in its place. `free` is False when no place was free and it had to overlap."""

    kind: Kind
    key: str
    shape: Shape
    at: Point
    free: bool = True

    @property
    def core(self) -> Box:
        """The box which, widened by the shape's radius, is the label."""
        return self.shape.core(self.at)

    def gap(self, other: Placed) -> float:
        """The distance between two labels; below 0 they overlap."""
        return self.core.gap(other.core) - self.shape.radius - other.shape.radius


@dataclass(frozen=True, slots=True)
class Source:
    """What lies on a hex: a tile in its rotation, or with rotation None the print of the map."""

    key: str
    rotation: int | None

    @property
    def track(self) -> Track:
        """The track that lies there."""
        if self.rotation is None:
            return printed_track(self.key)
        return tile_track(self.key, self.rotation)


def disc(text: str, size: float, radius: float) -> Shape:
    """A text in a disc, or in a pill of the same height when it is long."""
    room = font.width(text, size) + 0.75 * radius
    return Shape(text, size, max(room, 2 * radius), 2 * radius, radius)


def plain(text: str, size: float) -> Shape:
    """A text without outline."""
    return Shape(text, size, font.width(text, size) + 2, size * font.CAP_HEIGHT + 4, 0)


def plate(text: str, size: float) -> Shape:
    """A text on a plate; `ORE|SIR` has two parts."""
    parts = text.split("|")
    width = math.fsum(font.width(part, size) + 0.62 * size for part in parts)
    return Shape(text, size, width, 1.36 * size, 0.24 * size)


def stacked(text: str, size: float) -> Shape:
    """A plate whose two parts stand above each other: `ORE/SIR`."""
    width = max(font.width(part, size) for part in text.split("/")) + 0.5 * size
    return Shape(text, size, width, 2.2 * size, 0.24 * size)


def broken(text: str, size: float) -> Shape:
    """A text without outline in two lines: `Hyder-/abad`."""
    width = max(font.width(part, size) for part in text.split("/"))
    return Shape(text, size, width + 2, size * (font.CAP_HEIGHT + LEADING) + 4, 0)


def _names(text: str) -> tuple[Shape, ...]:
    found = tuple(plain(text, size) for size in NAME_SIZES)
    lines = BROKEN.get(text)
    return found + (tuple(broken(lines, size) for size in BROKEN_SIZES) if lines else ())


def word(commodity: str) -> str:
    """A commodity as pictures write it, always a whole word."""
    return WORDS.get(commodity, commodity)


def _plates(commodity: str, holder: str | None) -> tuple[Shape, ...]:
    text = word(commodity)
    if holder is None:
        return tuple(plate(text, size) for size in PLATE_SIZES)
    beside = tuple(plate(f"{text}|{holder}", size) for size in PLATE_SIZES[:3])
    return beside + tuple(stacked(f"{text}/{holder}", size) for size in STACKED_SIZES)


@cache
def commodity_at(hex_id: str) -> CommodityDef | None:
    """The commodity whose source is printed on a hex."""
    return next((c for c in components().commodities if c.hex == hex_id), None)


def place(hex_id: str) -> str:
    """A hex with its printed name, where that is no commodity: "G8 Delhi"."""
    name = components().hexes[hex_id].name
    return f"{hex_id} {name}" if name and not commodity_at(hex_id) else hex_id


def wishes(
    hex_id: str | None,
    source: Source,
    *,
    claimed: str | None = None,
    jewelry: str | None = None,
    chips: tuple[tuple[str, int, str], ...] = (),
    letter: str = "",
    numbered: bool = False,
) -> tuple[Wish, ...]:
    """The labels of a hex (None: of a tile by itself), in the order in which they choose a place.

    `claimed` is the holder of the printed commodity; `jewelry` is "" for the free marker or its
    holder; `chips` are (kind of node, index, text) of what trains earn here instead of the
    revenue printed for that node; `letter` tells the hex apart where it may be chosen;
    `numbered` asks for the number of the tile.
    """
    printed = components().hexes[hex_id] if hex_id else None
    track = source.track
    commodity = commodity_at(hex_id) if hex_id else None
    found = []
    if letter:
        shapes = tuple(disc(letter, 1.35 * radius, radius) for radius in LETTER_RADII)
        found.append(Wish("letter", letter, shapes))
    if printed and printed.name and not commodity:
        found.append(Wish("name", printed.name, _names(printed.name)))
    found += _earnings(track, chips)
    found += _revenues(track, {(kind, index) for kind, index, _ in chips})
    if commodity:
        found.append(Wish("plate", commodity.source, _plates(commodity.commodity, claimed)))
    if jewelry is not None:
        found.append(Wish("plate", "JEWELRY", _plates("JEWELRY", jewelry or None)))
    label = printed.label if printed and source.rotation is None else None
    if source.rotation is not None:
        tile = components().tiles[source.key]
        label = tile.label if tile.upgrades or not tile.cities else None
    if label and not label.startswith("+"):
        found.append(Wish("label", label, tuple(plain(label, s) for s in (20.0, 17.0, 15.0))))
    if printed and source.rotation is None and printed.terrain_cost:
        found.append(Wish("terrain", printed.terrain or "", (_terrain(printed.terrain_cost),)))
    if numbered and source.rotation is not None:
        text = f"#{source.key}"
        found.append(Wish("number", text, tuple(plain(text, s) for s in (17.0, 15.0, 13.5))))
    return tuple(found)


def _terrain(cost: int) -> Shape:
    text = f"₹{cost}"
    return Shape(text, 22.0, 32 + font.width(text, 22.0), 25, 0)


def _earnings(track: Track, chips: tuple[tuple[str, int, str], ...]) -> Iterable[Wish]:
    """A chip for each train at each stop; it names the train where several stop at one place."""
    for kind, index, text in chips:
        node = next(n for n in track.nodes if (n.kind, n.index) == (kind, index))
        if node.boxed:
            continue
        alone = sum((k, i) == (kind, index) for k, i, _ in chips) == 1
        value = text.split("|")[1]
        if alone:
            shapes = tuple(disc(value, size, 0.72 * size) for size in (23.0, 20.0, 17.0))
        else:
            pile = text.replace("|", "/")
            shapes = tuple(plate(text, size) for size in (23.0, 20.0, 17.0))
            shapes += tuple(stacked(pile, size) for size in (17.0, 15.5))
        yield Wish("chip", f"{kind}{index}:{text}", shapes, node.at)


def _revenues(track: Track, skip: set[tuple[str, int]]) -> Iterable[Wish]:
    """One badge for each city and town, or one for all where all are worth the same (OO tiles)."""
    nodes = [n for n in track.nodes if n.revenue and (n.kind, n.index) not in skip]
    cities = [n for n in nodes if n.kind == "city"]
    if skip and any(kind == "city" for kind, _ in skip):
        cities = [] if len({n.revenue for n in cities}) == 1 else cities
    if len(cities) > 1 and len({n.revenue for n in cities}) == 1:
        cities = cities[:1]
    for node in (*cities, *(n for n in nodes if n.kind == "town" and not n.boxed)):
        text = f"+{node.revenue}" if node.variable else str(node.revenue)
        shapes = tuple(disc(text, size, 0.72 * size) for size in REVENUE_SIZES)
        yield Wish("revenue", f"{node.kind}{node.index}", shapes, node.at)


def distance(node: Node, point: Point, slots: int = 0) -> float:
    """From a point to what is drawn of a city or town; 0 within it."""
    return max(0.0, min(math.dist(point, (x, y)) - r for x, y, r in node_discs(node, slots)))


PLAIN = 0.55  # of the distance to another stop: so near is a label plainly of its own


def leader(placed: Placed, track: Track) -> tuple[Point, Point] | None:
    """A line from a stop's rim to what it earned, where the place alone tells not whose it is."""
    own = next((n for n in track.nodes if placed.key.startswith(f"{n.kind}{n.index}:")), None)
    if placed.kind != "chip" or own is None:
        return None
    others = [distance(n, placed.at) for n in track.nodes if n is not own and not n.boxed]
    if not others or distance(own, placed.at) <= PLAIN * min(others):
        return None
    far = math.dist(own.at, placed.at)
    t = min(1.0, own.radius / far)
    (ax, ay), (bx, by) = own.at, placed.at
    return (ax + (bx - ax) * t, ay + (by - ay) * t), placed.at


def node_discs(node: Node, slots: int = 0) -> list[Disc]:
    """The discs that a city with its slots, or a town, covers."""
    if node.kind == "city":
        return [(x, y, node.radius + RING) for x, y in node.slot_points(slots or None)]
    if node.boxed:
        shift = (TOWN_BOX[0] - TOWN_BOX[1]) / 2 + 1
        return [(node.at[0] + x, node.at[1], TOWN_BOX[1] / 2 + 3) for x in (-shift, shift)]
    if node.heading is None:
        return [(*node.at, node.radius + 1)]
    angle = math.radians(node.heading + 90)
    reach = TOWN_BAR[1] / 2 - 4
    return [
        (node.at[0] + t * reach * math.cos(angle), node.at[1] + t * reach * math.sin(angle), 6.0)
        for t in (-1.0, -0.5, 0.0, 0.5, 1.0)
    ]


@cache
def tick_corner(source: Source) -> int:
    """The corner for the strokes that tell a tile's colour: one that no stop reaches."""
    stops = [d for n in source.track.nodes for d in node_discs(n)]

    def covered(corner: int) -> float:
        ticks = tick_discs(corner)
        return math.fsum(
            max(0.0, r + radius - math.dist((x, y), (a, b)))
            for x, y, r in stops
            for a, b, radius in ticks
        )

    return min(TICK_CORNERS, key=covered)


def tick_discs(corner: int) -> list[Disc]:
    """What the strokes in a corner cover."""
    turned = (turn((TICKS.x + x, y), corner - 4) for x, y in ((-3, -10), (-3, 10), (8, 0)))
    return [(x, y, 10.0) for x, y in turned]


def track_discs(track: Track) -> list[Disc]:
    """Discs strung along all track, wide enough for a route's casing."""
    found: list[Disc] = []
    for line in track.lines:
        for (ax, ay), (bx, by) in pairwise(line):
            steps = max(1, math.ceil(math.hypot(bx - ax, by - ay) / 6))
            found += [
                (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps, TRACK_REACH)
                for i in range(steps)
            ]
        found.append((*line[-1], TRACK_REACH))
    return found


def cost_point(edge: int, *, tracked: bool) -> Point:
    """Where the cost of a hexside stands: in its middle, or beside the track that ends there.

    It moves towards the corner that never carries a coordinate, seen from either of the two hexes.
    """
    middle = EDGE_MIDDLE[edge]
    if not tracked:
        return middle
    first, second = hexside(edge)
    corner = second if edge % 2 else first
    t = COST_SHIFT / 50.0
    return middle[0] + (corner[0] - middle[0]) * t, middle[1] + (corner[1] - middle[1]) * t


def coordinate_box(hex_id: str) -> Box:
    """The box of a hex's name in its corner."""
    width = font.width(hex_id, COORDINATE_SIZE)
    x, y = COORDINATE_AT
    return Box(x + width / 2, y, width, COORDINATE_SIZE * font.CAP_HEIGHT)
