"""Boards as pictures: the same view gives the same bytes, and shows what it must."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render import picture
from render.geometry import bounds, landscape
from render.layers import Board
from render.map import around, frame_of, whole
from render.themes import THEMES, contrast, ink_on
from render.view import BoardView, GaugeMarker, Laid, Station
from tests.render.boards import NAMES, load, network
from tests.render.examples import ROUTES, with_homes
from tests.render.golden import digest, pinned, views
from tests.render.test_labels import check

HEXES = sorted(components().hexes)


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return [e.text or "" for e in root.iter() if e.tag.endswith("text")]


def test_golden_pictures() -> None:
    """A change of these was looked at: then `python -m tests.render.golden` pins it."""
    assert {name: digest(view) for name, view in views().items()} == pinned()


def test_the_same_bytes_in_another_process() -> None:
    code = "from tests.render.golden import *\nprint(*[digest(v) for v in views().values()])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": "."},
    )
    assert run.stdout.split() == [digest(view) for view in views().values()]


@pytest.mark.parametrize("name", NAMES)
def test_labels_of_recorded_boards_never_collide(name: str) -> None:
    view = load(name)
    board = Board(view, THEMES["standard"])
    for hex_id in HEXES:
        labels = board.labels(hex_id)
        assert all(label.free for label in labels), hex_id
        check(labels, board.track(hex_id), hex_id, board.marks(hex_id))


@settings(deadline=None)
@given(st.sets(st.sampled_from(HEXES), min_size=1, max_size=30))
def test_a_crop_holds_its_hexes_and_stays_on_the_map(hexes: set[str]) -> None:
    frame, limits, needed = landscape(hexes, whole()), whole(), bounds(hexes)
    assert frame.left <= needed.left + 1e-6
    assert frame.right >= needed.right - 1e-6
    assert frame.top <= needed.top + 1e-6
    assert frame.bottom >= needed.bottom - 1e-6
    assert frame.left >= limits.left - 1e-6
    assert frame.bottom <= limits.bottom + 1e-6
    if frame.width < limits.width - 1:
        assert 1.349 <= frame.width / frame.height <= 2.001


def test_the_whole_map_names_every_hex_and_axis() -> None:
    shown = texts(picture.draw(BoardView()))
    assert set(HEXES) <= set(shown)
    for letter in "ABCDEFGHIJKLMNOPQR":
        assert shown.count(letter) == 2
    assert [shown.count(str(row)) >= 2 for row in range(1, 42)] == [True] * 41
    printed = components()
    rivers = {
        frozenset((h.id, h.neighbors[e]))
        for h in printed.hexes.values()
        for e, b in h.borders.items()
        if b.cost
    }
    terrain = sum(h.terrain_cost == 30 for h in printed.hexes.values())
    delivered_for_30 = sum(
        30 in {c.bonuses.get(city) for city in ("Mumbai",)} for c in printed.commodities
    )
    assert shown.count("₹30") == terrain
    assert shown.count("30") >= len(rivers) + delivered_for_30


def test_a_paid_hexside_costs_nothing_more() -> None:
    crop = frozenset({"H9", "I10"})
    before = texts(picture.draw(BoardView(crop=crop))).count("30")
    tiles = {"H9": Laid("9", 2), "I10": Laid("9", 2)}
    assert texts(picture.draw(BoardView(tiles=tiles, crop=crop))).count("30") == before - 1
    one = {"H9": Laid("9", 2)}
    assert texts(picture.draw(BoardView(tiles=one, crop=crop))).count("30") == before


def test_stations_homes_and_waiting_stations_carry_their_letters() -> None:
    shown = texts(picture.draw(with_homes()))
    assert {"NWR", "SPD", "EBR", "EIR"} <= set(shown)
    full = BoardView(
        tiles={"I20": Laid("57", 0)},
        stations=(Station("I20", 0, 0, "BNR"), Station("I20", 0, 1, "GIPR")),
        crop=frozenset({"I20"}),
    )
    assert {"BNR", "GIPR"} <= set(texts(picture.draw(full))), "an extra slot is shown"


def test_routes_show_what_is_paid() -> None:
    view = replace(load("end-306"), routes=ROUTES, crop=frozenset({"D3", "G8"}))
    shown = texts(picture.draw(view))
    assert {"90", "₹250", "₹160", "4-train", "4E-train"} <= set(shown)
    assert "Lahore 90" in shown
    assert "E4 (no pay)" in shown
    assert "+ Delhi–Kochi 100" in shown
    svg = picture.draw(view)
    styles = THEMES["standard"].routes
    assert svg.count(f'stroke="{styles[0].colour}"') >= 2
    assert f'stroke-dasharray="{styles[1].dash}"' in svg


def test_chips_of_two_trains_at_one_stop_stand_apart() -> None:
    view = replace(load("end-306"), routes=ROUTES)
    board = Board(view, THEMES["standard"])
    for hex_id in ("D3", "E4", "F5", "G6", "G8"):
        labels = board.labels(hex_id)
        chips = [label for label in labels if label.kind == "chip"]
        assert len(chips) == sum(stop.hex == hex_id for r in ROUTES for stop in r.stops)
        for one, other in combinations(labels, 2):
            assert one.gap(other) > 0
        for chip in chips:
            for line in board.track(hex_id).lines:
                assert min(chip.core.distance(p) for p in line) > chip.shape.radius


def test_a_gauge_marker_is_the_same_from_both_sides() -> None:
    one = BoardView(gauge_markers=(GaugeMarker("G10", 4),), crop=frozenset({"G10"}))
    beyond = components().hexes["G10"].neighbors[4]
    other = replace(one, gauge_markers=(GaugeMarker(beyond, 1),))
    assert picture.draw(one) == picture.draw(other)
    assert picture.draw(one) != picture.draw(replace(one, gauge_markers=()))


def test_the_veil_lies_outside_the_network_only() -> None:
    view = network(load("early-306"), "PNS")
    assert view.colour
    veil = f'fill-opacity="{THEMES["standard"].veil_opacity}"'
    assert veil in picture.draw(view)
    assert veil not in picture.draw(replace(view, colour=None))


def test_provinces_vanish_in_phase_four() -> None:
    line = 'stroke-dasharray="16 6 4 6"'
    crop = frozenset({"G8", "H13"})
    assert line in picture.draw(BoardView(crop=crop))
    gone = picture.draw(BoardView(crop=crop, provinces=False))
    assert line not in gone
    assert texts(gone).count("30") == texts(picture.draw(BoardView(crop=crop))).count("30")


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_themes_can_be_read(theme: str) -> None:
    colours = THEMES["contrast" if theme == "contrast" else "standard"]
    for name, field in colours.fields.items():
        least = 7 if theme == "contrast" else 4.5
        assert contrast(colours.ink, field) >= least, name
        assert contrast(colours.coordinate, field) >= (7 if theme == "contrast" else 3), name
        assert contrast(colours.track, field) >= (7 if theme == "contrast" else 3), name
    for company in components().companies.values():
        assert contrast(ink_on(company.color), company.color) >= 4.5
    assert len({r.dash for r in colours.routes}) == len(colours.routes) == 4


def test_around_a_hex() -> None:
    near = around("K14", 1)
    assert near == {"K14", *components().hexes["K14"].neighbors.values()}
    assert near < around("K14", 2)
    assert len(around("K18", 2)) == 19


def test_a_high_crop_is_made_with_fewer_pixels() -> None:
    wide = replace(BoardView(), crop=frozenset({"G8"}))
    high = replace(BoardView(), crop=frozenset({"G2", "H39"}))
    assert picture.width(wide) == 1600
    assert picture.width(high) < 1600
    frame = frame_of(high)
    assert frame.height <= whole().height
