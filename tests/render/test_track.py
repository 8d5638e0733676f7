"""Track: a train's way over a hex is one line from side to side, through its stop."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render.geometry import EDGE_MIDDLE, inside, turn
from render.track import Track, printed_track, tile_track

TILES = sorted(components().tiles)
HEXES = sorted(components().hexes)


def check(track: Track) -> None:
    for edge, arm in track.arms.items():
        assert math.dist(arm[0], EDGE_MIDDLE[edge]) < 1e-6
        assert inside(arm, -0.01)
    for node in track.nodes:
        for edge in node.edges:
            assert math.dist(track.arms[edge][-1], node.at) < 1e-6
            assert track.way(edge, None)[-1] == track.arms[edge][-1]
            assert track.way(None, edge)[0] == track.arms[edge][-1]
        for a, b in combinations(node.edges, 2):
            way = track.way(a, b)
            assert math.dist(way[-1], EDGE_MIDDLE[b]) < 1e-6
            assert min(math.dist(p, node.at) for p in way) < 1e-6
    for a, b in track.partners.items():
        way = track.way(a, b)
        assert math.dist(way[-1], EDGE_MIDDLE[b]) < 1e-6
        assert max(math.dist(p, q) for p, q in pairwise(way)) < 15


def test_every_tile_and_hex() -> None:
    for number in TILES:
        for rotation in range(6):
            track = tile_track(number, rotation)
            check(track)
            mask = components().tiles[number].masks[rotation]
            assert sorted(track.arms) == [e for e in range(6) if mask >> e & 1]
    for hex_id in HEXES:
        check(printed_track(hex_id))


def test_cities_of_a_hex_stand_apart() -> None:
    tracks = [tile_track(n, r) for n in TILES for r in range(6)]
    for track in [*tracks, *(printed_track(h) for h in HEXES)]:
        discs = [
            (p, node.radius)
            for node in track.nodes
            for p in (node.slot_points() if node.kind == "city" else (node.at,))
        ]
        for (p, a), (q, b) in combinations(discs, 2):
            assert math.dist(p, q) > a + b
        for node in track.nodes:
            if node.kind == "city":
                for x, y in node.slot_points():
                    around = [
                        (x + node.radius * math.cos(t), y + node.radius * math.sin(t))
                        for t in range(7)
                    ]
                    assert inside(around)


@settings(deadline=None)
@given(st.sampled_from(TILES), st.integers(0, 5))
def test_a_turned_tile_is_the_tile_turned(number: str, rotation: int) -> None:
    base, turned = tile_track(number, 0), tile_track(number, rotation)
    for one, other in zip(base.nodes, turned.nodes, strict=True):
        assert math.dist(turn(one.at, rotation), other.at) < 1e-6
    for edge, arm in base.arms.items():
        other_arm = turned.arms[(edge + rotation) % 6]
        assert all(
            math.dist(turn(p, rotation), q) < 1e-6 for p, q in zip(arm, other_arm, strict=True)
        )


def test_more_stations_than_slots_find_room() -> None:
    (city,) = tile_track("57", 0).nodes
    for count in (2, 3, 4):
        points = city.slot_points(count)
        assert len(points) == count
        assert min(math.dist(a, b) for a, b in combinations(points, 2)) > 2 * city.radius
