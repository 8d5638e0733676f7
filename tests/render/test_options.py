"""A choice of tiles: a row for each tile, all panels in the picture, exits named."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render import picture
from render.canvas import HEIGHT, WIDTH
from render.options import ALONE, AROUND, CAPTION, FEW, ROOM, TITLE, Units, arranged, rows
from render.view import BoardView, OptionsView, Station, TileOption, Waiting
from tests.render.examples import triple_town
from tests.render.test_map import texts

FEW_WAYS, MANY_WAYS = Units(AROUND, ROOM, around=True), Units(ALONE, ALONE, around=False)
EIGHT = tuple(TileOption("8", r, f"₹{r}") for r in range(6))


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(1, 6)), min_size=1, max_size=7))
def test_every_tile_has_its_row_and_all_fit(counts: list[tuple[str, int]]) -> None:
    options = [TileOption(f"{tile}{i}", r) for i, (tile, n) in enumerate(counts) for r in range(n)][
        :25
    ]
    found = rows(options)
    assert [row.tile for row in found] == list(dict.fromkeys(o.tile for o in options))
    placed, scale = arranged(found, FEW_WAYS if len(options) <= FEW else MANY_WAYS)
    assert [n for row in placed for n, _ in row.ways] == list(range(1, len(options) + 1))
    boxes: list[tuple[float, float, float, float]] = []
    for row in placed:
        assert len(row.panels) == len(row.ways)
        for i, panel in enumerate(row.panels):
            top = panel.top - (TITLE if i == 0 else 0)
            bottom = panel.bottom + CAPTION
            assert panel.right <= WIDTH
            assert panel.width >= scale * 260
            assert panel.height >= scale * 250
            assert bottom <= HEIGHT
            assert all(
                panel.right <= a or c <= panel.left or bottom <= b or d <= top
                for a, b, c, d in boxes
            )
            boxes.append((panel.left, top, panel.right, bottom))


@pytest.mark.parametrize("count", range(1, FEW + 1))
def test_few_ways_fill_the_canvas(count: int) -> None:
    """The hex is larger than a fifth of the picture's height, and all of that is used."""
    ways = [TileOption(tile, r) for tile in "ab" for r in range(6)][5 : 5 + count]
    placed, scale = arranged(rows(ways), FEW_WAYS)
    assert scale * 173 > HEIGHT / 5
    assert placed[-1].panels[-1].bottom + CAPTION > 0.8 * HEIGHT
    area = sum(panel.width * panel.height for row in placed for panel in row.panels)
    assert area > 0.5 * WIDTH * HEIGHT


def test_a_tile_that_goes_on_in_the_next_line_is_named_there() -> None:
    ways = [*EIGHT, TileOption("9", 0)]
    placed, _ = arranged(rows(ways), FEW_WAYS)
    assert [(row.tile, len(row.ways)) for row in placed] == [("8", 4), ("8", 2), ("9", 1)]


def test_a_long_note_is_broken_where_it_would_be_too_small() -> None:
    note = "free, gauge change D23-E24"
    ways = tuple(TileOption(tile, 0, note) for tile in ("7", "8", "9") for _ in range(5))
    shown = texts(picture.draw(OptionsView(BoardView(), "H13", ways)))
    assert "free" in shown
    assert "gauge change D23-E24" in shown


def test_options_are_numbered_and_named() -> None:
    view = OptionsView(BoardView(), "H13", EIGHT, supply={"8": 21})
    shown = texts(picture.draw(view))
    for number in range(1, 7):
        assert str(number) in shown
        assert f"₹{number - 1}" in shown
    assert "Tile 8, 21 left" in shown
    assert "tile for H13" in shown


@pytest.mark.parametrize("rotation", range(6))
def test_every_exit_names_its_neighbor(rotation: int) -> None:
    ways = (TileOption("8", rotation),) * 9
    many = texts(picture.draw(OptionsView(BoardView(), "H13", ways)))
    few = texts(picture.draw(OptionsView(BoardView(), "H13", ways[:1])))
    mask = components().tiles["8"].masks[rotation]
    for edge, other in components().hexes["H13"].neighbors.items():
        exit_there = bool(mask >> edge & 1)
        assert many.count(other) == (9 if exit_there else 0)
        assert few.count(other) == (1 if exit_there else 0), "no coordinate beside it"


def test_what_is_not_shown_is_said() -> None:
    view = triple_town()
    told = "21 of 24 ways; name a tile to see all of it"
    assert told in texts(picture.draw(view))
    assert "3 more ways are not shown" in picture.describe(view)
    all_of_it = replace(view, left_out=0)
    assert told not in texts(picture.draw(all_of_it))
    assert "not shown" not in picture.describe(all_of_it)


def test_the_hex_fills_the_panel_where_there_are_many() -> None:
    """At least 28 pixels inline, with the most ways that there are."""
    scale = re.findall(r"scale\(([\d.]+)\)", picture.draw(triple_town()))
    assert min(float(s) for s in scale) * 200 * 400 / WIDTH >= 28


def test_stations_that_wait_stand_beside_the_hex() -> None:
    board = BoardView(waiting=(Waiting("G8", "NWR"),))
    view = OptionsView(board, "G8", (TileOption("235", 0), TileOption("235", 1)))
    told = picture.describe(view)
    assert "G8 Delhi: station of NWR waits for a city." in told
    assert "with NWR" not in told
    assert texts(picture.draw(view)).count("NWR") == 2


def test_the_stations_of_an_upgrade_are_those_after_it() -> None:
    there = Station("G8", 1, 0, "SPD")
    board = BoardView(stations=(Station("G8", 0, 0, "SPD"),))
    view = OptionsView(board, "G8", (TileOption("59", 0, "free", (there,)),))
    (line,) = (t for t in picture.describe(view).split("\n") if t.startswith("1: "))
    assert line == (
        "1: tile 59, turned 0°: city 40, 1 free, track to G10; city 40 with SPD, full, "
        "track to F7; free."
    )
