"""All tiles on one sheet, by colour, each with its number and how many there are."""

from __future__ import annotations

from engine.components import Tile, components
from render import svg
from render.geometry import CORNER, HEIGHT, Frame
from render.rails import tile_body
from render.themes import THEMES
from render.view import SheetView

ACROSS = 10
WIDE = 216.0
HIGH = 2 * HEIGHT + 52


def tiles() -> list[Tile]:
    """In the order of the sheet: yellow to gray, as in the components."""
    order = ("yellow", "green", "brown", "gray")
    return sorted(components().tiles.values(), key=lambda t: order.index(t.color))


def draw(view: SheetView) -> str:
    """The sheet."""
    theme = THEMES[view.theme]
    body: list[str] = []
    found = tiles()
    for i, tile in enumerate(found):
        cell = Frame(14 + (i % ACROSS) * WIDE, 14 + (i // ACROSS) * HIGH, WIDE, HIGH)
        x, y = cell.left + WIDE / 2, cell.top + HEIGHT + 4
        shape = svg.path(
            svg.polyline_path(CORNER, close=True),
            fill=theme.fields[tile.color],
            stroke=theme.grid,
            stroke_width=theme.grid_width,
        )
        move = f"translate({svg.num(x)} {svg.num(y)})"
        body.append(svg.group([shape, *tile_body(tile.number, 0, theme)], transform=move))
        text = f"{tile.number}  ×{tile.count}"
        body.append(svg.text(text, (x, y + HEIGHT + 22), 28.0, theme.ink))
    rows = (len(found) + ACROSS - 1) // ACROSS
    return svg.document(28 + ACROSS * WIDE, 28 + rows * HIGH, body, theme.page)
