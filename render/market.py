"""The share track as a picture: each price with its markers from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.components import components
from render import font, svg, symbols
from render.geometry import Frame, Point
from render.themes import THEMES, Theme, ink_on
from render.view import Marker, MarketView

COLUMNS = 8
CELL = 194.0
HEAD = 62.0
MARKER = 44.0
GAP = 6.0
PAD = 22.0
LETTERS, MOVE = 82.0, 44.0  # widths of the parts of a marker
LINE, KEY_SIZE = 50.0, 34.0
LEAST = 2  # markers for which every row leaves room


def draw(view: MarketView) -> str:
    """All spaces, eight to a row. Colours go with words: START, END, CLOSES."""
    theme = THEMES[view.theme]
    prices = components().prices
    body: list[str] = []
    y = PAD
    for start in range(0, len(prices), COLUMNS):
        row = prices[start : start + COLUMNS]
        most = max(LEAST, *(_rows(view, price) for price in row))
        height = HEAD + most * (MARKER + GAP) + 32
        for i, price in enumerate(row):
            frame = Frame(PAD + i * CELL, y, CELL, height)
            body.extend(_space(view, price, frame, theme))
        y += height + 12
    y += 6
    key = _Key(theme, y)
    key.draw(view)
    width = 2 * PAD + COLUMNS * CELL
    return svg.document(width, key.y + LINE + PAD, [*body, *key.body], theme.page)


def _unfloated(view: MarketView, price: int) -> list[str]:
    companies = components().companies
    return [c for c in view.unfloated if companies[c].face_value == price]


def _rows(view: MarketView, price: int) -> int:
    return len(view.spaces.get(price, ())) + (len(_unfloated(view, price)) + 1) // 2


def kind_of(price: int) -> str:
    """What a space is besides its price: "par", "end", "close" or nothing."""
    parts = components()
    if price == 0:
        return "close"
    if price in parts.end_prices:
        return "end"
    return "par" if price in parts.constants["par_prices"] else ""


WORDS = {"par": "START", "end": "END", "close": "CLOSES", "": ""}


def _ground(kind: str, theme: Theme) -> str:
    return {"par": theme.par, "end": theme.end, "close": theme.closed}.get(kind, theme.space)


def _space(view: MarketView, price: int, frame: Frame, theme: Theme) -> Iterable[str]:
    kind = kind_of(price)
    yield svg.rect(frame, fill=_ground(kind, theme), stroke=theme.ink, stroke_width=2)
    middle = frame.left + frame.width / 2
    yield svg.text(f"₹{price}", (middle, frame.top + 32), 43.0, theme.ink)
    if kind:
        at = (middle, frame.bottom - 19)
        yield svg.text(WORDS[kind], at, 26.0, theme.ink, weight="medium")
    y = frame.top + HEAD
    for marker in view.spaces.get(price, ()):
        yield from _marker(marker, Frame(frame.left + 8, y, frame.width - 16, MARKER), theme)
        y += MARKER + GAP
    half = (frame.width - 16 - GAP) / 2
    for i, company in enumerate(_unfloated(view, price)):
        left = frame.left + 8 + (i % 2) * (half + GAP)
        yield from _empty(company, Frame(left, y, half, MARKER))
        y += (MARKER + GAP) * (i % 2)


def _marker(marker: Marker, box: Frame, theme: Theme) -> Iterable[str]:
    """A company's marker: its letters, what it moved last, and its last dividend a share."""
    colour = symbols.company_colour(marker.company)
    y = box.top + box.height / 2
    yield svg.rect(box, 8, fill="#FFFFFF", stroke=theme.ink, stroke_width=2.5)
    head = Frame(box.left, box.top, LETTERS, box.height)
    yield svg.rect(head, 8, fill=colour, stroke=theme.ink, stroke_width=2.5)
    size = font.fit(marker.company, head.width - 12, 33.0)
    yield svg.text(marker.company, (head.left + head.width / 2, y), size, ink_on(colour))
    if marker.steps:
        yield _move((head.right + MOVE / 2 + 1, y), marker.steps)
    if marker.dividend is not None:
        at = (box.right - 6, y)
        text = f"₹{marker.dividend}"
        fits = font.fit(text, box.right - head.right - MOVE - 8, 29.0, "medium")
        yield svg.text(text, at, fits, "#16181D", weight="medium", anchor="end")


def _move(at: Point, steps: int) -> str:
    """What a marker moved last: a number with an arrowhead."""
    way = 9 if steps > 0 else -9
    arrow = symbols.arrow((at[0] + way, at[1]), steps, 17.0, "#16181D")
    return arrow + svg.text(str(abs(steps)), (at[0] - way, at[1]), 29.0, "#16181D")


def _empty(company: str, box: Frame) -> Iterable[str]:
    """A company that has not floated: its letters in a broken outline on its face value."""
    colour = symbols.darkened(symbols.company_colour(company), "#FFFFFF")
    yield svg.rect(box, 8, fill="#FFFFFF", stroke=colour, stroke_width=2.5, stroke_dasharray="6 4")
    size = font.fit(company, box.width - 8, 29.0)
    at = (box.left + box.width / 2, box.top + box.height / 2)
    yield svg.text(company, at, size, colour)


class _Key:
    """What the marks mean, in lines below the track; and which companies have closed."""

    def __init__(self, theme: Theme, y: float) -> None:
        self.theme = theme
        self.x, self.y = PAD, y
        self.body: list[str] = []

    def draw(self, view: MarketView) -> None:
        """All of it."""
        ink = self.theme.ink
        self.sign(48, "moved one right last", lambda x, y: _move((x + 22, y), 1))
        self.sign(48, "moved one left", lambda x, y: _move((x + 22, y), -1))
        self.sign(
            58,
            "last dividend a share",
            lambda x, y: svg.text("₹17", (x + 26, y), 29.0, ink, weight="medium"),
        )
        self.sign(0, "The top of a space runs first.")
        self.sign(
            78,
            "not floated, on its face value",
            lambda x, y: "".join(_empty("WR", Frame(x, y - MARKER / 2, 70, MARKER))),
        )
        for kind, meaning in (("par", "face value"), ("end", "ends game"), ("close", "closes")):
            ground = _ground(kind, self.theme)
            self.sign(50, meaning, partial(_swatch, ground, ink))
        if view.closed:
            self.sign(0, f"Closed: {', '.join(view.closed)}")

    def sign(
        self, wide: float, meaning: str, drawn: Callable[[float, float], str] | None = None
    ) -> None:
        """What something means, after a drawing of it that is so wide; on a new line at need."""
        room = wide + font.width(meaning, KEY_SIZE, "medium")
        if self.x > PAD and self.x + room > PAD + COLUMNS * CELL:
            self.x, self.y = PAD, self.y + LINE
        middle = self.y + LINE / 2
        if drawn:
            self.body.append(drawn(self.x, middle))
        at = (self.x + wide, middle)
        self.body.append(
            svg.text(meaning, at, KEY_SIZE, self.theme.ink, weight="medium", anchor="start")
        )
        self.x += room + 34


def _swatch(ground: str, ink: str, x: float, y: float) -> str:
    return svg.rect(Frame(x, y - 17, 42, 34), fill=ground, stroke=ink, stroke_width=2)
