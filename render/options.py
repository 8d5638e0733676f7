"""A choice of tiles and rotations in one picture: a row for each tile, each way under a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.components import components
from render import font, svg
from render.canvas import HEIGHT, WIDTH
from render.geometry import EDGE_UNIT, RADIUS, Frame, Point, centre, hexside
from render.geometry import HEIGHT as TO_SIDE
from render.labels import commodity_at
from render.layers import Board
from render.map import window
from render.themes import THEMES, Theme, ink_on
from render.view import Laid, OptionsView, TileOption

FEW = 8  # so many ways are shown with what lies around the hex
AROUND = (380.0, 330.0)  # units of the map in a panel: with what lies around
ALONE = (268.0, 252.0)  # with the hex alone
WAITING = (300.0, 252.0)  # with the hex and the stations that stand beside it
PAD, GAP, BETWEEN, HEAD = 22.0, 26.0, 8.0, 96.0
TITLE, CAPTION = 46.0, 58.0
LOWEST = HEIGHT - PAD - CAPTION
SIZES = range(980, 90, -6)
NAME_SIZE = 27.0
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


def arranged(found: Sequence[Row], shape: float) -> list[Row]:
    """The rows in place, with the largest panels at which all of them fit the canvas.

    `shape` is the width per height of a panel. Short rows stand beside each other; a row that is
    wider than the canvas goes on below.
    """
    placed: list[Row] = []
    for size in SIZES:
        placed = _at_size(found, float(size), size / shape)
        if max(panel.bottom for row in placed for panel in row.panels) <= LOWEST:
            break
    return placed


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
    units = AROUND if len(view.options) <= FEW else ALONE
    if units == ALONE and any(w.hex == view.hex for w in view.board.waiting):
        units = WAITING
    body = [*_head(view, theme)]
    for row in arranged(rows(view.options), units[0] / units[1]):
        body += _title(view, row, theme)
        for (number, option), inner in zip(row.ways, row.panels, strict=True):
            body.append(_panel(view, option, inner, units, theme))
            body.append(_caption(number, option, inner, theme))
    return svg.document(WIDTH, HEIGHT, body, theme.band)


def _head(view: OptionsView, theme: Theme) -> Iterator[str]:
    name = place_at(view.hex)
    company = view.board.heading.company if view.board.heading else None
    title = f"{f'{company}: ' if company else ''}tile for {name}"
    yield svg.text(title, (PAD, HEAD / 2 - 4), 50.0, theme.ink, anchor="start")
    if view.left_out:
        many = len(view.options) + view.left_out
        rest = f"{len(view.options)} of {many} ways; name a tile to see all of it"
        at = (WIDTH - PAD, HEAD / 2 - 4)
        yield svg.text(rest, at, 36.0, theme.ink, weight="medium", anchor="end")


def place_at(hex_id: str) -> str:
    """A hex with its name, where it has one that is no commodity."""
    printed = components().hexes[hex_id].name
    return f"{hex_id} {printed}" if printed and not commodity_at(hex_id) else hex_id


def _title(view: OptionsView, row: Row, theme: Theme) -> Iterator[str]:
    left = view.supply.get(row.tile)
    text = f"Tile {row.tile}" + (f", {left} left" if left is not None else "")
    first = row.panels[0]
    fits = font.fit(text, max(p.right for p in row.panels) - first.left + GAP / 2, 36.0)
    yield svg.text(text, (first.left, first.top - TITLE / 2), fits, theme.ink, anchor="start")


def _panel(
    view: OptionsView, option: TileOption, inner: Frame, units: tuple[float, float], theme: Theme
) -> str:
    x, y = centre(view.hex)
    stations = view.board.stations
    if option.stations is not None:
        stations = (*(s for s in stations if s.hex != view.hex), *option.stations)
    board = replace(
        view.board,
        tiles={**view.board.tiles, view.hex: Laid(option.tile, option.rotation)},
        stations=stations,
        homes=tuple(h for h in view.board.homes if h.hex != view.hex or h.city is not None),
        colour=None,
        choices=(),
        routes=(),
        highlight=frozenset({view.hex}) if units == AROUND else frozenset(),
        theme=view.theme,
    )
    frame = Frame(x - units[0] / 2, y - units[1] / 2, *units)
    scale = inner.width / units[0]
    names = _exits(view.hex, option, inner, scale, theme)
    drawn = Board(board, theme, coordinates=units == AROUND)
    if units == AROUND:
        return window(drawn, frame, inner, clip=True) + "".join(names)
    move = (
        f"translate({svg.num(inner.left - frame.left * scale)} "
        f"{svg.num(inner.top - frame.top * scale)}) scale({scale:.5f})"
    )
    ground = svg.rect(inner, fill=theme.page)
    return ground + svg.group(drawn.layers([view.hex]), transform=move) + "".join(names)


def _exits(
    hex_id: str, option: TileOption, inner: Frame, scale: float, theme: Theme
) -> Iterator[str]:
    """The names of the hexes to which the tile's track leads, beside its exits."""
    mask = components().tiles[option.tile].masks[option.rotation % 6]
    middle = inner.left + inner.width / 2, inner.top + inner.height / 2
    size = min(max(NAME_SIZE, 20 * scale), 32 * scale)
    for edge, other in components().hexes[hex_id].neighbors.items():
        if not mask >> edge & 1:
            continue
        at = _beside(middle, edge, scale)
        wide = font.width(other, size) + 0.5 * size
        box = Frame(at[0] - wide / 2, at[1] - 0.6 * size, wide, 1.2 * size)
        yield svg.rect(box, 0.25 * size, fill=theme.ink)
        yield svg.text(other, at, size, ink_on(theme.ink))


def _beside(middle: Point, edge: int, scale: float) -> Point:
    """A place outside a hexside, on the side of the track where no cost stands."""
    ux, uy = EDGE_UNIT[edge]
    first, second = hexside(edge)
    (ax, ay), (bx, by) = (second, first) if edge % 2 == 0 else (first, second)
    out, aside = TO_SIDE + 20, 25.0 / RADIUS
    x, y = ux * out + (ax - bx) * aside, uy * out + (ay - by) * aside
    return middle[0] + x * scale, middle[1] + y * scale


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
