"""Boards as pictures: the same view gives the same bytes, and shows what it must."""

from __future__ import annotations

import math
import re
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
from render import picture, symbols
from render.canvas import HEIGHT, INLINE, MAP, SHAPE, STRIP, WIDTH
from render.geometry import RADIUS, Frame, bounds, centre, framed
from render.labels import TICKS
from render.layers import Board
from render.legend import SIGNS
from render.map import LEAST_HEX, STRETCH, WIDEST, frame_of, inside, outside, whole
from render.routes import formula
from render.themes import THEMES, contrast, ink_on, washed
from render.view import BoardView, Bonus, Choice, GaugeMarker, Laid, LegendView, RouteView, Station
from tests.render.boards import NAMES, load, network
from tests.render.examples import ROUTES, choosing, with_homes
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
def test_a_crop_holds_its_hexes_and_has_the_shape_of_the_canvas(hexes: set[str]) -> None:
    frame, needed = framed(hexes, whole(), SHAPE), bounds(hexes)
    assert frame.left <= needed.left + 1e-6
    assert frame.right >= needed.right - 1e-6
    assert frame.top <= needed.top + 1e-6
    assert frame.bottom >= needed.bottom - 1e-6
    assert frame.width / frame.height == pytest.approx(SHAPE)


@pytest.mark.parametrize("name", sorted(views()))
def test_every_board_has_one_wide_shape(name: str) -> None:
    view = views()[name]
    if isinstance(view, BoardView):
        root = ET.fromstring(picture.draw(view))
        assert (root.get("width"), root.get("height")) == ("1600", "1067")
    assert pytest.approx(1.5, abs=0.01) == WIDTH / HEIGHT
    assert MAP.right == STRIP.left
    assert STRIP.right == WIDTH


@settings(deadline=None, max_examples=30)
@given(
    st.dictionaries(st.sampled_from(HEXES), st.integers(1, 6), min_size=1, max_size=60),
    st.sets(st.sampled_from(HEXES), max_size=3),
)
def test_a_network_is_cut_to_what_can_be_read(focus: dict[str, int], chosen: set[str]) -> None:
    """A hex is 34 pixels wide inline, 24 where only so all choices are shown."""
    view = BoardView(focus=focus, crop=frozenset(chosen) or None, network=frozenset(focus))
    frame = frame_of(view)
    inline = 2 * RADIUS * MAP.width / frame.width * INLINE / WIDTH
    assert inline >= LEAST_HEX / STRETCH - 1e-6
    if framed({*focus, *chosen}, whole(), SHAPE).width <= WIDEST:
        assert all(inside(h, frame) for h in (*focus, *chosen))
    if chosen and framed(chosen, whole(), SHAPE).width <= WIDEST * STRETCH:
        assert all(inside(h, frame) for h in chosen)
    left = [h for h in focus if not inside(h, frame)]
    said = outside(view, frame)
    assert left or not said
    assert all(side in said for side in _sides(view, frame))


def _sides(view: BoardView, frame: Frame) -> set[str]:
    found = set()
    for x, y in map(centre, view.network):
        found |= {"north"} if y < frame.top else set()
        found |= {"south"} if y > frame.bottom else set()
        found |= {"west"} if x < frame.left else set()
        found |= {"east"} if x > frame.right else set()
    return found


def test_where_a_network_goes_on_is_told_and_pointed_at() -> None:
    view = network(load("end-306"), "TR")
    shown = texts(picture.draw(view))
    said = outside(view, frame_of(view))
    assert said.startswith("The network goes on to the ")
    assert said in " ".join(shown) or said.split(" ")[0] in " ".join(shown)
    assert f"{said}." in picture.describe(view).split("\n")
    assert "the network goes on" in " ".join(shown)
    small = network(load("early-306"), "PNS")
    assert outside(small, frame_of(small)) == ""


def test_choices_outside_the_picture_are_counted() -> None:
    far = ("E2", "K40", "R17", "A16")
    view = BoardView(
        focus=dict.fromkeys(far, 1),
        crop=frozenset(far),
        network=frozenset(far),
        choices=tuple(Choice(h, cost=(0, 0)) for h in far),
    )
    frame = frame_of(view)
    left = sum(not inside(h, frame) for h in far)
    assert left
    assert f"{left} of them to choose from: /map area: whole" in outside(view, frame)


def test_the_whole_map_names_every_hex_and_axis() -> None:
    shown = texts(picture.draw(BoardView()))
    assert set(HEXES) <= set(shown)
    assert all(letter in shown for letter in "ABCDEFGHIJKLMNOPQR")
    assert all(str(row) in shown for row in range(1, 42))
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


def test_routes_show_what_is_paid_and_their_sums() -> None:
    view = replace(load("end-306"), routes=ROUTES, crop=frozenset({"D3", "G8"}))
    shown = texts(picture.draw(view))
    assert {"90", "₹250", "₹160", "4-train", "4E-train", "Together ₹410"} <= set(shown)
    assert "90 + 60 + 20 + 20 + 60" in shown
    assert "60 + 100 Delhi–Kochi" in shown
    svg = picture.draw(view)
    styles = THEMES["standard"].routes
    assert svg.count(f'stroke="{styles[0].colour}"') >= 2
    assert f'stroke-dasharray="{styles[1].dash}"' in svg


def test_a_multiplied_train_shows_its_factor() -> None:
    route = replace(ROUTES[0], stops=ROUTES[0].stops[2:4], multiplier=3, total=220)

    def told(route: RouteView) -> str:
        return formula(route).replace("\N{NO-BREAK SPACE}", " ")

    assert told(replace(route, bonuses=(Bonus("Ore", 100),))) == "(20 + 20) × 3 + 100 Ore"
    assert told(replace(route, stops=route.stops[:1])) == "20 × 3"
    assert told(replace(route, stops=())) == "0 × 3"


def test_route_one_keeps_a_white_core() -> None:
    """So it differs from track without any colour."""
    svg = picture.draw(replace(load("end-306"), routes=ROUTES[:1], crop=frozenset({"D3", "G8"})))
    style = THEMES["standard"].routes[0]
    assert style.core > 0
    line, core = (
        svg.rindex(f'stroke="{style.colour}"'),
        svg.rindex(f'stroke="#FFFFFF" stroke-width="{style.core}"'),
    )
    assert core > line, "drawn over it"


def test_chips_of_two_trains_at_one_stop_stand_apart() -> None:
    view = replace(load("end-306"), routes=ROUTES)
    board = Board(view, THEMES["standard"])
    for hex_id in ("D3", "E4", "F5", "G6", "G8"):
        labels = board.labels(hex_id)
        chips = [label for label in labels if label.kind == "chip"]
        boxed = any(node.boxed for node in board.track(hex_id).nodes)
        stops = sum(stop.hex == hex_id for r in ROUTES for stop in r.stops)
        assert len(chips) == (0 if boxed else stops)
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


def test_what_a_decision_needs_is_in_full_colour() -> None:
    view = choosing()
    board = Board(view, THEMES["standard"])
    hexes = components().hexes
    needed = {c.hex for c in view.choices} | view.ends | view.network
    needed |= {n for c in view.choices for n in hexes[c.hex].neighbors.values()}
    assert needed <= board.bright
    assert board.bright < set(hexes)
    for h in hexes:
        plain = board.theme.fields[board.colour(h)]
        assert (board.field(h) == plain) == (h in board.bright or plain == "#FFFFFF")
    assert Board(replace(view, colour=None), board.theme).bright == set(hexes)


def test_borders_and_their_costs_lie_over_the_ring() -> None:
    view = BoardView(crop=frozenset({"H9"}), highlight=frozenset({"H9", "I10"}))
    svg = picture.draw(view)
    theme = THEMES["standard"]
    ring = svg.index(f'stroke="{theme.highlight}" stroke-width="6"')
    assert svg.index(f'stroke="{theme.water}"') > ring
    assert svg.index(f'stroke="{theme.province}"') > ring
    assert svg.index(">30<") > ring
    for name in THEMES:
        assert THEMES[name].highlight not in (THEMES[name].gauge_ink, THEMES[name].province)


def test_waiting_stations_stand_beside_their_hex() -> None:
    board = Board(with_homes(), THEMES["standard"])
    drawn = "".join(board.waiting(["P17"]))
    (cx, cy) = centre("P17")
    ring = re.search(r'<circle cx="([^"]+)" cy="([^"]+)"', drawn)
    assert ring
    x, y = float(ring[1]) - cx, float(ring[2]) - cy
    assert math.hypot(x, y) > RADIUS
    assert "EIR" in drawn
    assert "EIR" not in "".join(board.stops("P17"))


def test_coordinates_are_written_last_on_every_hex() -> None:
    """Nothing is painted over them."""
    svg = picture.draw(load("end-306"))
    first = min(svg.index(f">{h}</text>") for h in HEXES)
    rest = svg[first:]
    rest = rest[: rest.index('fill-rule="evenodd"')]
    assert re.findall(r"<(?!text|/text|path|g|/g)", rest) == []
    assert 'stroke-width="4.5"' in rest, "only strokes for the colours of tiles come between"


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
        assert contrast(colours.coordinate, field) >= (7 if theme == "contrast" else 4.5), name
        pale = washed(field, colours.wash)
        assert contrast(colours.coordinate, pale) >= 4.5, name
        assert contrast(colours.dim_track, pale) >= 3, name
        assert contrast(colours.track, field) >= (7 if theme == "contrast" else 3), name
    for company in components().companies.values():
        assert contrast(ink_on(company.color), company.color) >= 4.5
    assert len({r.dash for r in colours.routes}) == len(colours.routes) == 4


def test_the_strip_says_whose_it_is_and_what_the_signs_mean() -> None:
    shown = " ".join(texts(picture.draw(network(load("early-306"), "PNS"))))
    assert "Punjab" in shown
    assert "OR 4.1 · Phase III" in shown
    assert "Concessions: Ore" in shown
    assert "yellow tile" in shown
    assert "gray tile" not in shown, "only signs that occur"


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_a_strip_always_fits(count: int) -> None:
    """Also with far more to say than a company can have."""
    view = network(load("end-306"), "TR")
    route = replace(ROUTES[0], bonuses=tuple(Bonus("Spices", 70) for _ in range(6)), multiplier=3)
    routes = tuple(replace(route, number=n + 1) for n in range(count))
    full = replace(view, routes=routes, homes=with_homes().homes, waiting=with_homes().waiting)
    found = re.findall(r'<text x="([^"]+)" y="([^"]+)"', picture.draw(full).split("evenodd")[1])
    assert max(float(y) for x, y in found if float(x) >= STRIP.left) < HEIGHT


def test_every_city_has_its_name_and_no_internal_name_shows() -> None:
    shown = texts(picture.draw(BoardView()))
    printed = components()
    for h in printed.hexes.values():
        if h.city_count:
            assert h.name, h.id
            assert h.name in shown
    words = set(shown)
    assert not words & {c.source for c in printed.commodities if c.source[-1].isdigit()}
    assert not words & {"JEWELRY", "JEW", "COT", "GOL", "RIC", "SPI", "OPI"}
    assert {"OIL", "ORE", "TEA", "RICE", "GOLD", "COTTON", "SPICES", "OPIUM", "JEWEL"} <= words


def test_tile_numbers_come_when_they_are_wanted() -> None:
    view = network(load("early-306"), "PNS")
    assert not any(t.startswith("#") for t in texts(picture.draw(view)))
    shown = texts(picture.draw(replace(view, tile_numbers=True)))
    assert {t for t in shown if t.startswith("#")} <= {
        f"#{laid.tile}" for laid in view.tiles.values()
    }
    assert any(t.startswith("#") for t in shown)


def test_the_colour_of_a_tile_is_told_by_strokes_that_are_seen_inline() -> None:
    """At least six pixels at 400 pixels width, as far as a network is cut to what can be read."""
    scale = MAP.width / WIDEST * INLINE / WIDTH
    assert TICKS.height * scale >= 6
    assert len({symbols.ticks(n, (0.0, 0.0), "#000") for n in (1, 2, 3, 4)}) == 4


def test_the_legend_explains_every_sign_of_a_board() -> None:
    shown = " ".join(texts(picture.draw(LegendView())))
    told = picture.describe(LegendView())
    for sign in SIGNS.values():
        assert sign.meaning in told
        assert sign.meaning in shown
