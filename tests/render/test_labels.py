"""Labels are inside their hex and apart from each other, from stations and from track."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from engine.components import components
from render import font
from render.geometry import EDGE_MIDDLE, EDGE_UNIT, HEIGHT, Point
from render.labels import (
    COORDINATE_SIZE,
    COST_RADIUS,
    GAUGE_RADIUS,
    NAME_MARGIN,
    Disc,
    Placed,
    Source,
    commodity_at,
    coordinate_box,
    cost_point,
    wishes,
)
from render.placing import place
from render.routes import CASING
from render.symbols import station
from render.themes import THEMES
from render.track import Track, printed_track

STEP = 3.0
TILES = sorted(components().tiles)
HEXES = sorted(components().hexes)


def outline(label: Placed) -> list[Point]:
    """Points on the outline of a label's shape, at most `STEP` units apart."""
    core, radius = label.core, label.shape.radius
    found: list[Point] = []
    for i, (x, y) in enumerate(core.corners):
        start = math.pi + i * math.pi / 2
        steps = math.ceil(radius * math.pi / 2 / STEP)
        found += [
            (
                x + radius * math.cos(start + math.pi / 2 * k / max(steps, 1)),
                y + radius * math.sin(start + math.pi / 2 * k / max(steps, 1)),
            )
            for k in range(steps + 1)
        ]
    dense: list[Point] = []
    for (ax, ay), (bx, by) in pairwise([*found, found[0]]):
        n = max(1, math.ceil(math.hypot(bx - ax, by - ay) / STEP))
        dense += [(ax + (bx - ax) * i / n, ay + (by - ay) * i / n) for i in range(n)]
    return dense


def reach(label: Placed, edge: list[Point]) -> float:
    """How far from its middle a label reaches: what is farther away need not be looked at."""
    return max(math.dist(label.at, p) for p in edge)


def from_segment(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a stretch of a line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    t = 0.0 if not size else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / size))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def bends(line: tuple[Point, ...]) -> tuple[Point, ...]:
    """The points that a line needs: its ends, when it is straight."""
    ends = line[0], line[-1]
    straight = all(from_segment(p, *ends) < 0.01 for p in line)
    return ends if straight else line


def covers(label: Placed, p: Point) -> bool:
    return label.core.distance(p) < label.shape.radius or label.core.distance(p) == 0


def check_track(label: Placed, edge: list[Point], track: Track) -> None:
    """A label keeps off all track; track farther away than the label reaches is passed over."""
    around = reach(label, edge)
    for line in track.lines:
        for a in line:
            apart = math.dist(a, label.at) > around
            assert apart or not covers(label, a), (label, "lies on track")
        for a, b in pairwise(bends(line)):
            if from_segment(label.at, a, b) - around < CASING / 2:
                near = min(from_segment(p, a, b) for p in edge)
                assert near >= CASING / 2 - 0.6, (label, "meets track")


def check(
    labels: tuple[Placed, ...],
    track: Track,
    coordinate: str | None,
    discs: tuple[Disc, ...] = (),
) -> None:
    """All that must hold for the labels of one hex."""
    outlines = [outline(label) for label in labels]
    for label, edge in zip(labels, outlines, strict=True):
        for x, y in edge:
            assert all(x * ux + y * uy <= HEIGHT for ux, uy in EDGE_UNIT), (label, "leaves the hex")
        check_track(label, edge, track)
        for node in track.nodes:
            for at in node.slot_points() if node.kind == "city" else (node.at,):
                room = node.radius + (3 if node.kind == "city" else 0)
                if node.kind == "town" and node.heading is not None:
                    room = 5
                assert min(math.dist(p, at) for p in edge) >= room, (label, "meets a stop")
                assert not covers(label, at)
        for x, y, radius in discs:
            assert min(math.dist(p, (x, y)) for p in edge) >= radius, (label, "meets a badge")
        if coordinate is not None:
            box = coordinate_box(coordinate)
            assert min(box.distance(p) for p in edge) > 0, (label, "meets the coordinate")
        text_fits(label)
    for (one, rim), (other, far) in combinations(zip(labels, outlines, strict=True), 2):
        assert one.gap(other) > 0, (one, other)
        if math.dist(one.at, other.at) <= reach(one, rim) + reach(other, far):
            assert min(math.dist(p, q) for p in rim[::3] for q in far[::3]) > 0


def text_fits(label: Placed) -> None:
    """The text, measured with the shipped font, lies within its shape."""
    shape = label.shape
    parts = shape.text.replace("/", "|").split("|")
    stacked = "/" in shape.text
    width = max(font.width(p, shape.size) for p in parts)
    if not stacked:
        width = sum(font.width(p, shape.size) for p in parts)
    height = shape.size * font.CAP_HEIGHT * (2 if stacked else 1)
    if label.kind == "terrain":
        width += 32
    assert width <= shape.width, label
    assert height <= shape.height, label
    x, y = label.at
    corner = (x + width / 2, y + font.CAP_HEIGHT * shape.size / 2)
    if not stacked:
        assert label.core.distance(corner) <= shape.radius, label


@pytest.mark.parametrize("number", TILES)
def test_every_tile_in_every_rotation(number: str) -> None:
    expected = None
    for rotation in range(6):
        source = Source(number, rotation)
        wanted = wishes(None, source)
        labels = place(source, wanted, "M24")
        assert len(labels) == len(wanted)
        assert all(label.free for label in labels)
        check(labels, source.track, "M24")
        texts = sorted(label.shape.text for label in labels)
        assert expected in (None, texts), "a turned tile shows something else"
        expected = texts


@pytest.mark.parametrize("hex_id", HEXES)
def test_every_printed_hex(hex_id: str) -> None:
    source = Source(hex_id, None)
    borders = components().hexes[hex_id].borders
    track = printed_track(hex_id)
    discs = tuple(
        (*cost_point(edge, tracked=edge in track.arms), COST_RADIUS)
        for edge, border in borders.items()
        if border.cost
    )
    wanted = wishes(hex_id, source)
    labels = place(source, wanted, hex_id, discs)
    assert len(labels) == len(wanted)
    assert all(label.free for label in labels)
    check(labels, track, hex_id, discs)


def test_names_printed_on_the_map_keep_off_the_rim() -> None:
    for hex_id in HEXES:
        source = Source(hex_id, None)
        for label in place(source, wishes(hex_id, source), hex_id):
            if label.kind == "name":
                rim = max(x * ux + y * uy for x, y in outline(label) for ux, uy in EDGE_UNIT)
                assert rim <= HEIGHT - NAME_MARGIN + 1e-6, hex_id


def fitting(hex_id: str) -> list[str]:
    """The tiles that can ever lie on a hex with a commodity or with two cities."""
    printed = components().hexes[hex_id]
    found = []
    for number, tile in components().tiles.items():
        if printed.label == "OO":
            fits = tile.label == "OO"
        else:
            fits = not tile.cities and not tile.label and tile.towns == printed.town_count
        if fits:
            found.append(number)
    return found


SPECIAL: list[tuple[str, str | None]] = [
    *((h, holder) for h in HEXES if commodity_at(h) for holder in (None, "GIPR")),
    *((h, None) for h in HEXES if components().hexes[h].label == "OO"),
]


def sides(hex_id: str, source: Source) -> tuple[Disc, ...]:
    """The costs and the gauge-change markers on the sides of a hex."""
    borders, arms = components().hexes[hex_id].borders, source.track.arms
    costs = [
        (*cost_point(edge, tracked=edge in arms), COST_RADIUS)
        for edge, border in borders.items()
        if border.cost
    ]
    gauges = [
        (*EDGE_MIDDLE[edge], GAUGE_RADIUS)
        for edge, border in borders.items()
        if border.kind == "province" and edge in arms and not border.cost
    ]
    return (*costs, *gauges)


@pytest.mark.parametrize(("hex_id", "holder"), SPECIAL)
def test_commodities_and_two_cities_under_every_tile(hex_id: str, holder: str | None) -> None:
    """No label crosses track, in none of 1,428 ways."""
    for number in fitting(hex_id):
        for rotation in range(6):
            source = Source(number, rotation)
            discs = sides(hex_id, source)
            labels = place(source, wishes(hex_id, source, claimed=holder), hex_id, discs)
            assert all(label.free for label in labels), (number, rotation)
            check(labels, source.track, hex_id, discs)


CITIES = [n for n, tile in components().tiles.items() if tile.cities == 1 and not tile.towns]
NAMED = [
    h.id for h in components().hexes.values() if h.color == "white" and h.name and h.city_count == 1
]


@pytest.mark.parametrize("hex_id", NAMED)
def test_the_name_of_a_city_crosses_no_track(hex_id: str) -> None:
    """Under every tile in every rotation, also with a station beside the slots."""
    for number in CITIES:
        for rotation in range(6):
            source = Source(number, rotation)
            discs = sides(hex_id, source)
            labels = place(source, wishes(hex_id, source), hex_id, discs)
            assert all(label.free for label in labels), (number, rotation)
            check(labels, source.track, hex_id, discs)
        (city,) = source.track.nodes
        beside = place(source, wishes(hex_id, source), hex_id, discs, (city.slots + 1,))
        (name,) = (label for label in beside if label.kind == "name")
        for line in source.track.lines:
            assert not any(covers(name, p) for p in line), number


def test_a_collision_is_noticed() -> None:
    """The check itself can fail."""
    source = Source("57", 0)
    (label,) = place(source, wishes(None, source), "M24")
    on_track = Placed(label.kind, label.key, label.shape, (0.0, 70.0))
    outside = Placed(label.kind, label.key, label.shape, (80.0, 70.0))
    for wrong in (on_track, outside):
        with pytest.raises(AssertionError):
            check((wrong,), source.track, "M24")
    with pytest.raises(AssertionError):
        check((label, Placed("name", "x", label.shape, label.at)), source.track, "M24")


def test_coordinates_keep_off_all_track() -> None:
    boxes = {coordinate_box(hex_id) for hex_id in HEXES}
    points = {
        p
        for number in TILES
        for rotation in range(6)
        for line in Source(number, rotation).track.lines
        for p in line
        if p[0] < 0 and p[1] < 0
    }
    for box in boxes:
        assert all(x * ux + y * uy < HEIGHT - 3 for x, y in box.corners for ux, uy in EDGE_UNIT)
        assert min(box.distance(p) for p in points) >= CASING / 2
    for hex_id in HEXES:
        assert font.width(hex_id, COORDINATE_SIZE, "medium") <= coordinate_box(hex_id).width + 1e-9


@pytest.mark.parametrize("company", sorted(components().companies))
def test_station_letters_fit_their_disc(company: str) -> None:
    for radius in (25.0, 28.0):
        drawn = station(company, (0, 0), radius, THEMES["standard"])
        size = float(drawn.split('font-size="')[1].split('"')[0])
        half, high = font.width(company, size) / 2, size * font.CAP_HEIGHT / 2
        assert math.hypot(half, high) <= radius - 2
        assert size >= 15
