"""Pictures are read without seeing colours as most people do."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.symbols import GENERATIONS, ticks
from render.themes import THEMES
from tests.render.vision import FORMS, apart

ROUTES_APART = 20.0
SIGNS_APART = 10.0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["standard", "contrast"])
def test_routes_are_told_apart_by_colour_and_again_by_dash(name: str, form: str) -> None:
    theme = THEMES["contrast" if name == "contrast" else "standard"]
    for one, other in combinations(theme.routes, 2):
        assert apart(one.colour, other.colour, form) >= ROUTES_APART
    assert len({(r.dash, r.core) for r in theme.routes}) == len(theme.routes)
    for route in theme.routes:
        assert apart(route.colour, theme.track, form) >= SIGNS_APART or route.dash or route.core


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["standard", "contrast"])
def test_colours_of_tiles_are_told_apart(name: str, form: str) -> None:
    """Where two of them come near each other, their strokes differ."""
    theme = THEMES["contrast" if name == "contrast" else "standard"]
    strokes = {colour: ticks(n, (0.0, 0.0), "#000") for colour, n in GENERATIONS.items()}
    for one, other in combinations(GENERATIONS, 2):
        far = apart(theme.fields[one], theme.fields[other], form)
        assert far >= SIGNS_APART or strokes[one] != strokes[other]
    assert len(set(strokes.values())) == len(GENERATIONS)


@pytest.mark.parametrize("form", FORMS)
def test_lines_on_hexsides_are_told_apart(form: str) -> None:
    for theme in THEMES.values():
        for one, other in combinations((theme.water, theme.province, theme.highlight), 2):
            assert apart(one, other, form) >= ROUTES_APART
        assert apart(theme.gauge_ink, theme.highlight, form) >= ROUTES_APART


def test_distances_are_measured_right() -> None:
    """Red and green differ for most, and hardly with deuteranopia at the same lightness."""
    assert apart("#FFFFFF", "#000000", "none") == pytest.approx(100, abs=0.1)
    assert apart("#FF0000", "#00FF00", "none") == pytest.approx(170.6, abs=0.5)
    assert apart("#B06000", "#808000", "deuteranopia") < apart("#B06000", "#808000", "none") / 2
