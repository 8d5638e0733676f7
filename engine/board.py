"""The board as a graph of track, updated where a tile or a station is laid.

Two nodes are joined where both have track at the two exits of one hexside. Since an edge carries at
most one piece of track, "no track twice" is the same as "no hexside twice".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from engine.components import EDGES, SIDES, Hex, Tile, components
from engine.hexsides import (
    border_at,
    buildable_mask,
    canonical,
    exit_of,
    hex_ids,
    opposite,
)
from engine.node import Node, track_of


@dataclass(frozen=True, slots=True)
class Reach:
    """What the network of a company touches.

    `nodes`: the nodes joined to its stations, and whether it may pass them (a city full of others'
    stations is reached, not passed).
    `edges`: for each hex a mask of the edges at which the network lies in it or points into it.
    """

    nodes: dict[Node, bool]
    edges: dict[str, int]


@dataclass(frozen=True, slots=True)
class Join:
    """A printed border over which track meets for the first time: its exit in the new tile.

    `cost` in ₹; `marker` tells whether it gets a gauge-change marker.
    """

    exit: int
    cost: int
    marker: bool


class Board:
    """Tiles, stations, gauge-change markers and home reservations.

    `tiles` has number and rotation (times 60°) by hex; `owner` the node at each exit; `reserved`
    the companies whose home is in a hex, in whichever city; `waiting` those whose station stands in
    a hex that has no city for it yet; `markers` the canonical exits; `supply` the tiles left.
    """

    def __init__(self) -> None:
        self.tiles: dict[str, tuple[str, int]] = {}
        self.reserved: dict[str, list[str]] = {}
        self.waiting: dict[str, list[str]] = {}
        self.markers: set[int] = set()
        self.overlooked: set[int] = set()
        self.supply = {t.number: t.count for t in components().tiles.values()}
        self.version = 0
        self._build()

    def _build(self) -> None:
        """Make the track of all hexes, as printed or as their tiles have it, without stations."""
        nodes, owner, cities = _printed()
        self.nodes: dict[str, list[Node]] = dict(nodes)
        self.owner: list[Node | None] = list(owner)
        self._reach: dict[str, Reach] = {}
        for hex_id in cities:
            if hex_id not in self.tiles:
                self._put(hex_id, track_of(hex_id))
        for hex_id, (number, rotation) in self.tiles.items():
            self._put(hex_id, track_of(hex_id, number, rotation))

    def __getstate__(self) -> dict[str, Any]:
        """All but the track, which follows from the tiles; of that what stands in its cities."""
        kept = {k: v for k, v in vars(self).items() if k not in {"nodes", "owner", "_reach"}}
        return kept | {"cities": [(n.stations, n.extra, n.reserved) for n in self.all_cities()]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        cities = state.pop("cities")
        vars(self).update(state)
        self._build()
        for city, standing in zip(self.all_cities(), cities, strict=True):
            city.stations, city.extra, city.reserved = standing

    def fork(self) -> Board:
        """A board on which tiles may be laid without changing this one; the stations are shared."""
        other = object.__new__(Board)
        other.__dict__.update(self.__dict__)
        other.tiles, other.nodes = dict(self.tiles), dict(self.nodes)
        other.owner = list(self.owner)
        other.waiting, other.supply = dict(self.waiting), dict(self.supply)
        other.markers, other.overlooked = set(self.markers), set(self.overlooked)
        other._reach = {}
        return other

    def changed(self) -> None:
        """Forget what was known of networks: a tile, a station or a marker changed."""
        self.version += 1
        self._reach.clear()

    def _put(self, hex_id: str, nodes: list[Node]) -> None:
        base = exit_of(hex_id, 0)
        self.owner[base : base + SIDES] = [None] * SIDES
        self.nodes[hex_id] = nodes
        for node in nodes:
            for x in node.exits:
                self.owner[x] = node

    # -- looking ---------------------------------------------------------------------------------

    def tile(self, hex_id: str) -> Tile | None:
        """The tile laid in the hex; None for what is printed or empty."""
        placed = self.tiles.get(hex_id)
        return components().tiles[placed[0]] if placed else None

    def is_empty(self, hex_id: str) -> bool:
        """Whether the hex still waits for its first tile."""
        return hex_id not in self.tiles and components().hexes[hex_id].buildable

    def track_mask(self, hex_id: str) -> int:
        """A bit for each edge of the hex that has track."""
        return sum(n.piece.mask for n in self.nodes[hex_id])

    def cities(self, hex_id: str) -> list[Node]:
        """The cities of the hex by their number."""
        return [n for n in self.nodes[hex_id] if n.piece.kind == "city"]

    def towards(self, city: Node) -> tuple[str, ...] | None:
        """Where the hex has two cities, the hexes that this one's track leads to."""
        if len(self.cities(city.hex)) < 2:
            return None
        neighbors = components().hexes[city.hex].neighbors
        return tuple(neighbors[edge] for edge in sorted(city.piece.edges) if edge in neighbors)

    def all_cities(self) -> Iterator[Node]:
        """Every city on the board, those without track included."""
        for nodes in self.nodes.values():
            for node in nodes:
                if node.piece.kind == "city":
                    yield node

    def city(self, hex_id: str, index: int) -> Node | None:
        """The city of a hex by its number, from 0; None when there is no such city."""
        return next((n for n in self.cities(hex_id) if n.piece.index == index), None)

    def stations_of(self, company: str) -> list[Node]:
        """The cities with a station of the company, those waiting for a city left out."""
        return [n for n in self.all_cities() if n.has(company)]

    def in_hex(self, hex_id: str, company: str) -> bool:
        """Whether `company` has a station in the hex, one waiting for its city included."""
        return company in self.waiting.get(hex_id, ()) or any(
            n.has(company) for n in self.cities(hex_id)
        )

    def free_for(self, node: Node, company: str) -> bool:
        """Whether the city has a slot that `company` may take, homes of others kept."""
        if _unreserved(node, company) <= 0 or self.in_hex(node.hex, company):
            return False
        free = sum(_unreserved(n, company) for n in self.cities(node.hex))
        kept = sum(1 for c in self.reserved.get(node.hex, ()) if c != company)
        return free - len(self.waiting.get(node.hex, ())) > kept

    def reserve(self, hex_id: str, company: str, city: int | None) -> None:
        """Keep a slot for a home: in one city, or anywhere in the hex (`city` None)."""
        if city is None:
            self.reserved.setdefault(hex_id, []).append(company)
        else:
            self.cities(hex_id)[city].reserved.append(company)

    def open_reservations(self, hex_id: str) -> None:
        """Let the homes kept in single cities of the hex go into any of them."""
        for node in self.cities(hex_id):
            self.reserved.setdefault(hex_id, []).extend(node.reserved)
            node.reserved.clear()

    def home_of(self, company: str, hex_id: str) -> Node | None:
        """The city that is reserved as the company's home, if it is one definite city."""
        return next((n for n in self.cities(hex_id) if company in n.reserved), None)

    def release(self, company: str) -> None:
        """Drop the reservations of a company that floats or closes."""
        for kept in self.reserved.values():
            if company in kept:
                kept.remove(company)
        for node in self.all_cities():
            if company in node.reserved:
                node.reserved.remove(company)

    def kept_for(self, hex_id: str) -> list[str]:
        """The companies for whose homes slots are kept in the hex."""
        return self.reserved.get(hex_id, []) + [c for n in self.cities(hex_id) for c in n.reserved]

    def has_marker(self, exit_: int) -> bool:
        """Whether a gauge-change marker lies on the hexside."""
        return canonical(exit_) in self.markers

    def is_gauge_change(self, exit_: int) -> bool:
        """Whether the hexside is a stop: it has a marker, or was joined without one (site)."""
        side = canonical(exit_)
        return side in self.markers or side in self.overlooked

    def reach(self, company: str) -> Reach:
        """The network of a company, remembered until the board changes."""
        known = self._reach.get(company)
        if known is None:
            known = self._reach[company] = self._walk(company)
        return known

    def _walk(self, company: str) -> Reach:
        owner = self.owner
        ids = hex_ids()
        nodes: dict[Node, bool] = {}
        edges: dict[str, int] = {}
        stack: list[Node] = []
        for hex_id, waiting in self.waiting.items():
            if company in waiting:
                edges[hex_id] = buildable_mask(hex_id)
        for node in self.stations_of(company):
            nodes[node] = True
            edges[node.hex] = buildable_mask(node.hex)
            stack.append(node)
        while stack:
            node = stack.pop()
            edges[node.hex] = edges.get(node.hex, 0) | node.piece.mask
            for far in node.far:
                if far < 0:
                    continue
                hex_id = ids[far // SIDES]
                edges[hex_id] = edges.get(hex_id, 0) | 1 << far % SIDES
                other = owner[far]
                if other is None or other in nodes:
                    continue
                passes = not other.blocks(company)
                nodes[other] = passes
                if passes:
                    stack.append(other)
        return Reach(nodes, edges)

    # -- changing --------------------------------------------------------------------------------

    def joins(self, hex_id: str, mask: int, markers: bool) -> list[Join]:
        """The hexsides that a tile with track at `mask` would join for the first time.

        `markers` tells whether province borders still make gauge-change markers (phases I to III).
        """
        found = []
        old = self.track_mask(hex_id)
        base = exit_of(hex_id, 0)
        for e in EDGES:
            if not mask >> e & 1 or old >> e & 1:
                continue
            far = opposite()[base + e]
            if far < 0 or self.owner[far] is None:
                continue
            border = border_at(base + e)
            if border:
                marker = (
                    border[0] == "province" and markers and canonical(base + e) not in self.markers
                )
                found.append(Join(base + e, border[1], marker))
        return found

    def lay(self, hex_id: str, number: str, rotation: int, markers: bool) -> list[Join]:
        """Put a tile down, move the stations of the old cities to the new ones, place markers.

        On a hex with two cities the stations stay with their track; a city without track takes
        what is left. A station beside the slots moves into one if the tile has one more than the
        homes that are kept or wait need (1.6.2). Returns the new joins.
        """
        tile = components().tiles[number]
        joins = self.joins(hex_id, tile.masks[rotation], markers)
        old = self.nodes[hex_id]
        if hex_id in self.tiles:
            self.supply[self.tiles[hex_id][0]] += 1
        self.supply[number] -= 1
        self.tiles[hex_id] = (number, rotation)
        fresh = track_of(hex_id, number, rotation)
        self._put(hex_id, fresh)
        self._move_stations(old, fresh)
        self.markers.update(canonical(j.exit) for j in joins if j.marker)
        self._settle_overlooked(hex_id, markers)
        self.changed()
        return joins

    def overlook(self, joins: list[Join]) -> None:
        """Remember province borders joined without a marker (18xx.games, GIPR's home).

        On a route they are stops all the same.
        """
        self.overlooked.update(canonical(j.exit) for j in joins if j.marker)

    def _settle_overlooked(self, hex_id: str, markers: bool) -> None:
        """An overlooked border gets its marker when one of its hexes has a tile laid again."""
        base = exit_of(hex_id, 0)
        sides = {canonical(base + e) for e in EDGES} & self.overlooked
        self.overlooked -= sides
        if markers:
            self.markers |= sides

    def _move_stations(self, old: list[Node], fresh: list[Node]) -> None:
        cities = [n for n in fresh if n.kind == "city"]
        left = list(cities)
        pairs: list[tuple[Node, Node]] = []
        homeless = []
        for node in (n for n in old if n.kind == "city"):
            target = next(
                (c for c in cities if node.piece.mask and node.piece.mask & c.piece.mask), None
            )
            if target is None:
                homeless.append(node)
            else:
                pairs.append((node, target))
                if target in left:
                    left.remove(target)
        pairs.extend((node, left.pop(0) if left else cities[0]) for node in homeless)
        for node, target in pairs:
            target.reserved += node.reserved
            for company in node.in_slots():
                target.add(company)
        for node, target in pairs:
            for company in node.beside_slots():
                if self.free_for(target, company):
                    target.add(company)
                else:
                    target.extra.append(company)

    def place(self, node: Node, company: str, slot: int | None = None) -> None:
        """Place a station on the board, as `Node.add` does."""
        node.add(company, slot)
        self.changed()

    def place_beside(self, node: Node, company: str) -> None:
        """Stand a station beside the slots; it moves into one when an upgrade provides it."""
        node.extra.append(company)
        self.changed()

    def take_away(self, node: Node, company: str, slot_stays: bool = False) -> None:
        """Take a station off the board, as `Node.remove` does. Raises ValueError."""
        node.remove(company, slot_stays)
        self.changed()

    def unmark(self, exit_: int) -> None:
        """Take the gauge-change marker off a hexside."""
        self.markers.discard(canonical(exit_))
        self.changed()


@cache
def _printed() -> tuple[dict[str, list[Node]], list[Node | None], tuple[str, ...]]:
    """What the map has by hex and by exit before the first tile; and the hexes with a city."""
    nodes = {hex_id: track_of(hex_id) for hex_id in components().hexes}
    owner: list[Node | None] = [None] * (len(nodes) * SIDES)
    for node in chain.from_iterable(nodes.values()):
        for exit_ in node.exits:
            owner[exit_] = node
    cities = tuple(h for h, track in nodes.items() if any(n.kind == "city" for n in track))
    return nodes, owner, cities


def _unreserved(node: Node, company: str) -> int:
    """Free slots of a city less those kept in it for other companies' homes."""
    return node.free_slots() - sum(1 for c in node.reserved if c != company)


def fits(tile: Tile, rotation: int, here: Hex) -> bool:
    """Whether no track of the tile leads off the map or against a hex side that can take none."""
    return not tile.masks[rotation] & ~buildable_mask(here.id)


def keeps_track(old: Iterable[Node], tile: Tile, rotation: int) -> bool:
    """Whether every piece of the old track is part of one piece of the new tile.

    Two cities of one hex stay apart as long as the new tile has two.
    """
    fresh = tile.layouts[rotation]
    used: set[int] = set()
    two = tile.cities > 1
    for node in old:
        mask = node.piece.mask
        if not mask:
            continue
        i = next((i for i, p in enumerate(fresh) if not mask & ~p.mask), None)
        if i is None or (two and i in used):
            return False
        used.add(i)
    return True
