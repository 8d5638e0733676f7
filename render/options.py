"""A choice of tiles and rotations in one picture: each in its surroundings, under a number."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.components import components
from render import font, svg
from render.geometry import Frame, centre
from render.map import window
from render.themes import THEMES, Theme
from render.view import Laid, OptionsView, TileOption

PANEL = 380.0  # width and height of the map in a panel, in units of the drawing
CAPTION = 92.0
GAP = 18.0
ACROSS = 6  # panels beside each other at most


def columns(count: int) -> int:
    """How many panels stand beside each other, so that the picture is wider than high."""
    if count <= 4:
        return max(count, 2)
    return min(ACROSS, max(3, math.ceil(math.sqrt(count * 1.4))))


def draw(view: OptionsView) -> str:
    """All options in the order given, numbered from 1."""
    theme = THEMES[view.theme]
    across = columns(len(view.options))
    down = math.ceil(len(view.options) / across)
    width = GAP + across * (PANEL + GAP)
    height = GAP + down * (PANEL + CAPTION + GAP)
    maps: list[str] = []
    captions: list[str] = []
    for i, option in enumerate(view.options):
        left = GAP + (i % across) * (PANEL + GAP)
        top = GAP + (i // across) * (PANEL + CAPTION + GAP)
        inner = Frame(left, top, PANEL, PANEL)
        maps.append(_panel(view, option, inner))
        captions.append(_caption(i + 1, option, inner, theme))
    return svg.document(width, height, [*maps, *captions], theme.band)


def _panel(view: OptionsView, option: TileOption, inner: Frame) -> str:
    x, y = centre(view.hex)
    near = frozenset({view.hex, *components().hexes[view.hex].neighbors.values()})
    laid = {**view.board.tiles, view.hex: Laid(option.tile, option.rotation)}
    board = replace(
        view.board,
        tiles=laid,
        crop=near,
        colour=None,
        routes=(),
        highlight=frozenset({view.hex}),
        theme=view.theme,
    )
    frame = Frame(x - PANEL / 2, y - PANEL / 2, PANEL, PANEL)
    return window(board, frame, inner, clip=True)


def _caption(number: int, option: TileOption, inner: Frame, theme: Theme) -> str:
    """The option's number, large, with its tile and its note; and the panel's outline."""
    body = svg.rect(inner, fill="none", stroke=theme.ink, stroke_width=2.5)
    y = inner.bottom + CAPTION / 2
    radius = 34.0
    x = inner.left + radius + 2
    body += svg.circle((x, y), radius, fill=theme.ink)
    body += svg.text(str(number), (x, y), 46.0 if number < 10 else 38.0, theme.page)
    left = x + radius + 14
    room = inner.right - left
    title = f"Tile {option.tile}" + (f", turned {option.rotation}")
    size = font.fit(title, room, 34.0)
    if not option.note:
        return body + svg.text(title, (left, y), size, theme.ink, anchor="start")
    body += svg.text(title, (left, y - 19), size, theme.ink, anchor="start")
    small = font.fit(option.note, room, 28.0, "medium")
    return body + svg.text(
        option.note, (left, y + 21), small, theme.ink, weight="medium", anchor="start"
    )
