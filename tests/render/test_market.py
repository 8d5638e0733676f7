"""The share track: all prices, markers from top to bottom, what moved, words beside colours."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render import picture
from render.options import columns
from render.view import BoardView, Marker, MarketView, OptionsView, TileOption
from tests.render.boards import share_track
from tests.render.test_map import texts

COMPANIES = sorted(components().companies)


def heights(svg: str, word: str) -> list[float]:
    found = re.findall(rf'<text x="[^"]+" y="([^"]+)"[^>]*>{word}</text>', svg)
    return [float(y) for y in found]


def test_all_prices_and_their_kinds() -> None:
    shown = texts(picture.draw(MarketView({})))
    assert [t for t in shown if t.startswith("₹")] == [f"₹{p}" for p in components().prices]
    assert shown.count("START") == 8
    assert shown.count("END") == 4
    assert shown.count("CLOSES") == 1


@settings(deadline=None)
@given(st.permutations(COMPANIES).map(lambda order: order[:6]))
def test_markers_stand_in_their_order(order: list[str]) -> None:
    view = MarketView({76: tuple(Marker(c) for c in order)})
    svg = picture.draw(view)
    rows = [heights(svg, company)[0] for company in order]
    assert rows == sorted(rows)
    assert len(set(rows)) == len(rows)


def test_moves_are_shown_by_number_and_arrow() -> None:
    still = picture.draw(MarketView({76: (Marker("NWR"),)}))
    right = picture.draw(MarketView({76: (Marker("NWR", 2),)}))
    left = picture.draw(MarketView({76: (Marker("NWR", -2),)}))
    assert len({still, right, left}) == 3
    assert texts(right).count("2") == texts(still).count("2") + 1


def test_companies_that_have_not_floated_stand_on_their_face_value() -> None:
    view = share_track("end-304")
    shown = texts(picture.draw(view))
    for company in (*view.unfloated, *(m.company for s in view.spaces.values() for m in s)):
        assert shown.count(company) == 1


@settings(deadline=None)
@given(st.integers(1, 30))
def test_options_are_wider_than_high(count: int) -> None:
    across = columns(count)
    assert across >= 2
    assert -(-count // across) <= across


def test_options_are_numbered_and_named() -> None:
    options = tuple(TileOption("8", r, f"joins {r}") for r in range(6))
    shown = texts(picture.draw(OptionsView(BoardView(), "H13", options)))
    for number in range(1, 7):
        assert str(number) in shown
        assert f"joins {number - 1}" in shown
    assert "Tile 8, turned 300°" in shown
