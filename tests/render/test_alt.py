"""Alt texts: everything that a player needs is said, in the order of the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render import picture
from render.alt import DISCORD_LIMIT, fit
from render.view import (
    BoardView,
    Choice,
    GaugeMarker,
    Laid,
    Marker,
    MarketView,
    OptionsView,
    SheetView,
    Station,
    Stop,
    TileOption,
)
from tests.render.boards import NAMES, load, network
from tests.render.examples import ROUTES, with_homes


def test_a_route_names_each_stop_with_its_value() -> None:
    text = picture.describe(replace(load("end-306"), routes=ROUTES, crop=frozenset({"G8"})))
    assert "Route 1, 4-train: D3 Lahore 90, E4 60, F5 20, G6 20, G8 Delhi 60. Total ₹250." in text
    assert "Route 2, 4E-train: E4 no pay, G8 Delhi 60, plus Delhi–Kochi 100. Total ₹160." in text


def test_how_many_hexes_there_are_to_choose_from() -> None:
    one, two = Choice("G8", "A"), Choice("H9", "B")
    assert "1 hex to choose." in picture.describe(BoardView(choices=(one,))).split("\n")
    assert "2 hexes to choose from." in picture.describe(BoardView(choices=(one, two))).split("\n")


def test_a_gauge_change_is_a_stop_without_pay() -> None:
    stops = (*ROUTES[0].stops[:1], Stop("G30", "G30", "gauge", None))
    route = replace(ROUTES[0], stops=stops, total=90)
    assert "gauge change at G30, uses a stop, no pay" in picture.describe(
        BoardView(routes=(route,))
    )


def test_the_market_is_read_from_the_highest_price() -> None:
    view = MarketView(
        {76: (Marker("NWR", 1), Marker("WIP")), 400: (Marker("SPD", -2),), 0: ()}, ("EIR",)
    )
    lines = picture.describe(view).split("\n")
    assert lines[1:] == [
        "₹400 (end space): SPD (moved two left).",
        "₹76: NWR (moved one right), WIP.",
        "Not floated, at face value: EIR ₹100.",
    ]


def test_a_hex_tells_tile_track_stations_and_borders() -> None:
    view = BoardView(
        tiles={"I20": Laid("57", 0), "J19": Laid("9", 1)},
        stations=(Station("I20", 0, 0, "BNR"),),
        gauge_markers=(GaugeMarker("I20", 3),),
        claimed={"COTTON": "BNR"},
        crop=frozenset({"I20"}),
    )
    lines = picture.describe(view).split("\n")
    (line,) = (text for text in lines if text.startswith("I20 Nagpur:"))
    assert "yellow tile 57; city 20 with BNR, full, track to I22–I18" in line
    assert "gauge-change marker towards I18" in line
    assert "province border towards J19" in line
    assert any(t.startswith("H21: cotton, concession of BNR") for t in lines)
    assert any(t.startswith("I18: spices, concession free") for t in lines)


def test_homes_and_waiting_stations_are_told() -> None:
    text = picture.describe(with_homes())
    assert "P17 Kolkata: station of EIR waits for a city." in text
    assert "home of NWR, not floated" in text


def test_options_are_numbered_like_the_picture() -> None:
    view = OptionsView(
        BoardView(), "H13", (TileOption("8", 0, "₹30"), TileOption("9", 1), TileOption("9", 2))
    )
    lines = picture.describe(view).split("\n")
    assert lines[0] == "3 ways to lay a tile on H13."
    assert lines[1] == "1: tile 8, turned 0°: track to H15–G12; ₹30."
    assert lines[2].startswith("2: tile 9, turned 60°: track to ")


def test_the_sheet_names_all_tiles() -> None:
    text = picture.describe(SheetView())
    assert all(f" {number} (" in text for number in components().tiles)


@pytest.mark.parametrize("name", NAMES)
def test_every_coloured_tile_of_a_crop_is_described(name: str) -> None:
    whole = load(name)
    company = whole.stations[0].company
    view = network(whole, company)
    lines = picture.describe(view).split("\n")
    told = {line.split(":")[0].split(" ")[0] for line in lines}
    assert view.colour is not None
    assert {h for h in view.tiles if h in view.colour} <= told
    for station in view.stations:
        if station.hex in view.colour:
            assert any(line.startswith(station.hex) and station.company in line for line in lines)


@settings(deadline=None)
@given(st.lists(st.text("abc .", max_size=80), max_size=40), st.integers(60, 400))
def test_a_text_is_cut_between_lines(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    short = fit(text, limit)
    assert len(short) <= limit
    if short != text and not short.endswith("…"):
        assert short.split("\n")[-1].startswith("… and ")
        assert text.startswith("\n".join(short.split("\n")[:-1]))


def test_alt_texts_fit_discord() -> None:
    assert len(fit(picture.describe(load("end-306")))) <= DISCORD_LIMIT
