"""The share track: all prices, markers from top to bottom, what moved, words beside colours."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components import components
from render import picture
from render.view import Marker, MarketView
from tests.render.boards import share_track
from tests.render.grounds import written
from tests.render.test_map import texts

COMPANIES = sorted(components().companies)


def heights(svg: str, word: str) -> list[float]:
    found = re.findall(rf'<text x="[^"]+" y="([^"]+)"[^>]*>{word}</text>', svg)
    return [float(y) for y in found]


def test_all_prices_and_their_kinds() -> None:
    shown = texts(picture.draw(MarketView({})))
    prices = [f"₹{p}" for p in components().prices]
    assert [t for t in shown if t.startswith("₹")][: len(prices)] == prices
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


def test_closed_companies_last_dividends_and_who_runs_first_are_told() -> None:
    view = MarketView({76: (Marker("NWR", 1, 17), Marker("WR", -1))}, closed=("WIP", "TR"))
    shown = texts(picture.draw(view))
    assert {"Closed: WIP, TR", "The top of a space runs first.", "moved one right last"} <= set(
        shown
    )
    assert shown.count("₹17") == 2, "one of them in the key"
    told = picture.describe(view)
    assert "NWR (moved one right, last dividend ₹17 a share)" in told
    assert "WR (moved one left)" in told
    assert told.endswith("Closed: WIP, TR.")
    assert "the top runs first" in told


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(COMPANIES), unique=True, min_size=6))
def test_the_key_stays_within_the_picture(closed: list[str]) -> None:
    svg = picture.draw(MarketView({}, closed=tuple(closed)))
    width, height = (float(v) for v in re.findall(r'(?:width|height)="([\d.]+)"', svg)[:2])
    for text in written(svg):
        assert 0 <= text.left <= text.right <= width
        assert 0 <= text.top <= text.bottom <= height
    assert len(written(svg)) == len(texts(svg))
