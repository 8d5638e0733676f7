"""A spreadsheet as a picture: set in the largest size at which its columns fit the canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from render import font, svg, symbols
from render.canvas import WIDTH
from render.geometry import Frame
from render.themes import THEMES, Theme, ink_on, washed
from render.view import Line, TableView

PAD = 24.0
TITLE, NOTE = 52.0, 34.0
LARGEST, SMALLEST = 50, 34
LEADING = 1.5
"""The height of a line, of the font size."""
BETWEEN = 0.7
"""The least room between two columns, of the font size."""
NAME = 0.64
"""So much of its natural width a heading may be narrowed to."""
STRIPE = 0.5
"""The share of white in every second line's ground."""


def draw(view: TableView) -> str:
    """The table with its title above and its notes below; as high as it must be."""
    theme = THEMES[view.theme]
    size, widths = _fitted(view)
    high = LEADING * size
    body = [svg.text(view.title, (PAD, PAD + TITLE / 2), TITLE, theme.ink, anchor="start")]
    y = PAD + TITLE + 14
    body += _heads(view, Frame(PAD, y, WIDTH - 2 * PAD, high), widths, size, theme)
    y += high
    for i, line in enumerate([*view.lines, *view.sums]):
        frame = Frame(PAD, y, WIDTH - 2 * PAD, high)
        if i % 2:
            body.append(svg.rect(frame, fill=washed(theme.closed, STRIPE)))
        if i == len(view.lines):
            body.append(_rule(frame, theme))
        body += _line(view, line, frame, widths, size, theme)
        y += high
    for note in view.notes:
        y += NOTE * LEADING
        fits = font.fit(note, WIDTH - 2 * PAD, NOTE, "medium")
        at = PAD, y - NOTE / 2
        body.append(svg.text(note, at, fits, theme.ink, weight="medium", anchor="start"))
    return svg.document(WIDTH, y + PAD, body, theme.page)


def _fitted(view: TableView) -> tuple[float, list[float]]:
    """The font size, and the width of each column, the heads of lines first."""
    room = WIDTH - 2 * PAD
    lines = [*view.lines, *view.sums]
    columns = [[line.cells[i] for line in lines] for i in range(len(view.columns))]
    for size in range(LARGEST, SMALLEST - 1, -1):
        widths = [max(font.width(line.head, size) for line in lines) + size]
        for name, cells in zip(view.columns, columns, strict=True):
            head = font.width(name, size) * NAME
            widths.append(max(head, *(font.width(c, size) for c in cells)) + BETWEEN * size)
        if sum(widths) <= room:
            break
    spare = max(0.0, room - sum(widths)) / len(widths)
    return float(size), [wide + spare for wide in widths]


def _places(frame: Frame, widths: Sequence[float]) -> Iterator[Frame]:
    """The cells of a line, without that of its head."""
    lefts = [frame.left]
    for wide in widths:
        lefts.append(lefts[-1] + wide)
    for left, right in list(pairwise(lefts))[1:]:
        yield Frame(left, frame.top, right - left, frame.height)


def _heads(
    view: TableView, frame: Frame, widths: Sequence[float], size: float, theme: Theme
) -> Iterator[str]:
    for i, (name, cell) in enumerate(zip(view.columns, _places(frame, widths), strict=True)):
        fits = font.fit(name, cell.width - BETWEEN * size, size * 0.7)
        yield _set(name, cell, i in view.left, fits, theme.ink, size)
    yield _rule(Frame(frame.left, frame.bottom, frame.width, 0), theme)


def _line(
    view: TableView, line: Line, frame: Frame, widths: Sequence[float], size: float, theme: Theme
) -> Iterator[str]:
    y = frame.top + frame.height / 2
    if line.company:
        colour = symbols.company_colour(line.company)
        plate = Frame(frame.left + 2, frame.top + 3, widths[0] - BETWEEN * size, frame.height - 6)
        yield svg.rect(plate, 10, fill=colour, stroke=theme.ink, stroke_width=2.5)
        middle = plate.left + plate.width / 2
        fits = font.fit(line.head, plate.width - 10, size)
        yield svg.text(line.head, (middle, y), fits, ink_on(colour))
    else:
        yield svg.text(line.head, (frame.left + 4, y), size, theme.ink, anchor="start")
    for i, (text, cell) in enumerate(zip(line.cells, _places(frame, widths), strict=True)):
        fits = font.fit(text, cell.width - BETWEEN * size, size)
        if i in line.strong:
            wide = font.width(text, fits) + 0.5 * size
            box = Frame(cell.right - wide + 0.15 * size, cell.top + 5, wide, cell.height - 10)
            yield svg.rect(box, 10, fill="none", stroke=theme.ink, stroke_width=3)
        yield _set(text, cell, i in view.left, fits, theme.ink, size)


def _set(text: str, cell: Frame, left: bool, fits: float, ink: str, size: float) -> str:
    """A text at the left or the right of its cell."""
    y = cell.top + cell.height / 2
    if left:
        return svg.text(text, (cell.left + BETWEEN * size, y), fits, ink, anchor="start")
    return svg.text(text, (cell.right - 0.1 * size, y), fits, ink, anchor="end")


def _rule(frame: Frame, theme: Theme) -> str:
    line = f"M{svg.num(frame.left)} {svg.num(frame.top)}H{svg.num(frame.right)}"
    return svg.path(line, stroke=theme.ink, stroke_width=3)


def describe(view: TableView) -> str:
    """The alt text: each line with the name of its columns; empty cells are left out."""
    lines = [f"{view.now}."] if view.now else []
    lines.append(f"{view.title}.")
    for line in [*view.lines, *view.sums]:
        cells = [
            f"{name} {text}".strip()
            for name, text in zip(view.columns, line.cells, strict=True)
            if text not in ("", "–")
        ]
        lines.append(f"{line.head}: {', '.join(cells) or 'nothing'}.")
    return "\n".join([*lines, *view.notes])
