"""The board as a picture: the whole map or a landscape crop of it, in layers from fields to names.

Order of drawing: veiled hexes, veil, then the hexes in full colour; in each fields, borders,
highlights, track, routes, stops, revenue, plates, costs and gauge-change markers, coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.components import components
from render import svg
from render.geometry import COLUMN, HEIGHT, Frame, bounds, centre, landscape
from render.layers import Board
from render.routes import legend
from render.themes import THEMES, Theme
from render.view import BoardView

BAND = 54.0  # the edge with the letters and numbers; more in a frame wider than 1600


def whole() -> Frame:
    """A frame around the whole map."""
    box = bounds(components().hexes)
    return Frame(box.left - 20, box.top - 20, box.width + 40, box.height + 40)


def around(hex_id: str, steps: int = 2) -> frozenset[str]:
    """The hexes at most `steps` away from a hex: a crop for a question about one place."""
    x, y = centre(hex_id)
    reach = steps * 2 * HEIGHT + 1
    return frozenset(h for h in components().hexes if math.dist(centre(h), (x, y)) <= reach)


def frame_of(view: BoardView) -> Frame:
    """What a view shows of the map."""
    return whole() if view.crop is None else landscape(view.crop, whole())


def _band(frame: Frame) -> float:
    return BAND * max(frame.width / 1600, 1.0)


def size(view: BoardView) -> tuple[float, float]:
    """Width and height of a board's picture in units, without the strip of the routes' sums."""
    frame = frame_of(view)
    bands = _band(frame) * (2 if view.crop is None else 1)
    return frame.width + bands, frame.height + bands


def draw(view: BoardView) -> str:
    """A board, with the axis on its edges and the sums of its routes below."""
    theme = THEMES[view.theme]
    frame = frame_of(view)
    band = _band(frame)
    double = view.crop is None
    width, height = size(view)
    inner = Frame(band, band, frame.width, frame.height)
    cover = surround(Frame(0, 0, width, height), [inner], theme.band)
    body = [window(view, frame, inner), cover, *_axis(frame, inner, band, double, theme)]
    if view.routes:
        strip, extra = legend(view.routes, width, height, theme)
        body.append(strip)
        height += extra
    return svg.document(width, height, body, theme.band)


def window(view: BoardView, frame: Frame, inner: Frame, *, clip: bool = False) -> str:
    """A frame of the map, scaled into a rectangle of a picture.

    Hexes on the rim reach beyond the rectangle: paint `surround` over them, or let them be clipped
    (which takes the rasteriser much longer, and is for several windows beside each other).
    """
    theme = THEMES[view.theme]
    body = [svg.rect(frame, fill=theme.page), *Board(view, theme).layers(frame)]
    if clip:
        box = (
            f'<svg x="{svg.num(inner.left)}" y="{svg.num(inner.top)}" '
            f'width="{svg.num(inner.width)}" height="{svg.num(inner.height)}" viewBox="'
            f'{" ".join(svg.num(n) for n in frame)}">'
        )
        return box + "".join(body) + "</svg>"
    scale = inner.width / frame.width
    x, y = inner.left - frame.left * scale, inner.top - frame.top * scale
    move = f"translate({svg.num(x)} {svg.num(y)})"
    if abs(scale - 1) > 1e-9:
        move += f" scale({scale:.5f})"
    return svg.group(body, transform=move)


def surround(picture: Frame, windows: Iterable[Frame], colour: str) -> str:
    """A ground with holes, which covers what reaches out of the windows of a picture."""
    far = Frame(picture.left - 150, picture.top - 150, picture.width + 300, picture.height + 300)
    d = "".join(
        f"M{svg.num(f.left)} {svg.num(f.top)}h{svg.num(f.width)}v{svg.num(f.height)}"
        f"h{svg.num(-f.width)}Z"
        for f in (far, *windows)
    )
    return svg.path(d, fill=colour, fill_rule="evenodd")


def _axis(frame: Frame, inner: Frame, band: float, double: bool, theme: Theme) -> Iterable[str]:
    """Letters along the top and numbers along the left; on the whole map on all four sides."""
    size = band * 0.66
    sides = (0.0, inner.height + band) if double else (0.0,)
    for column in range(18):
        x = column * COLUMN - frame.left
        if size * 0.4 < x < frame.width - size * 0.4:
            for y in sides:
                yield svg.text(chr(65 + column), (inner.left + x, y + band / 2), size, theme.ink)
    sides = (0.0, inner.width + band) if double else (0.0,)
    for row in range(1, 42):
        y = row * HEIGHT - frame.top
        if size * 0.5 < y < frame.height - size * 0.5:
            for x in sides:
                yield svg.text(str(row), (x + band / 2, inner.top + y), size, theme.ink)
    yield svg.rect(inner, fill="none", stroke=theme.ink, stroke_width=2.5)
