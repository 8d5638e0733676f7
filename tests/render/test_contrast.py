"""Every text can be read on what it lies on, also where colour is washed out."""

from __future__ import annotations

import pytest

from render import picture
from render.view import BoardView
from tests.render.golden import views
from tests.render.grounds import least_contrasts

LEAST = 4.5
WATCHED = (
    "crop",
    "crop-late",
    "choices",
    "numbers",
    "routes",
    "homes",
    "options",
    "options-many",
    "market",
    "legend",
    "sheet",
    "end-306",
    "end-353-contrast",
)


@pytest.mark.parametrize("name", WATCHED)
def test_text_has_a_contrast_of_four_and_a_half(name: str) -> None:
    view = views()[name]
    measured = list(least_contrasts(picture.draw(view)))
    assert len(measured) > 20
    low = [(text.text, round(value, 1)) for text, value in measured if value < LEAST]
    assert low == []


def test_a_text_that_cannot_be_read_is_noticed() -> None:
    """The measuring itself can fail."""
    svg = picture.draw(BoardView(crop=frozenset({"G8"})))
    pale = svg.replace('fill="#000000"', 'fill="#C0B8A8"')
    assert any(value < LEAST for _, value in least_contrasts(pale))
