"""A choice of tiles and rotations in one picture: a row for each tile, each way under a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from render import exits, font, svg
from render.canvas import HEIGHT, WIDTH
from render.exits import Exit
from render.geometry import Frame, centre
from render.labels import place
from render.layers import Board
from render.map import window
from render.themes import THEMES, Theme
from render.view import Laid, OptionsView, TileOption

FEW = 8  # so many ways are shown with what lies around the hex
AROUND = (280.0, 264.0)  # units of the map in a panel, at least: with what lies around
ROOM = (480.0, 400.0)  # and at most, where there is room for more
ALONE = (268.0, 252.0)  # with the hex alone
WAITING = (300.0, 252.0)  # with the hex and the stations that stand beside it
PAD, GAP, BETWEEN, HEAD = 22.0, 26.0, 8.0, 96.0
TITLE, CAPTION = 46.0, 58.0
LOWEST = HEIGHT - PAD - CAPTION
SIZES = range(980, 90, -6)
LARGEST = 2.5  # scale of the map
NAME_SIZE = 27.0
EDGE = 3.0  # units of the map between an exit's name and the rim of its panel
NOTE, SMALL = 34.0, 24.0  # a note is as large as this; smaller than that, it is broken in two


@dataclass(frozen=True, slots=True)
class Row:
    """The ways to lay one tile, with their numbers, and where the panel of each stands."""

    tile: str
    ways: tuple[tuple[int, TileOption], ...]
    panels: tuple[Frame, ...] = ()


def rows(options: Sequence[TileOption]) -> list[Row]:
    """A row for each tile."""
    numbered = enumerate(options, 1)
    return [Row(tile, tuple(ways)) for tile, ways in groupby(numbered, lambda o: o[1].tile)]


@dataclass(frozen=True, slots=True)
class Units:
    """What a panel shows of the map: at least, and at most; `around` tells whether other hexes."""

    least: tuple[float, float]
    most: tuple[float, float]
    around: bool


def units_of(view: OptionsView) -> Units:
    """With few ways what lies around the hex, with many the hex alone."""
    if len(view.options) <= FEW:
        return Units(AROUND, ROOM, around=True)
    waits = any(w.hex == view.hex for w in view.board.waiting)
    units = WAITING if waits else ALONE
    return Units(units, units, around=False)


def arranged(found: Sequence[Row], units: Units) -> tuple[list[Row], float]:
    """The rows in place, with the map as large as it can be, and its scale."""
    return _in_lines(found, units) if units.around else _packed(found, units.least)


def _in_lines(found: Sequence[Row], units: Units) -> tuple[list[Row], float]:
    """Few ways in lines of the same length; a row that goes on in the next line is named again."""
    ways = [(row.tile, way) for row in found for way in row.ways]
    columns = max(range(1, len(ways) + 1), key=lambda n: _size(len(ways), n, units))
    scale, wide, high = _size(len(ways), columns, units)
    placed: list[Row] = []
    for start in range(0, len(ways), columns):
        line = ways[start : start + columns]
        y = HEAD + TITLE + (start // columns) * (high + CAPTION + GAP + TITLE)
        x = PAD
        for tile, group in groupby(line, key=lambda way: way[0]):
            numbered = tuple(way for _, way in group)
            lefts = [x + n * (wide + GAP) for n in range(len(numbered))]
            panels = tuple(Frame(left, y, wide, high) for left in lefts)
            placed.append(Row(tile, numbered, panels))
            x = lefts[-1] + wide + GAP
    return placed, scale


def _size(count: int, columns: int, units: Units) -> tuple[float, float, float]:
    """The scale of the map, the width and the height of panels that stand in so many columns."""
    lines = ceil(count / columns)
    wide = (WIDTH - 2 * PAD - (columns - 1) * GAP) / columns
    high = (HEIGHT - PAD - HEAD - (lines - 1) * GAP) / lines - TITLE - CAPTION
    scale = min(LARGEST, wide / units.least[0], high / units.least[1])
    return scale, min(wide, units.most[0] * scale), min(high, units.most[1] * scale)


def _packed(found: Sequence[Row], units: tuple[float, float]) -> tuple[list[Row], float]:
    """Many ways: short rows beside each other; one wider than the canvas goes on below."""
    placed: list[Row] = []
    for wide in SIZES:
        placed = _at_size(found, float(wide), wide * units[1] / units[0])
        if max(panel.bottom for row in placed for panel in row.panels) <= LOWEST:
            break
    return placed, placed[0].panels[0].width / units[0]


def _at_size(found: Sequence[Row], wide: float, high: float) -> list[Row]:
    placed: list[Row] = []
    x, y = PAD, HEAD + TITLE
    wrapped = False
    for row in found:
        if x > PAD and (wrapped or x + len(row.ways) * (wide + BETWEEN) - BETWEEN > WIDTH - PAD):
            x, y = PAD, y + high + CAPTION + GAP + TITLE
        panels: list[Frame] = []
        for _ in row.ways:
            if x > PAD and x + wide > WIDTH - PAD:
                x, y = PAD, y + high + CAPTION + BETWEEN
            panels.append(Frame(x, y, wide, high))
            x += wide + BETWEEN
        placed.append(replace(row, panels=tuple(panels)))
        wrapped = panels[-1].top > panels[0].top
        x += GAP - BETWEEN
    return placed


def draw(view: OptionsView) -> str:
    """All options in the order given, numbered from 1."""
    theme = THEMES[view.theme]
    units = units_of(view)
    body = [*_head(view, theme)]
    placed, scale = arranged(rows(view.options), units)
    for row in placed:
        body += _title(view, row, theme)
        for (number, option), inner in zip(row.ways, row.panels, strict=True):
            body.append(_panel(view, option, inner, scale, theme, around=units.around))
            body.append(_caption(number, option, inner, theme))
    return svg.document(WIDTH, HEIGHT, body, theme.band)


def _head(view: OptionsView, theme: Theme) -> Iterator[str]:
    name = place(view.hex)
    company = view.board.heading.company if view.board.heading else None
    title = f"{f'{company}: ' if company else ''}tile for {name}"
    yield svg.text(title, (PAD, HEAD / 2 - 4), 50.0, theme.ink, anchor="start")
    if view.left_out:
        many = len(view.options) + view.left_out
        rest = f"{len(view.options)} of {many} ways; name a tile to see all of it"
        at = (WIDTH - PAD, HEAD / 2 - 4)
        yield svg.text(rest, at, 36.0, theme.ink, weight="medium", anchor="end")


def _title(view: OptionsView, row: Row, theme: Theme) -> Iterator[str]:
    left = view.supply.get(row.tile)
    text = f"Tile {row.tile}" + (f", {left} left" if left is not None else "")
    first = row.panels[0]
    fits = font.fit(text, max(p.right for p in row.panels) - first.left + GAP / 2, 36.0)
    yield svg.text(text, (first.left, first.top - TITLE / 2), fits, theme.ink, anchor="start")


@dataclass(frozen=True, slots=True)
class Panel:
    """What one option shows: a board with the tile laid, some of its hexes, and the exits' names.

    `frame` is the part of the map, to be drawn `scale` times as large.
    """

    board: Board
    hexes: list[str]
    exits: list[Exit]
    frame: Frame
    scale: float


def panel(
    view: OptionsView, option: TileOption, units: tuple[float, float], scale: float, *, around: bool
) -> Panel:
    """An option in a panel that shows so many units of the map, with the hexes `around` or not."""
    x, y = centre(view.hex)
    stations = view.board.stations
    if option.stations is not None:
        stations = (*(s for s in stations if s.hex != view.hex), *option.stations)
    laid = replace(
        view.board,
        tiles={**view.board.tiles, view.hex: Laid(option.tile, option.rotation)},
        stations=stations,
        homes=tuple(h for h in view.board.homes if h.hex != view.hex or h.city is not None),
        colour=None,
        choices=(),
        routes=(),
        highlight=frozenset({view.hex}) if around else frozenset(),
        theme=view.theme,
    )
    theme = THEMES[view.theme]
    frame = Frame(x - units[0] / 2, y - units[1] / 2, *units)
    board = Board(laid, theme, coordinates=False)
    hexes = board.shown(frame) if around else [view.hex]
    size = min(max(NAME_SIZE / scale, 22.0), 32.0)
    room = Frame(EDGE - units[0] / 2, EDGE - units[1] / 2, units[0] - 2 * EDGE, units[1] - 2 * EDGE)
    named = exits.of(board, view.hex, size, room, hexes)
    taken = exits.around(view.hex, named, [h for h in hexes if h != view.hex])
    board = Board(laid, theme, coordinates=False, taken=taken)
    return Panel(board, hexes, named, frame, scale)


def _panel(
    view: OptionsView, option: TileOption, inner: Frame, scale: float, theme: Theme, *, around: bool
) -> str:
    units = inner.width / scale, inner.height / scale
    shown = panel(view, option, units, scale, around=around)
    frame = shown.frame
    middle = inner.left + inner.width / 2, inner.top + inner.height / 2
    names = "".join(exits.draw(shown.exits, middle, scale, theme))
    if around:
        return window(shown.board, frame, inner, clip=True) + names
    move = (
        f"translate({svg.num(inner.left - frame.left * scale)} "
        f"{svg.num(inner.top - frame.top * scale)}) scale({scale:.5f})"
    )
    ground = svg.rect(inner, fill=theme.page)
    return ground + svg.group(shown.board.layers(shown.hexes), transform=move) + names


def _caption(number: int, option: TileOption, inner: Frame, theme: Theme) -> str:
    """The option's number, large, with its note; and the panel's outline."""
    body = svg.rect(inner, fill="none", stroke=theme.ink, stroke_width=2.5)
    y = inner.bottom + CAPTION / 2
    radius = 25.0
    x = inner.left + radius + 1
    body += svg.circle((x, y), radius, fill=theme.ink)
    body += svg.text(str(number), (x, y), 38.0 if number < 10 else 31.0, theme.page)
    left = x + radius + 8
    room = inner.right - left
    lines = [option.note]
    if font.fit(option.note, room, NOTE, "medium") < SMALL:
        lines = option.note.split(", ", 1)
    apart = CAPTION / len(lines)
    for i, line in enumerate(lines):
        at = left, inner.bottom + apart * (i + 0.5)
        size = font.fit(line, room, min(NOTE, apart), "medium")
        body += svg.text(line, at, size, theme.ink, weight="medium", anchor="start")
    return body
