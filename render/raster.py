"""SVG to PNG, with the shipped font and no other."""

from __future__ import annotations

import re
from functools import cache

from resvg import render, usvg

from render import font

_AS_DRAWN = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


@cache
def _options() -> usvg.Options:
    """The shipped fonts, read once: they are what a picture of much text spends its time on."""
    options = usvg.Options.default()
    for file in font.files():
        options.load_font_file(file)
    options.font_family = font.FAMILY
    return options


def rasterise(svg: str, width: int) -> bytes:
    """The PNG of an SVG that tells its size and viewBox, `width` pixels wide.

    Raises ValueError when the SVG is bad.
    """
    size = _SIZE.search(svg)
    if size is None:
        raise ValueError("the SVG tells no width and height")
    height = max(1, round(float(size[2]) * width / float(size[1])))
    sized = f'{svg[: size.start()]}width="{width}" height="{height}"{svg[size.end() :]}'
    try:
        return render(usvg.Tree.from_str(sized, _options()), _AS_DRAWN)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(f"the SVG cannot be drawn: {error}") from None
