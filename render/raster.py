"""SVG to PNG, with the shipped font and no other."""

from __future__ import annotations

from functools import cache

import resvg_py

from render import font


@cache
def _fonts() -> tuple[str, ...]:
    return tuple(font.files())


def rasterise(svg: str, width: int) -> bytes:
    """The PNG of an SVG, `width` pixels wide. Raises ValueError when the SVG is bad."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family=font.FAMILY,
    )
