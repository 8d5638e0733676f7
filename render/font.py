"""The shipped font: where its files lie, and how wide its letters are (read from the files)."""

from __future__ import annotations

import math
import struct
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Literal

Weight = Literal["medium", "bold"]

FAMILY = "IBM Plex Sans Condensed"
_FACES: dict[Weight, str] = {"medium": "Medium", "bold": "Bold"}
CSS_WEIGHT: dict[Weight, int] = {"medium": 500, "bold": 700}
CAP_HEIGHT = 0.698  # of the font size
DESCENT = 0.21  # how far letters such as "y" reach below the base line, of the font size

__all__ = [
    "CAP_HEIGHT",
    "CSS_WEIGHT",
    "DESCENT",
    "FAMILY",
    "Weight",
    "files",
    "fit",
    "known",
    "width",
]


def path(weight: Weight) -> Path:
    """The font file of a weight."""
    root = Path(str(resources("fontpkg_ibm_plex_sans_condensed")))
    return root / "files" / f"IBMPlexSansCondensed-{_FACES[weight]}.ttf"


def files() -> list[str]:
    """All font files that pictures need, for the rasteriser."""
    return [str(path(weight)) for weight in _FACES]


@cache
def _advances(weight: Weight) -> dict[int, float]:
    """Advance widths by code point, in parts of the font size."""
    data = path(weight).read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {}
    for i in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag] = offset
    units = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    metrics = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]

    def advance(glyph: int) -> float:
        at = tables[b"hmtx"] + 4 * min(glyph, metrics - 1)
        return float(struct.unpack_from(">H", data, at)[0] / units)

    return {code: advance(glyph) for code, glyph in _characters(data, tables[b"cmap"]).items()}


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Glyph numbers by code point, from the format 4 subtable."""
    for i in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        start = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * i)[0]
        if struct.unpack_from(">H", data, start)[0] == 4:
            break
    else:
        raise ValueError("the font has no character map of format 4")
    n = struct.unpack_from(">H", data, start + 6)[0] // 2
    found: dict[int, int] = {}
    for i in range(n):
        last = struct.unpack_from(">H", data, start + 14 + 2 * i)[0]
        first = struct.unpack_from(">H", data, start + 16 + 2 * n + 2 * i)[0]
        delta = struct.unpack_from(">H", data, start + 16 + 4 * n + 2 * i)[0]
        here = start + 16 + 6 * n + 2 * i
        offset = struct.unpack_from(">H", data, here)[0]
        for code in range(first, min(last, 0xFFFE) + 1):
            if offset:
                glyph = struct.unpack_from(">H", data, here + offset + 2 * (code - first))[0]
                glyph = (glyph + delta) & 0xFFFF if glyph else 0
            else:
                glyph = (code + delta) & 0xFFFF
            if glyph:
                found[code] = glyph
    return found


def width(text: str, size: float, weight: Weight = "bold") -> float:
    """How wide a text is at a font size, without kerning (which only narrows it)."""
    advances = _advances(weight)
    return size * math.fsum(advances[ord(letter)] for letter in text)


def known(text: str) -> str:
    """A text without the letters that the font has not, such as emoji."""
    advances = _advances("bold")
    return " ".join("".join(letter for letter in text if ord(letter) in advances).split())


def fit(text: str, room: float, largest: float, weight: Weight = "bold") -> float:
    """The greatest font size, up to `largest`, at which a text is no wider than `room`."""
    return min(largest, room / max(width(text, 1, weight), 1e-9))
