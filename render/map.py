"""The board as a picture: a wide canvas with the map on the left and a strip at its side.

The map is framed around what the question needs; where a company's network goes on outside, arrows
stand on the rim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from engine.components import components
from render import strip, svg, symbols
from render.canvas import BAND, HEIGHT, INLINE, MAP, SHAPE, STRIP, WIDTH
from render.geometry import COLUMN, RADIUS, Frame, Point, bounds, centre, centred, framed
from render.geometry import HEIGHT as ROW
from render.layers import Board
from render.themes import THEMES, Theme
from render.view import BoardView

LEAST_HEX = 34.0  # pixels: the width of a hex inline at which its map can still be read
WIDEST = MAP.width * INLINE / WIDTH * 2 * RADIUS / LEAST_HEX  # of a frame that can be read
STRETCH = 1.4  # by which a frame may be wider so that it shows all choices
CHOICE_WEIGHT = 20
"""How much it matters that a picture shows a choice; stations and ends matter less."""
AXIS_SIZE = 32.0


@cache
def whole() -> Frame:
    """A frame around the whole map."""
    box = bounds(components().hexes)
    return Frame(box.left - 20, box.top - 20, box.width + 40, box.height + 40)


def frame_of(view: BoardView) -> Frame:
    """What a view shows of the map."""
    if view.whole:
        return framed(components().hexes, whole(), SHAPE, margin=20)
    needed = view.crop or frozenset()
    if not view.focus:
        return framed(needed, whole(), SHAPE)
    frame = framed(needed | set(view.focus), whole(), SHAPE)
    if frame.width <= WIDEST:
        return frame
    wanted = dict(view.focus) | dict.fromkeys(needed, CHOICE_WEIGHT)
    if needed:
        least = framed(needed, whole(), SHAPE)
        if WIDEST <= least.width <= WIDEST * STRETCH:
            return least
        if least.width < WIDEST:
            around = framed(needed, whole(), SHAPE, smallest=WIDEST)
            return _best([*_windows(wanted), around], wanted, needed)
    return _best(list(_windows(wanted)), wanted, frozenset())


def _windows(hexes: Iterable[str]) -> Iterator[Frame]:
    """Frames of the greatest size that can be read, around the hexes and between them."""
    xs = sorted({centre(h)[0] for h in hexes})
    ys = sorted({centre(h)[1] for h in hexes})
    found = {centred((x, y), WIDEST, SHAPE, whole()): None for x in xs for y in ys}
    return iter(found)


def _best(windows: list[Frame], wanted: Mapping[str, int], needed: frozenset[str]) -> Frame:
    """The window with the most weight in it, of those that show all that is needed."""
    points = [(*centre(h), weight) for h, weight in wanted.items()]
    must = [centre(h) for h in needed]

    def worth(frame: Frame) -> int:
        left, right = frame.left + RADIUS, frame.right - RADIUS
        top, bottom = frame.top + ROW, frame.bottom - ROW
        if not all(left <= x <= right and top <= y <= bottom for x, y in must):
            return -1
        return sum(n for x, y, n in points if left <= x <= right and top <= y <= bottom)

    return max(windows, key=worth)


def inside(hex_id: str, frame: Frame) -> bool:
    """Whether a frame shows all of a hex."""
    x, y = centre(hex_id)
    return (
        frame.left <= x - RADIUS
        and x + RADIUS <= frame.right
        and frame.top <= y - ROW
        and y + ROW <= frame.bottom
    )


def draw(view: BoardView) -> str:
    """A board, with the axis on its edges and the strip at its side."""
    theme = THEMES[view.theme]
    frame = frame_of(view)
    board = Board(view, theme)
    crossings = list(_crossings(view, frame))
    signs = (*(("outside",) if crossings else ()), *board.signs(frame))
    body = [
        window(board, frame, MAP),
        surround(Frame(0, 0, WIDTH, HEIGHT), [MAP], theme.band),
        *_axis(frame, theme),
        *_pointers(crossings, frame, theme),
        strip.draw(view, signs, outside(view, frame), STRIP, theme),
    ]
    return svg.document(WIDTH, HEIGHT, body, theme.band)


def window(board: Board, frame: Frame, inner: Frame, *, clip: bool = False) -> str:
    """A frame of the map, scaled into a rectangle of a picture.

    Hexes on the rim reach beyond the rectangle: paint `surround` over them, or let them be clipped
    (which takes the rasteriser much longer, and is for several windows beside each other).
    """
    body = [svg.rect(frame, fill=board.theme.page), *board.layers(board.shown(frame))]
    if clip:
        box = (
            f'<svg x="{svg.num(inner.left)}" y="{svg.num(inner.top)}" '
            f'width="{svg.num(inner.width)}" height="{svg.num(inner.height)}" viewBox="'
            f'{" ".join(svg.num(n) for n in frame)}">'
        )
        return box + "".join(body) + "</svg>"
    scale = inner.width / frame.width
    x, y = inner.left - frame.left * scale, inner.top - frame.top * scale
    move = f"translate({svg.num(x)} {svg.num(y)}) scale({scale:.5f})"
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


def _axis(frame: Frame, theme: Theme) -> Iterable[str]:
    """Letters along the top and numbers along the left."""
    scale = MAP.width / frame.width
    size = min(AXIS_SIZE, COLUMN * scale * 0.9)
    for column in range(18):
        x = (column * COLUMN - frame.left) * scale
        if size * 0.4 < x < MAP.width - size * 0.4:
            yield svg.text(chr(65 + column), (MAP.left + x, BAND / 2), size, theme.ink)
    size = min(AXIS_SIZE, ROW * scale * 1.05)
    for row in range(1, 42):
        y = (row * ROW - frame.top) * scale
        if size * 0.5 < y < MAP.height - size * 0.5:
            yield svg.text(str(row), (BAND / 2, MAP.top + y), size, theme.ink)
    yield svg.rect(MAP, fill="none", stroke=theme.ink, stroke_width=2.5)


# -- where the network goes on ---------------------------------------------------------------------


def outside(view: BoardView, frame: Frame) -> str:
    """Where a company's network goes on outside the frame, in words; empty if it does not."""
    beyond = [centre(h) for h in sorted(view.network) if not frame.holds(centre(h))]
    sides = {
        "north": any(y < frame.top for _, y in beyond),
        "east": any(x > frame.right for x, _ in beyond),
        "south": any(y > frame.bottom for _, y in beyond),
        "west": any(x < frame.left for x, _ in beyond),
    }
    found = [side for side, there in sides.items() if there]
    if not found:
        return ""
    words = " and ".join(filter(None, [", ".join(found[:-1]), found[-1]]))
    hexes = "1 more hex" if len(beyond) == 1 else f"{len(beyond)} more hexes"
    left = sum(not inside(choice.hex, frame) for choice in view.choices)
    chosen = f", {left} of them to choose from: /map area: whole" if left else ""
    return f"The network goes on to the {words}: {hexes}{chosen}"


def _crossings(view: BoardView, frame: Frame) -> Iterator[tuple[Point, Point]]:
    """A point inside and one outside for each place at which the network leaves the frame."""
    for h in sorted(view.network):
        for other in components().hexes[h].neighbors.values():
            crossing = centre(h), centre(other)
            if other in view.network and [frame.holds(at) for at in crossing] == [True, False]:
                yield crossing


def _pointers(
    crossings: Iterable[tuple[Point, Point]], frame: Frame, theme: Theme
) -> Iterator[str]:
    """Arrowheads on the rim where the network goes on."""
    scale, size = MAP.width / frame.width, 17.0
    for (ax, ay), (bx, by) in crossings:
        x = min(max((ax + bx) / 2, frame.left), frame.right)
        y = min(max((ay + by) / 2, frame.top), frame.bottom)
        at = MAP.left + (x - frame.left) * scale, MAP.top + (y - frame.top) * scale
        way = _way((bx, by), frame)
        rim = (
            min(max(at[0], MAP.left + size), MAP.right - size)
            if not way[0]
            else (MAP.left + size if way[0] < 0 else MAP.right - size),
            min(max(at[1], MAP.top + size), MAP.bottom - size)
            if not way[1]
            else (MAP.top + size if way[1] < 0 else MAP.bottom - size),
        )
        yield symbols.pointer(rim, way, size, theme)


def _way(beyond: Point, frame: Frame) -> Point:
    """The side of a frame on which a point lies outside it, as a unit vector."""
    x, y = beyond
    if x < frame.left or x > frame.right:
        return (-1.0 if x < frame.left else 1.0), 0.0
    return 0.0, (-1.0 if y < frame.top else 1.0)
