"""The strip at the side of a board: title, routes with their sums, what the signs mean.

All is set as large as fits; where the smallest size is still too long, the signs at the end are
left out, and a line says where all are explained.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from render import font, svg, symbols
from render.geometry import Frame
from render.legend import SIGNS
from render.routes import formula, number, sample
from render.themes import Theme, ink_on
from render.view import BoardView, Heading, RouteView

SIZES = (38.0, 35.0, 32.0, 29.0, 26.0, 24.0)
PAD = 20.0
LINE = 1.22  # of the font size, from line to line
MORE = "All signs: /map area: legend"


@dataclass(slots=True)
class Column:
    """A column of text and drawings that grows downwards from `y`; sizes are parts of `size`."""

    left: float
    width: float
    y: float
    size: float
    theme: Theme
    body: list[str] = field(default_factory=list)

    def space(self, lines: float) -> None:
        """Leave room of so many lines."""
        self.y += lines * self.size * LINE

    def words(
        self,
        text: str,
        *,
        scale: float = 1.0,
        weight: font.Weight = "bold",
        indent: float = 0.0,
    ) -> None:
        """A text, broken between words where it is too wide."""
        size = self.size * scale
        room = self.width - indent
        for line in wrapped(text, size, room, weight):
            fits = font.fit(line, room, size, weight)
            at = (self.left + indent, self.y + size * LINE / 2)
            self.body.append(
                svg.text(line, at, fits, self.theme.ink, weight=weight, anchor="start")
            )
            self.y += size * LINE

    def rule(self) -> None:
        """A line across the column."""
        self.y += 0.3 * self.size
        line = f"M{svg.num(self.left)} {svg.num(self.y)}h{svg.num(self.width)}"
        self.body.append(svg.path(line, stroke=self.theme.quiet, stroke_width=2))
        self.y += 0.3 * self.size


def wrapped(text: str, size: float, room: float, weight: font.Weight = "bold") -> list[str]:
    """A text in lines that are no wider than `room`, as long as every word is not."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def draw(view: BoardView, signs: Sequence[str], outside: str, box: Frame, theme: Theme) -> str:
    """The strip in its place. `signs` occur in the picture; `outside` tells where it goes on."""
    for size in SIZES:
        column = _set(view, signs, outside, box, size, theme)
        if column.y <= box.bottom - PAD:
            break
    kept = list(signs)
    while column.y > box.bottom - PAD and kept:
        kept.pop()
        column = _set(view, kept, outside, box, SIZES[-1], theme, cut=True)
    return svg.rect(box, fill=theme.band) + "".join(column.body)


def _set(
    view: BoardView,
    signs: Sequence[str],
    outside: str,
    box: Frame,
    size: float,
    theme: Theme,
    *,
    cut: bool = False,
) -> Column:
    column = Column(box.left + PAD, box.width - 2 * PAD, box.top + PAD, size, theme)
    blocks: list[Callable[[Column], None]] = []
    if view.heading:
        heading = view.heading
        blocks.append(lambda c: _heading(c, heading))
    if view.routes:
        blocks.append(lambda c: _routes(c, view.routes))
    if outside:
        blocks.append(lambda c: c.words(outside, scale=0.86))
    if signs or cut:
        blocks.append(lambda c: _signs(c, signs, cut=cut))
    for i, block in enumerate(blocks):
        if i:
            column.rule()
        block(column)
    return column


def _heading(column: Column, heading: Heading) -> None:
    """The company with its colour and name, the round and the phase, and further facts."""
    indent = 0.0
    size, theme = column.size, column.theme
    if heading.company:
        colour = symbols.company_colour(heading.company)
        wide = font.width(heading.company, 1.15 * size) + 0.7 * size
        box = Frame(column.left, column.y, wide, 1.6 * size)
        middle = (box.left + wide / 2, box.top + 0.8 * size)
        column.body += [
            svg.rect(box, 0.3 * size, fill=colour, stroke=theme.ink, stroke_width=2.5),
            svg.text(heading.company, middle, 1.15 * size, ink_on(colour)),
        ]
        indent = wide + 0.4 * size
    top = column.y
    column.words(heading.name, scale=1.0, indent=indent)
    column.y = max(column.y, top + (1.75 * size if heading.company else 0.0))
    if heading.when:
        column.words(heading.when, scale=0.9)
    for line in heading.lines:
        column.words(line, scale=0.86, weight="medium")
    if heading.concessions:
        column.words("Concessions: " + ", ".join(heading.concessions), scale=0.86, weight="medium")


def _routes(column: Column, routes: Sequence[RouteView]) -> None:
    """Each train with its line, its sum and its total; and all together."""
    size, theme = column.size, column.theme
    for route in routes:
        radius = 0.62 * size
        y = column.y + 0.75 * size
        right = column.left + column.width
        total = f"₹{route.total:,}"
        column.body.append(number(route, (column.left + radius, y), radius, theme))
        column.body.append(sample(route, column.left + 2.5 * radius, y, 1.9 * size, theme))
        train = f"{route.train}-train"
        at = (column.left + 2.5 * radius + 2.3 * size, y)
        column.body.append(svg.text(train, at, 0.9 * size, theme.ink, anchor="start"))
        column.body.append(svg.text(total, (right, y), 1.08 * size, theme.ink, anchor="end"))
        column.y += 1.5 * size
        text = formula(route)
        if text != str(route.total):
            column.words(text, scale=0.82, weight="medium")
        column.space(0.12)
    if len(routes) > 1:
        together = sum(route.total for route in routes)
        column.words(f"Together ₹{together:,}", scale=1.12)


def _signs(column: Column, signs: Sequence[str], *, cut: bool) -> None:
    """A row for each sign: a small drawing and what it means."""
    size, theme = column.size, column.theme
    for key in signs:
        sign = SIGNS[key]
        high = 1.3 * size
        at = (column.left + 0.85 * size, column.y + high / 2)
        column.body.append(sign.drawn(at, size, theme))
        top = column.y
        column.words(sign.meaning, scale=0.8, weight="medium", indent=2.0 * size)
        if column.y < top + high:
            column.y = top + high
    if cut:
        column.words(MORE, scale=0.8, weight="medium")
