"""PNGs: text paints pixels with the shipped font and no other, symbols need no font."""

from __future__ import annotations

import struct
import zlib

import pytest

from render import font, picture
from render.raster import rasterise
from render.themes import THEMES
from render.view import BoardView, MarketView, View
from tests.render.boards import share_track

SAMPLE = "GIPR ₹1234 · –×° Visakhapatnam"


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and RGBA of a PNG, decoded by hand."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    at, data = 8, b""
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += 12 + size
    raw, stride = zlib.decompress(data), width * 4
    rows: list[bytearray] = []
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], row, above)
        rows.append(row)
        above = row
    return width, height, b"".join(rows)


def _unfilter(kind: int, row: bytearray, above: bytearray) -> None:
    for i in range(len(row)):
        a = row[i - 4] if i >= 4 else 0
        b, c = above[i], above[i - 4] if i >= 4 else 0
        if kind == 4:
            p = a + b - c
            best = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        else:
            best = (0, a, b, (a + b) // 2)[kind]
        row[i] = (row[i] + best) & 255


def painted(body: str, family: str = font.FAMILY) -> int:
    """How many pixels an SVG body makes dark."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" font-family="{family}">'
        f'<rect width="400" height="60" fill="#fff"/>{body}</svg>'
    )
    _, _, data = pixels(rasterise(svg, 400))
    return sum(value < 128 for value in data[::4])


@pytest.mark.parametrize("weight", [500, 700])
def test_text_paints_pixels(weight: int) -> None:
    text = f'<text x="5" y="40" font-size="24" font-weight="{weight}">{SAMPLE}</text>'
    assert painted(text) > 800
    assert painted("") == 0


def test_no_system_font_helps() -> None:
    """An unknown family paints nothing: so the shipped one paints in the test above."""
    for family in ("DejaVu Sans", "sans-serif", "Nowhere Grotesk"):
        assert painted(f'<text x="5" y="40" font-size="24">{SAMPLE}</text>', family) == 0


def test_the_widths_are_those_of_the_painted_text() -> None:
    for weight, css in (("bold", 700), ("medium", 500)):
        text = "Visakhapatnam 120"
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" '
            f'font-family="{font.FAMILY}"><rect width="400" height="60" fill="#fff"/>'
            f'<text x="10" y="40" font-size="30" font-weight="{css}">{text}</text></svg>'
        )
        width, _, data = pixels(rasterise(svg, 400))
        dark = [i % width for i, value in enumerate(data[::4]) if value < 128]
        measured = font.width(text, 30, "bold" if weight == "bold" else "medium")
        assert max(dark) + 1 - 10 == pytest.approx(measured, abs=4)


def test_every_letter_of_every_picture_is_in_the_font() -> None:
    for letter in SAMPLE + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-–,()&":
        assert font.width(letter, 1) > 0
    with pytest.raises(KeyError):
        font.width("\N{TOKYO TOWER}", 1)


@pytest.mark.parametrize(
    "view", [BoardView(crop=frozenset({"G8"})), share_track("end-304"), MarketView({})]
)
def test_a_picture_shows_its_theme(view: View) -> None:
    width, height, data = pixels(rasterise(picture.draw(view), 300))
    assert width == 300
    assert 100 < height < 300
    seen = {data[i : i + 3] for i in range(0, len(data), 4)}
    theme = THEMES["standard"]
    wanted = theme.fields["white"] if isinstance(view, BoardView) else theme.par
    assert bytes.fromhex(wanted[1:]) in seen


def test_bad_svg_is_an_error() -> None:
    with pytest.raises(ValueError):
        rasterise("<svg", 100)
