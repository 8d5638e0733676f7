"""The hexes beyond the rails: what is paid for deliveries to the place beside them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components import components
from render import svg, symbols
from render.geometry import Point
from render.labels import DELIVERIES, plate, word
from render.themes import Theme

LINE = 23.0
SIZE = 17.0


def paid_at(city: str) -> list[tuple[str, int]]:
    """The commodities that are paid in a city, with ₹, the dearest first."""
    found = {c.commodity: c.bonuses[city] for c in components().commodities if city in c.bonuses}
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))


def connections_of(city: str) -> list[tuple[str, int]]:
    """The other ends of a city's connections, with the bonus in ₹."""
    return [
        (b if city == a else a, bonus) for a, b, bonus in components().connections if city in (a, b)
    ]


def draw(hex_id: str, middle: Point, theme: Theme) -> Iterable[str]:
    """The list of a hex, a line for each commodity and connection."""
    city = DELIVERIES[hex_id]
    x, y = middle
    goods, ends = paid_at(city), connections_of(city)
    top = y - LINE * (len(goods) + len(ends)) / 2
    title = f"to {city}"
    yield svg.text(title, (x, top), 20.0 if len(city) < 10 else 16.0, theme.ink)
    for i, (name, amount) in enumerate(goods, 1):
        shape = plate(f"{word(name)}|{amount}", SIZE)
        at = (x, top + LINE * i + 1)
        yield symbols.plate(shape, at, (theme.plate, "#FFFFFF"), theme.plate)
    for i, (other, bonus) in enumerate(ends, 1 + len(goods)):
        yield svg.text(f"{other} {bonus}", (x, top + LINE * i), 18.0, theme.ink)
