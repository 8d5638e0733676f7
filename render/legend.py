"""What the signs of a board mean: each with a small drawing of itself; and all on one picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from render import font, svg, symbols
from render.canvas import HEIGHT, WIDTH
from render.geometry import CORNER, Box, Frame, Point
from render.labels import TICKS, disc, plate
from render.themes import THEMES, Theme, washed
from render.track import Node
from render.view import LegendView

HEX = svg.polyline_path(CORNER, close=True)


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: its drawing around the origin, the height of that, and what it means."""

    picture: Callable[[Theme], str]
    height: float
    meaning: str

    def drawn(self, at: Point, size: float, theme: Theme) -> str:
        """The drawing around a point, about as high as text of a size."""
        scale = 1.2 * size / self.height
        move = f"translate({svg.num(at[0])} {svg.num(at[1])}) scale({scale:.4f})"
        return svg.group([self.picture(theme)], transform=move)


def _tile(colour: str) -> Callable[[Theme], str]:
    def picture(theme: Theme) -> str:
        box = svg.rect(Box(0, 0, 60, 44), 4, fill=theme.fields[colour], stroke=theme.grid)
        marks = symbols.ticks(symbols.GENERATIONS[colour], (-TICKS.x + 3, 0.0), theme.ink)
        return box + marks

    return picture


def _ring(theme: Theme) -> str:
    return svg.path(HEX, fill=theme.fields["white"]) + symbols.ring(
        svg.polyline_path([(0.9 * x, 0.9 * y) for x, y in CORNER], close=True), theme, 2.4
    )


def _choice(theme: Theme) -> str:
    return _ring(theme) + symbols.letter(disc("A", 70, 52), (0, 0), theme)


def _pale(theme: Theme) -> str:
    colour = washed(theme.fields["green"], theme.wash)
    track = svg.path("M0 -86V86", stroke=theme.dim_track, stroke_width=24)
    return svg.path(HEX, fill=colour, stroke=theme.grid, stroke_width=5) + track


def _side(d: str, colour: str, dash: str | None = None) -> str:
    return svg.path(d, stroke="#FFFFFF", stroke_width=11) + svg.path(
        d, stroke=colour, stroke_width=7, stroke_dasharray=dash
    )


def _river(theme: Theme) -> str:
    return _side("M-26 0H26", theme.water) + symbols.cost(30, (0, 0), theme.water)


def _province(theme: Theme) -> str:
    return _side("M-26 0H26", theme.province, "16 6 4 6")


def _town(theme: Theme) -> str:
    node = Node("town", 0, (0, 0), (0, 3), 10, heading=0.0)
    track = svg.path("M-26 0H26", stroke=theme.track, stroke_width=theme.track_width)
    return track + symbols.town(node, (0, 0), theme)


def _boxed(theme: Theme) -> str:
    track = svg.path("M-26 0H26", stroke=theme.track, stroke_width=theme.track_width)
    return track + symbols.valued_town((0, 0), "20", theme)


def _city(theme: Theme) -> str:
    return symbols.city([(-29, 0), (29, 0)], 28, theme)


def _plate(text: str, *grounds: str) -> Callable[[Theme], str]:
    def picture(theme: Theme) -> str:
        colours = [theme.plate, *grounds]
        return symbols.plate(plate(text, 18), (0, 0), colours, theme.plate)

    return picture


def _x(theme: Theme) -> str:
    return symbols.badge(disc("+40", 23, 16.5), (0, 0), theme)


def _outside(theme: Theme) -> str:
    return symbols.pointer((0, 0), (1.0, 0.0), 20, theme)


SIGNS: Mapping[str, Sign] = {
    "choice": Sign(_choice, 190, "may be chosen now"),
    "marked": Sign(_ring, 190, "what this is about"),
    "changed": Sign(_ring, 190, "changed since"),
    "pale": Sign(_pale, 190, "pale: not on the network"),
    "outside": Sign(_outside, 44, "the network goes on"),
    "waiting": Sign(
        lambda theme: symbols.waiting("NWR", (0, 0), 23, theme), 52, "waits for its city"
    ),
    "home": Sign(lambda _: symbols.home("WR", (0, 0), 28), 58, "kept for a home"),
    "gauge": Sign(
        lambda theme: symbols.gauge_marker((0, 0), 0, theme), 40, "gauge change: uses a stop"
    ),
    "river": Sign(_river, 32, "first track over it: ₹30"),
    "province": Sign(_province, 32, "border: track makes a gauge change"),
    "plus": Sign(_x, 40, "+40: run's best city + 40"),
    "free": Sign(_plate("ORE"), 28, "commodity, free"),
    "claimed": Sign(_plate("ORE|SIR", symbols.company_colour("SIR")), 50, "commodity, held by SIR"),
    "yellow": Sign(_tile("yellow"), 46, "yellow tile"),
    "green": Sign(_tile("green"), 46, "green tile"),
    "brown": Sign(_tile("brown"), 46, "brown tile"),
    "gray": Sign(_tile("gray"), 46, "gray tile"),
    "towns": Sign(_boxed, 34, "town, with its value"),
    "town": Sign(_town, 40, "town"),
    "city": Sign(_city, 62, "city with two slots"),
}
"""Every sign by its name, in the order in which a strip explains them."""

ROWS = 10
SIZE = 44.0


def draw(view: LegendView) -> str:
    """All signs on one picture, in two columns."""
    theme = THEMES[view.theme]
    body = [svg.text("What the signs mean", (40, 62), 54, theme.ink, anchor="start")]
    high = (HEIGHT - 130) / ROWS
    for i, sign in enumerate(SIGNS.values()):
        x, y = 40 + WIDTH / 2 * (i // ROWS), 125 + high * (i % ROWS) + high / 2
        body.append(sign.drawn((x + 60, y), SIZE * 1.15, theme))
        room = WIDTH / 2 - 200
        size = font.fit(sign.meaning, room, SIZE, "medium")
        at = (x + 150, y)
        body.append(svg.text(sign.meaning, at, size, theme.ink, weight="medium", anchor="start"))
    ground = svg.rect(Frame(0, 0, WIDTH, HEIGHT), fill=theme.page)
    return svg.document(WIDTH, HEIGHT, [ground, *body], theme.page)
