"""The share track as a picture: each price with its markers from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components import components
from render import font, svg, symbols
from render.geometry import Frame
from render.themes import THEMES, Theme, ink_on
from render.view import Marker, MarketView

COLUMNS = 10
CELL = 132.0
HEAD = 56.0
MARKER = 36.0
GAP = 6.0
PAD = 22.0
LEAST = 2  # markers for which every row leaves room


def draw(view: MarketView) -> str:
    """All spaces, ten to a row. Colours go with words: START, END, CLOSES."""
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
    body.extend(_key(y, theme))
    width = 2 * PAD + COLUMNS * CELL
    return svg.document(width, y + 44 + PAD, body, theme.page)


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
    yield svg.text(f"₹{price}", (middle, frame.top + 29), 36.0, theme.ink)
    if kind:
        at = (middle, frame.bottom - 18)
        yield svg.text(WORDS[kind], at, 22.0, theme.quiet, weight="medium")
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
    """A company's marker; what it moved last stands in its right part with an arrowhead."""
    colour = symbols.company_colour(marker.company)
    tail = 46.0 if marker.steps else 0.0
    yield svg.rect(box, 8, fill="#FFFFFF", stroke=theme.ink, stroke_width=2.5)
    head = Frame(box.left, box.top, box.width - tail, box.height)
    yield svg.rect(head, 8, fill=colour, stroke=theme.ink, stroke_width=2.5)
    y = box.top + box.height / 2
    size = font.fit(marker.company, head.width - 14, 27.0)
    yield svg.text(marker.company, (head.left + head.width / 2, y), size, ink_on(colour))
    if marker.steps:
        x = head.right + tail / 2
        right = marker.steps > 0
        yield symbols.arrow((x + (9 if right else -9), y), marker.steps, 15.0, "#16181D")
        yield svg.text(str(abs(marker.steps)), (x + (-9 if right else 9), y), 24.0, "#16181D")


def _empty(company: str, box: Frame) -> Iterable[str]:
    """A company that has not floated: its letters in a broken outline on its face value."""
    colour = symbols.darkened(symbols.company_colour(company), "#FFFFFF")
    yield svg.rect(box, 8, fill="#FFFFFF", stroke=colour, stroke_width=2.5, stroke_dasharray="6 4")
    size = font.fit(company, box.width - 8, 22.0)
    at = (box.left + box.width / 2, box.top + box.height / 2)
    yield svg.text(company, at, size, colour)


def _key(y: float, theme: Theme) -> Iterable[str]:
    """What the marks mean, in one line."""
    x, size, middle = PAD, 24.0, y + 18

    def words(text: str) -> str:
        nonlocal x
        drawn = svg.text(text, (x, middle), size, theme.ink, weight="medium", anchor="start")
        x += font.width(text, size, "medium") + 30
        return drawn

    yield svg.rect(Frame(x, y, 64, 36), 8, fill="#FFFFFF", stroke=theme.ink, stroke_width=2.5)
    yield svg.text("2", (x + 22, middle), 24.0, "#16181D")
    yield symbols.arrow((x + 42, middle), 1, 15.0, "#16181D")
    x += 76
    yield words("moved last")
    yield svg.rect(
        Frame(x, y, 64, 36),
        8,
        fill="#FFFFFF",
        stroke=theme.quiet,
        stroke_width=2.5,
        stroke_dasharray="6 4",
    )
    x += 76
    yield words("not floated, on its face value")
    for kind, meaning in (("par", "a face value"), ("end", "ends the game"), ("close", "closes")):
        yield svg.rect(
            Frame(x, y, 44, 36), fill=_ground(kind, theme), stroke=theme.ink, stroke_width=2
        )
        x += 56
        yield words(meaning)
