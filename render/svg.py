"""Writing SVG by hand: short numbers, escaped text, shapes as strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Literal

from render.font import CAP_HEIGHT, CSS_WEIGHT, FAMILY, Weight
from render.geometry import Box, Frame, Point

Anchor = Literal["start", "middle", "end"]


def num(value: float) -> str:
    """A number with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(values: dict[str, str | float | None]) -> str:
    """`stroke_width=3` becomes ` stroke-width="3"`; None is left out."""
    return "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else num(value)}"'
        for key, value in values.items()
        if value is not None
    )


def polyline_path(line: Sequence[Point], *, close: bool = False) -> str:
    """The data of a path through points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line) + ("Z" if close else "")


def path(d: str, **values: str | float | None) -> str:
    """A path; nothing is filled unless a fill is given."""
    values.setdefault("fill", "none")
    return f'<path d="{d}"{attributes(values)}/>'


def circle(at: Point, radius: float, **values: str | float | None) -> str:
    """A disc or ring."""
    return f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}"{attributes(values)}/>'


def rect(box: Box | Frame, radius: float = 0.0, **values: str | float | None) -> str:
    """A rectangle, its corners rounded by `radius`."""
    if isinstance(box, Box):
        box = Frame(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
    if radius:
        values["rx"] = radius
    return (
        f'<rect x="{num(box.left)}" y="{num(box.top)}" width="{num(box.width)}" '
        f'height="{num(box.height)}"{attributes(values)}/>'
    )


def text(
    content: str,
    at: Point,
    size: float,
    fill: str,
    *,
    weight: Weight = "bold",
    anchor: Anchor = "middle",
    halo: str | None = None,
    halo_width: float = 5.0,
) -> str:
    """A line of text whose capitals are centred on the height of `at`; `halo` sets it off."""
    y = at[1] + size * CAP_HEIGHT / 2
    values: dict[str, str | float | None] = {
        "font_size": size,
        "fill": fill,
        "font_weight": None if weight == "bold" else str(CSS_WEIGHT[weight]),
        "text_anchor": None if anchor == "middle" else anchor,
    }
    if halo is not None:
        values |= {"stroke": halo, "stroke_width": halo_width, "paint_order": "stroke"}
        values["stroke_linejoin"] = "round"
    return f'<text x="{num(at[0])}" y="{num(y)}"{attributes(values)}>{escape(content)}</text>'


def document(width: float, height: float, body: Iterable[str], background: str) -> str:
    """A whole picture; the one font family stands on the root, with its usual weight and anchor."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" '
        f'viewBox="0 0 {num(width)} {num(height)}" font-family="{FAMILY}" font-weight="700" '
        f'text-anchor="middle"><rect width="100%" height="100%" fill="{background}"/>'
        + "".join(body)
        + "</svg>"
    )


def group(body: Iterable[str], **values: str | float | None) -> str:
    """Elements with common attributes."""
    return f"<g{attributes(values)}>" + "".join(body) + "</g>"
