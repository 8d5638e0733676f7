"""From a view to its SVG and its alt text, whatever kind of view it is."""

from __future__ import annotations

from render import alt, chart, legend, market, options, sheet, table
from render import map as board
from render.view import (
    BoardView,
    ChartView,
    LegendView,
    MarketView,
    OptionsView,
    SheetView,
    TableView,
    View,
)

WIDTH = 1600
"""The usual width of a picture in pixels."""


def draw(view: View) -> str:
    """The picture as SVG. Equal views give the same text."""
    match view:
        case BoardView():
            return board.draw(view)
        case LegendView():
            return legend.draw(view)
        case OptionsView():
            return options.draw(view)
        case MarketView():
            return market.draw(view)
        case SheetView():
            return sheet.draw(view)
        case TableView():
            return table.draw(view)
        case ChartView():
            return chart.draw(view)


def describe(view: View) -> str:
    """The alt text: all that the picture shows, in sentences. `alt.fit` shortens it."""
    match view:
        case BoardView():
            return alt.board(view)
        case LegendView():
            return alt.legend()
        case OptionsView():
            return alt.options(view)
        case MarketView():
            return alt.market(view)
        case SheetView():
            return alt.sheet()
        case TableView():
            return table.describe(view)
        case ChartView():
            return chart.describe(view)
