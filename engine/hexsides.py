"""Hexsides by number, and what is printed on them.

An exit is a hexside seen from one hex, as the number `hex index * SIDES + edge`.
"""

from __future__ import annotations

from functools import cache

from engine.components import SIDES, components, neighbor_edge


@cache
def hex_index() -> dict[str, int]:
    """The number of each hex, from 0 in the order of the map's data."""
    return {h: i for i, h in enumerate(components().hexes)}


@cache
def hex_ids() -> tuple[str, ...]:
    """The hexes by their number."""
    return tuple(components().hexes)


def exit_of(hex_id: str, edge: int) -> int:
    """The number of the exit at an edge (0 to 5) of a hex."""
    return hex_index()[hex_id] * SIDES + edge


def exit_place(exit_: int) -> tuple[str, int]:
    """The hex and the edge of an exit."""
    return hex_ids()[exit_ // SIDES], exit_ % SIDES


@cache
def opposite() -> tuple[int, ...]:
    """For each exit the one on the other side of the hexside, -1 at the end of the map."""
    table = [-1] * (len(components().hexes) * SIDES)
    for h in components().hexes.values():
        for edge, other in h.neighbors.items():
            table[exit_of(h.id, edge)] = exit_of(other, neighbor_edge(edge))
    return tuple(table)


@cache
def exits_of(hex_id: str, edges: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The exits at some edges of a hex, and those opposite."""
    exits = tuple(exit_of(hex_id, edge) for edge in edges)
    return exits, tuple(opposite()[exit_] for exit_ in exits)


@cache
def buildable_mask(hex_id: str) -> int:
    """A bit for each edge over which a tile in this hex may have track."""
    return sum(1 << e for e in components().hexes[hex_id].neighbors)


def canonical(exit_: int) -> int:
    """One number for a hexside, whichever side it is seen from."""
    return min(exit_, opposite()[exit_])


def border_hexes(exit_: int) -> list[str]:
    """The two hexes of a hexside within the map, in alphabetical order."""
    return sorted(exit_place(x)[0] for x in (exit_, opposite()[exit_]))


def border_name(exit_: int) -> str:
    """A hexside by its two hexes, as "D23-E24"."""
    return "-".join(border_hexes(exit_))


@cache
def border_at(exit_: int) -> tuple[str, int] | None:
    """The kind and the cost in ₹ of the border printed at an exit, on either of its hexes."""
    hex_id, edge = exit_place(exit_)
    border = components().hexes[hex_id].borders.get(edge)
    if border is None and opposite()[exit_] >= 0:
        other, back = exit_place(opposite()[exit_])
        border = components().hexes[other].borders.get(back)
    return (border.kind, border.cost) if border else None
