"""Small drawings of our own: stations, plates, badges, mountains, gauge-change markers, arrows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.components import components
from render import font, svg
from render.geometry import Box, Point
from render.labels import COST_RADIUS, GAUGE_RADIUS, LEADING, TICKS, Shape
from render.themes import Theme, contrast, hexadecimal, ink_on, luminance
from render.track import TOWN_BAR, TOWN_BOX, Node

GENERATIONS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}


def company_colour(company: str) -> str:
    """The colour printed for a company, as six hexadecimal digits."""
    return hexadecimal(components().companies[company].color)


def darkened(colour: str, ground: str, least: float = 4.5) -> str:
    """A colour made darker until text in it can be read on a ground."""
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    while contrast(colour, ground) < least and luminance(colour) > 0:
        channels = [int(c * 0.9) for c in channels]
        colour = "#" + "".join(f"{c:02X}" for c in channels)
    return colour


def station(company: str, at: Point, radius: float, theme: Theme) -> str:
    """A company's station: a disc in its colour with its letters."""
    colour = company_colour(company)
    size = font.fit(company, 2 * radius - 8.5, radius * 0.86)
    return svg.circle(at, radius - 1, fill=colour, stroke=theme.track, stroke_width=2.5) + svg.text(
        company, at, size, ink_on(colour)
    )


def waiting(company: str, at: Point, radius: float, theme: Theme) -> str:
    """A station that waits beside its hex for a city: in a broken ring."""
    ring = svg.circle(
        at,
        radius + 3.5,
        fill="#FFFFFF",
        stroke=theme.track,
        stroke_width=2.5,
        stroke_dasharray="7 4",
    )
    return ring + station(company, at, radius, theme)


def home(company: str, at: Point, radius: float) -> str:
    """The place kept for a company: an empty slot with a broken ring and its letters."""
    colour = darkened(company_colour(company), "#FFFFFF")
    size = font.fit(company, 2 * radius - 13, radius * 0.8)
    return svg.circle(
        at, radius - 3.5, fill="#FFFFFF", stroke=colour, stroke_width=3, stroke_dasharray="7 4.5"
    ) + svg.text(company, at, size, colour)


def city(points: Sequence[Point], radius: float, theme: Theme) -> str:
    """A city's slots, joined by a white ground with a dark outline."""
    if len(points) == 1:
        return svg.circle(
            points[0], radius + 1, fill="#FFFFFF", stroke=theme.track, stroke_width=3.5
        )
    d = svg.polyline_path(points, close=True)
    hull = svg.path(
        d, stroke=theme.track, stroke_width=2 * radius + 6, stroke_linejoin="round"
    ) + svg.path(
        d, stroke="#FFFFFF", stroke_width=2 * radius + 1, stroke_linejoin="round", fill="#FFFFFF"
    )
    return hull + "".join(
        svg.circle(p, radius - 1, fill="#FFFFFF", stroke=theme.track, stroke_width=1.5)
        for p in points
    )


def valued_town(
    at: Point, value: str, theme: Theme, *, ground: str | None = None, dash: str | None = None
) -> str:
    """A town with its value in it; `ground` is the colour of the train that stops there."""
    fill = ground or theme.track
    box = svg.rect(
        Box(*at, TOWN_BOX[0] - 2, TOWN_BOX[1] - 2),
        5,
        fill=fill,
        stroke=theme.track_edge if ground is None else theme.route_casing,
        stroke_width=2.5,
        stroke_dasharray=dash,
    )
    return box + svg.text(value, at, 19.0, ink_on(fill))


def town(node: Node, at: Point, theme: Theme) -> str:
    """A town: a bar across its track, or a dot where tracks meet or none is laid."""
    if node.heading is None:
        return svg.circle(
            at, node.radius, fill=theme.track, stroke=theme.track_edge, stroke_width=2.5
        )
    angle = math.radians(node.heading + 90)
    dx, dy = math.cos(angle) * TOWN_BAR[1] / 2, math.sin(angle) * TOWN_BAR[1] / 2
    line = svg.polyline_path([(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)])
    return svg.path(line, stroke=theme.track_edge, stroke_width=TOWN_BAR[0] + 4) + svg.path(
        line, stroke=theme.track, stroke_width=TOWN_BAR[0]
    )


def badge(shape: Shape, at: Point, theme: Theme) -> str:
    """A revenue: dark figures on a white disc or pill."""
    box = Box(*at, shape.width - 2, shape.height - 2)
    return svg.rect(
        box, box.height / 2, fill=theme.badge, stroke=theme.track, stroke_width=2
    ) + svg.text(shape.text, at, shape.size, theme.badge_ink)


def letter(shape: Shape, at: Point, theme: Theme) -> str:
    """What tells a hex apart that may be chosen: white on a dark disc."""
    box = Box(*at, shape.width - 2, shape.height - 2)
    return svg.rect(
        box, box.height / 2, fill=theme.highlight, stroke="#FFFFFF", stroke_width=2.5
    ) + svg.text(shape.text, at, shape.size, "#FFFFFF")


def plate(
    shape: Shape, at: Point, grounds: Sequence[str], edge: str, *, dash: str | None = None
) -> str:
    """A text on a plate; a plate of two parts has a ground for each."""
    parts = shape.text.split("|")
    total = math.fsum(font.width(part, shape.size) for part in parts)
    spare = (shape.width - total) / len(parts)
    left, top = at[0] - shape.width / 2, at[1] - shape.height / 2
    body, x, r = "", left, shape.radius
    for i, (part, ground) in enumerate(zip(parts, grounds, strict=False)):
        width = font.width(part, shape.size) + spare
        a = r if i == 0 else 0.0
        b = r if i == len(parts) - 1 else 0.0
        body += svg.path(_slab(x, top, width, shape.height, a, b), fill=ground)
        body += svg.text(part, (x + width / 2, at[1]), shape.size, ink_on(ground))
        x += width
    outline = Box(*at, shape.width, shape.height)
    return body + svg.rect(
        outline, r, fill="none", stroke=edge, stroke_width=2, stroke_dasharray=dash
    )


def stack(
    shape: Shape, at: Point, grounds: tuple[str, str], edge: str, *, dash: str | None = None
) -> str:
    """A plate with one part above the other."""
    upper, lower = shape.text.split("/")
    box = Box(*at, shape.width, shape.height)
    left, top = at[0] - shape.width / 2, at[1] - shape.height / 2
    half = shape.height / 2
    below = _slab(left, at[1], shape.width, half, 0, 0)
    return (
        svg.rect(box, shape.radius, fill=grounds[0])
        + svg.path(below, fill=grounds[1])
        + svg.rect(
            box, shape.radius, fill="none", stroke=edge, stroke_width=2, stroke_dasharray=dash
        )
        + svg.text(upper, (at[0], top + half / 2), shape.size, ink_on(grounds[0]))
        + svg.text(lower, (at[0], at[1] + half / 2), shape.size, ink_on(grounds[1]))
    )


def name(shape: Shape, at: Point, theme: Theme, ground: str) -> Iterator[str]:
    """A text without outline in one line or two, its halo in the colour of the ground."""
    lines = shape.text.split("/")
    for i, line in enumerate(lines):
        y = at[1] + (i - (len(lines) - 1) / 2) * LEADING * shape.size
        yield svg.text(line, (at[0], y), shape.size, theme.ink, halo=ground, halo_width=4)


def _slab(x: float, y: float, w: float, h: float, left: float, right: float) -> str:
    """A rectangle whose left and right corners are rounded each by a radius of its own."""
    n = svg.num
    d = f"M{n(x + left)} {n(y)}H{n(x + w - right)}"
    d += f"a{n(right)} {n(right)} 0 0 1 {n(right)} {n(right)}V{n(y + h - right)}" if right else ""
    d += f"a{n(right)} {n(right)} 0 0 1 {n(-right)} {n(right)}" if right else f"V{n(y + h)}"
    d += f"H{n(x + left)}"
    if not left:
        return d + "Z"
    d += f"a{n(left)} {n(left)} 0 0 1 {n(-left)} {n(-left)}V{n(y + left)}"
    return d + f"a{n(left)} {n(left)} 0 0 1 {n(left)} {n(-left)}Z"


def cost(amount: int, at: Point, colour: str) -> str:
    """What it costs to join track over a hexside."""
    return svg.circle(
        at, COST_RADIUS - 1, fill=colour, stroke="#FFFFFF", stroke_width=2
    ) + svg.text(str(amount), at, 18.0, "#FFFFFF")


def gauge_marker(at: Point, edge: int, theme: Theme) -> str:
    """A gauge-change marker: a lozenge with two arrowheads that meet on the hexside."""
    r = GAUGE_RADIUS
    lozenge = svg.path(
        f"M0 {svg.num(-r)}L{svg.num(r)} 0L0 {svg.num(r)}L{svg.num(-r)} 0Z",
        fill=theme.gauge_ink,
        stroke=theme.gauge,
        stroke_width=2.5,
        stroke_linejoin="round",
    )
    heads = svg.path("M-6.5 -9L0 -1.8L6.5 -9ZM-6.5 9L0 1.8L6.5 9Z", fill=theme.gauge)
    turn = f"translate({svg.num(at[0])} {svg.num(at[1])}) rotate({60 * edge % 180})"
    return svg.group([lozenge, heads], transform=turn)


def terrain(kind: str, at: Point, shape: Shape, theme: Theme) -> str:
    """A hill, a mountain or water, with what it costs to build there."""
    x = at[0] - shape.width / 2
    y = at[1]
    if kind == "mountain":
        icon = svg.path(f"M{svg.num(x)} {svg.num(y + 11)}l14 -24l14 24Z", fill=theme.mountain)
        icon += svg.path(
            f"M{svg.num(x + 14)} {svg.num(y - 13)}l5 8.6l-3 2.4l-2 -2.4l-2 2.4l-3 -2.4Z",
            fill="#FFFFFF",
        )
    elif kind == "hill":
        icon = svg.path(f"M{svg.num(x)} {svg.num(y + 9)}c4 -18 24 -18 28 0Z", fill=theme.hill)
    else:
        wave = "q3.5 -7 7 0t7 0t7 0t7 0"
        icon = svg.path(
            "".join(f"M{svg.num(x)} {svg.num(y + dy)}{wave}" for dy in (-6, 5)),
            stroke=theme.water,
            stroke_width=3.5,
        )
    return icon + svg.text(shape.text, (x + 32, y), shape.size, theme.ink, anchor="start")


def arrow(at: Point, steps: int, size: float, colour: str) -> str:
    """An arrowhead to the right or to the left for a move on the share track."""
    way = 1 if steps > 0 else -1
    n = svg.num
    half = size / 2
    return svg.path(
        f"M{n(at[0] - way * half)} {n(at[1] - half)}L{n(at[0] + way * half)} {n(at[1])}"
        f"L{n(at[0] - way * half)} {n(at[1] + half)}Z",
        fill=colour,
    )


def ring(outline: str, theme: Theme, thick: float = 1.0) -> str:
    """The strong outline of marked hexes along a path."""
    return svg.path(
        outline, stroke="#FFFFFF", stroke_width=10 * thick, stroke_linejoin="round"
    ) + svg.path(outline, stroke=theme.highlight, stroke_width=6 * thick, stroke_linejoin="round")


def ticks(generation: int, middle: Point, ink: str, corner: int = 4) -> str:
    """One to three strokes in a corner for yellow, green and brown; it is full for gray."""
    x, half = TICKS.x, TICKS.height / 2
    n = svg.num
    move = f"translate({n(middle[0])} {n(middle[1])})"
    if corner != 4:
        move += f" rotate({60 * (corner - 4)})"
    if generation == GENERATIONS["gray"]:
        d = f"M{n(x + 13)} 0l-10 {n(half)}h-14v{n(-2 * half)}h14Z"
        return svg.path(d, fill=ink, transform=move)
    strokes = ((0.0, half), (-9.0, half), (9.0, half * 0.45))[:generation]
    d = "".join(f"M{n(x + dx)} {n(-high)}v{n(2 * high)}" for dx, high in strokes)
    return svg.path(d, stroke=ink, stroke_width=4.5, transform=move)


def pointer(at: Point, way: Point, size: float, theme: Theme) -> str:
    """An arrowhead on the rim of a map: what is shown goes on that way (a unit vector)."""
    (x, y), (dx, dy) = at, way
    corners = [
        (x + dx * size, y + dy * size),
        (x - dx * size - dy * size, y - dy * size + dx * size),
        (x - dx * size + dy * size, y - dy * size - dx * size),
    ]
    d = svg.polyline_path(corners, close=True)
    return svg.path(
        d, fill=theme.ink, stroke="#FFFFFF", stroke_width=size * 0.25, stroke_linejoin="round"
    )
