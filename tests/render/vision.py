"""How colours look to people who are colour-blind, and how far two colours are apart.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the full forms; the distance
is CIE76, in which 2.3 is just noticeable.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

Colour = tuple[float, float, float]

FORMS: Mapping[str, tuple[Colour, Colour, Colour]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Colour:
    """The three parts of a colour ("#RRGGBB") in linear light, 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def seen(colour: str, form: str) -> Colour:
    """A colour in linear light as it looks with a form of colour blindness."""
    light = linear(colour)
    rows = FORMS[form]
    r, g, b = (
        min(max(sum(m * c for m, c in zip(row, light, strict=True)), 0.0), 1.0) for row in rows
    )
    return r, g, b


def lab(light: Colour) -> Colour:
    """Linear light in CIE L*a*b* (D65)."""
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883

    def f(t: float) -> float:
        return math.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def apart(one: str, other: str, form: str) -> float:
    """ΔE of two colours with a form of colour blindness."""
    return math.dist(lab(seen(one, form)), lab(seen(other, form)))
