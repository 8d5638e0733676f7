"""The colours and weights of pictures, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from render.view import ThemeName


@dataclass(frozen=True, slots=True)
class RouteStyle:
    """How the line of one train looks: its colour, its dash, and the colour of text on it.

    `core` is the width of a white line in its middle, which tells it from track without colour.
    """

    colour: str
    dash: str | None
    ink: str
    core: float = 0.0


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as CSS; widths in units of the drawing (a hex is 200 wide).

    `wash` is the share of white in the colour of a hex that no decision needs, `dim_track` the
    colour of its track.
    """

    page: str
    ink: str
    quiet: str
    band: str
    fields: Mapping[str, str]
    grid: str
    grid_width: float
    outline: str
    coordinate: str
    wash: float
    dim_track: str
    track: str
    track_width: float
    track_edge: str
    track_edge_width: float
    badge: str
    badge_ink: str
    water: str
    province: str
    gauge: str
    gauge_ink: str
    mountain: str
    hill: str
    highlight: str
    plate: str
    par: str
    end: str
    closed: str
    space: str
    routes: tuple[RouteStyle, ...]
    route_casing: str


STANDARD = Theme(
    page="#FFFFFF",
    ink="#000000",
    quiet="#565B66",
    band="#F1F2F4",
    fields={
        "white": "#EAE0C8",
        "yellow": "#FDE900",
        "green": "#71BF44",
        "brown": "#CB7745",
        "gray": "#BCBDC0",
        "red": "#EC232A",
        "blue": "#35A7FF",
    },
    grid="#8E8672",
    grid_width=2.0,
    outline="#16181D",
    coordinate="#000000",
    wash=0.62,
    dim_track="#5F636B",
    track="#16181D",
    track_width=12.0,
    track_edge="#FFFFFF",
    track_edge_width=16.0,
    badge="#FFFFFF",
    badge_ink="#16181D",
    water="#1565C0",
    province="#CB430D",
    gauge="#FFFFFF",
    gauge_ink="#C2255C",
    mountain="#6B4A33",
    hill="#4F7A34",
    highlight="#000000",
    plate="#3B2F2A",
    par="#FFE3E0",
    end="#CFE8FF",
    closed="#C9CBD1",
    space="#FFFFFF",
    routes=(
        RouteStyle("#A40122", None, "#FFFFFF", 3.5),
        RouteStyle("#099FFA", "34 12", "#000000"),
        RouteStyle("#FFDC3D", "12 9", "#000000"),
        RouteStyle("#000080", "36 9 9 9", "#FFFFFF"),
    ),
    route_casing="#16181D",
)

CONTRAST = replace(
    STANDARD,
    page="#C3D3DE",
    ink="#000000",
    quiet="#000000",
    band="#E4E4E4",
    fields={
        "white": "#FFFFFF",
        "yellow": "#FFF04D",
        "green": "#8FE388",
        "brown": "#E0A06B",
        "gray": "#C4C4C4",
        "red": "#FF9C9C",
        "blue": "#9AD4FF",
    },
    grid="#4D4D4D",
    grid_width=2.6,
    outline="#000000",
    coordinate="#000000",
    wash=0.55,
    dim_track="#565656",
    track="#000000",
    track_width=14.0,
    track_edge_width=19.0,
    badge_ink="#000000",
    water="#00469B",
    province="#A82E00",
    gauge_ink="#8A0041",
    mountain="#3D2614",
    hill="#1F4A0D",
    plate="#000000",
    par="#FFD9D4",
    end="#BFE0FF",
    closed="#B0B0B0",
    route_casing="#000000",
)

THEMES: Mapping[ThemeName, Theme] = {"standard": STANDARD, "contrast": CONTRAST}

_NAMED = {"white": "#FFFFFF", "black": "#000000"}


def washed(colour: str, share: float) -> str:
    """A colour with a share of white in it, 0 to 1."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * share):02X}" for c in channels)


def hexadecimal(colour: str) -> str:
    """A colour as six hexadecimal digits, where it may be a name.

    >>> hexadecimal("black"), hexadecimal("#A40122")
    ('#000000', '#A40122')
    """
    return _NAMED.get(colour, colour)


@cache
def luminance(colour: str) -> float:
    """The relative luminance of a colour, 0 (black) to 1 (white)."""
    code = hexadecimal(colour)
    channels = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, 1 (none) to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    return max(("#FFFFFF", "#000000"), key=lambda ink: contrast(ink, colour))
