"""One connected piece of track on a hex: a city, a town, a junction or plain track."""

from __future__ import annotations

from functools import cache

from engine.components import NodeKind, Piece, components
from engine.hexsides import exits_of


class Node:
    """A piece of track on the board. `stations` has a company or None for each slot of a city.

    `extra` are stations that stand beside the slots (the Danish EIC's, 1.6.2); `reserved` the
    companies whose home this very city is. `exits` are the numbers of its exits; `far` the exits
    opposite, -1 at the end of the map.
    """

    __slots__ = ("exits", "extra", "far", "hex", "piece", "reserved", "stations")

    def __init__(self, hex_id: str, piece: Piece) -> None:
        self.hex = hex_id
        self.piece = piece
        self.exits, self.far = exits_of(hex_id, piece.edges)
        self.stations: list[str | None] = [None] * piece.slots
        self.extra: list[str] = []
        self.reserved: list[str] = []

    @property
    def kind(self) -> NodeKind:
        """City, town, junction or plain."""
        return self.piece.kind

    @property
    def index(self) -> int:
        """Its number among the pieces of its kind in the hex, from 0."""
        return self.piece.index

    def has(self, company: str) -> bool:
        """Whether a station of the company stands here, in a slot or beside them."""
        return company in self.stations or company in self.extra

    def free_slots(self) -> int:
        """Slots without a station, those kept for homes included."""
        return self.stations.count(None)

    def blocks(self, company: str) -> bool:
        """Whether `company` may enter, but not pass, this city: all slots are full of others."""
        return (
            self.piece.kind == "city"
            and bool(self.exits)
            and None not in self.stations
            and not self.has(company)
        )

    def add(self, company: str, slot: int | None = None) -> None:
        """Place a station in the given or first free slot, beside them when there is none."""
        if slot is not None and 0 <= slot < len(self.stations) and self.stations[slot] is None:
            self.stations[slot] = company
        elif None in self.stations:
            self.stations[self.stations.index(None)] = company
        else:
            self.extra.append(company)

    def remove(self, company: str, slot_stays: bool = False) -> None:
        """Take the company's station away. Raises ValueError when none is here.

        With `slot_stays` one that stood beside the slots leaves an open slot behind.
        """
        if company in self.extra:
            self.extra.remove(company)
            if slot_stays:
                self.stations.append(None)
        else:
            self.stations[self.stations.index(company)] = None

    def in_slots(self) -> list[str]:
        """The companies in the slots that the city has by its tile."""
        return [c for c in self.stations[: self.piece.slots] if c]

    def beside_slots(self) -> list[str]:
        """The companies beside those slots, in slots left behind by a station there included."""
        return [c for c in self.stations[self.piece.slots :] if c] + self.extra

    def all_stations(self) -> list[str]:
        """The companies with a station here: by slot, then those beside the slots."""
        return [c for c in self.stations if c] + self.extra

    def __repr__(self) -> str:
        return f"Node({self.hex} {self.piece.kind}{self.piece.index} {self.piece.edges})"


def track_of(hex_id: str, number: str = "", rotation: int = 0) -> list[Node]:
    """The track of a hex with a tile, or as printed.

    All boards share the nodes in which no station can stand: nothing in them ever changes.
    """
    return _shared(hex_id, number, rotation) or _fresh(hex_id, number, rotation)


@cache
def _shared(hex_id: str, number: str, rotation: int) -> list[Node]:
    """The same nodes each time; none where the hex has a city."""
    nodes = _fresh(hex_id, number, rotation)
    return [] if any(node.kind == "city" for node in nodes) else nodes


def _fresh(hex_id: str, number: str, rotation: int) -> list[Node]:
    printed = components()
    tile = printed.tiles[number].layouts[rotation] if number else printed.hexes[hex_id].pieces
    return [Node(hex_id, piece) for piece in tile]
