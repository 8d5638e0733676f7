"""The course of a game as lines over its rounds: drawn by pygal, in the map's colours and font.

A line is told by its colour, its dash and a number that stands on it and before its name.
"""

from __future__ import annotations

import re
import sys
import warnings
import zlib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from render import symbols
from render.canvas import HEIGHT, WIDTH
from render.font import FAMILY
from render.themes import THEMES, Theme
from render.view import ChartView, Series

SIZE = 40
"""The font size: 10 px where a channel shows the picture 400 px wide."""
STROKE, DOT = 7, 9
DASHES = (None, "30,12", "10,10", "34,10,8,10", "18,8", "4,8")
COLOURS = ("#A40122", "#0B6FB8", "#1F7A3D", "#7A3E9D", "#B45309", "#16181D")
"""Of the lines that are no company's; each has a contrast of 4.5 with the ground."""
COLUMNS = 3
MOST_STEPS = 6
MOST_MOMENTS = 9
"""So many moments are named below a chart."""
NUMBERED_EVERY = 6
"""After so many moments a line's number stands on it once more."""


@cache
def _pygal() -> ModuleType:
    """pygal, loaded with the first chart, without the hook for plugins that it leaves behind.

    The hook is of a kind that Python 3.11 warns of at every import, and 3.12 no longer knows.
    """
    before = list(sys.meta_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ImportWarning)
        found = import_module("pygal")
        import_module("pygal.style")
    sys.meta_path[:] = before
    return found


def draw(view: ChartView) -> str:
    """The chart, with a legend that tells the last value of each line."""
    theme = THEMES[view.theme]
    every = max(1, -(-len(view.moments) // MOST_MOMENTS))
    pygal = _pygal()
    kind = pygal.StackedLine if view.stacked else pygal.Line
    chart = kind(
        width=int(WIDTH),
        height=int(HEIGHT),
        style=_style(view, theme),
        title=view.title,
        fill=view.stacked,
        js=[],
        explicit_size=True,
        show_legend=len(view.series) > 1,
        legend_at_bottom=True,
        legend_at_bottom_columns=COLUMNS,
        legend_box_size=26,
        truncate_legend=-1,
        truncate_label=-1,
        margin=24,
        margin_bottom=24 + int(1.2 * SIZE * (len(view.series) - 1) // COLUMNS),
        dots_size=1 if view.stacked else DOT,
        print_labels=True,
        include_x_axis=True,
        x_labels=[name if i % every == 0 else "" for i, name in enumerate(view.moments)],
        value_formatter=lambda value: amount(view, round(value)),
        max_scale=MOST_STEPS,
        show_x_guides=False,
    )
    for number, series in enumerate(view.series, 1):
        style: dict[str, Any] = {"width": STROKE}
        if dash := DASHES[(number - 1) % len(DASHES)]:
            style["dasharray"] = dash
        chart.add(_name(view, number, series), _points(series, number), stroke_style=style)
    return _repeatable(chart.render(is_unicode=True))


def _repeatable(drawn: str) -> str:
    """The SVG without date and script, and with an id that follows from what it shows."""
    plain = re.sub(r"<!--.*?-->|<script.*?</script>", "", drawn, flags=re.DOTALL)
    plain = re.sub(r"(?<![\w-])chart-[0-9a-f-]{36}", "$id", plain)
    return plain.replace("$id", f"chart-{zlib.crc32(plain.encode()):08x}")


def _style(view: ChartView, theme: Theme) -> Any:
    def coloured(number: int, series: Series) -> str:
        if series.company is None:
            return COLOURS[number % len(COLOURS)]
        return symbols.darkened(symbols.company_colour(series.company), theme.space, 3.0)

    return _pygal().style.Style(
        background=theme.page,
        plot_background=theme.space,
        foreground=theme.ink,
        foreground_strong=theme.ink,
        foreground_subtle=theme.quiet,
        colors=tuple(coloured(i, s) for i, s in enumerate(view.series)),
        value_colors=(theme.ink,) * len(view.series),
        value_label_colors=(theme.ink,) * len(view.series),
        font_family=FAMILY,
        title_font_size=SIZE + 8,
        label_font_size=SIZE,
        major_label_font_size=SIZE,
        legend_font_size=SIZE,
        value_label_font_size=SIZE - 4,
        no_data_font_size=SIZE,
        opacity=0.55 if view.stacked else 1,
        stroke_opacity=1,
        stroke_width=STROKE,
        guide_stroke_color=theme.closed,
        major_guide_stroke_color=theme.closed,
        guide_stroke_dasharray="0",
        major_guide_stroke_dasharray="0",
    )


def _points(series: Series, number: int) -> Sequence[Any]:
    """The values; at some of them, and at the last, the number of the line stands."""
    there = [i for i, value in enumerate(series.values) if value]
    named = {*there[(number * 2) % NUMBERED_EVERY :: NUMBERED_EVERY], *there[-1:]}
    return [
        {"value": value, "label": str(number)} if i in named else value
        for i, value in enumerate(series.values)
    ]


def _name(view: ChartView, number: int, series: Series) -> str:
    last = next((value for value in reversed(series.values) if value is not None), None)
    return f"{number} {series.name} {amount(view, last) if last is not None else ''}".strip()


def amount(view: ChartView, value: int) -> str:
    """A value with its unit: "₹1,200", "30%"."""
    text = f"{abs(value):,}"
    text = f"{text}%" if view.unit == "%" else f"{view.unit}{text}"
    return f"−{text}" if value < 0 else text


def describe(view: ChartView) -> str:
    """The alt text: each line with all its numbers, a row for each moment."""
    lines = [f"{view.title}: {', '.join(s.name for s in view.series) or 'nothing yet'}."]
    for i, moment in enumerate(view.moments):
        values = ((s.name, s.values[i]) for s in view.series)
        told = [f"{name} {amount(view, v)}" for name, v in values if v is not None]
        if told:
            lines.append(f"{moment}: {', '.join(told)}.")
    return "\n".join(lines)
