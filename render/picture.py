"""From a view to its SVG and its alt text, whatever kind of view it is."""

from __future__ import annotations

import math

from render import alt, market, options, sheet
from render import map as board
from render.view import BoardView, MarketView, OptionsView, SheetView, View

CROP_WIDTH = 1600  # pixels
WHOLE_WIDTH = 1500
MOST_PIXELS = 2_000_000  # of a crop
MANY_HEXES = 45  # from so many on a crop has more to draw, and gets fewer pixels
FEWER_PIXELS = 1_600_000


def draw(view: View) -> str:
    """The picture as SVG. Equal views give the same text."""
    match view:
        case BoardView():
            return board.draw(view)
        case OptionsView():
            return options.draw(view)
        case MarketView():
            return market.draw(view)
        case SheetView():
            return sheet.draw(view)


def describe(view: View) -> str:
    """The alt text: all that the picture shows, in sentences. `alt.fit` shortens it."""
    match view:
        case BoardView():
            return alt.board(view)
        case OptionsView():
            return alt.options(view)
        case MarketView():
            return alt.market(view)
        case SheetView():
            return alt.sheet()


def width(view: View) -> int:
    """The usual width of a picture in pixels: smaller for a high one, so that it stays light."""
    if not isinstance(view, BoardView):
        return CROP_WIDTH
    if view.crop is None:
        return WHOLE_WIDTH
    wide, high = board.size(view)
    most = MOST_PIXELS if len(view.crop) < MANY_HEXES else FEWER_PIXELS
    return min(CROP_WIDTH, int(math.sqrt(most * wide / high)))
