"""The routes of one train as a diagram that tells what each of them earns, at any price of track.

It is small where there are very many routes, since those share their parts: the best of all is
found in one pass over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.routes.combine import Prices, price_of
from engine.routes.enumerate import NO_ROUTE, Found

NEVER = -(10**9)
"""₹ of what cannot be."""
ANY = -1
"""All edges."""
END = 0
"""The node at which every route is complete."""


class City(NamedTuple):
    """A city that is newly visited: what it pays in ₹ if it is counted, whether it is an own one.

    With `claimed` it is counted, for the sake of a connection.
    """

    pays: int
    own: bool
    claimed: bool


class Way(NamedTuple):
    """A way on from a node of the diagram: the track used, ₹ of bonuses, the cities visited."""

    to: int
    edges: int
    bonus: int
    cities: tuple[City, ...]


HOME = City(0, own=True, claimed=True)
"""What a train counts that stays at home."""
Node = tuple[Way, ...]
Tally = int
"""How many cities a train has counted; with an own one among them, `most` + 1 more."""
Sums = list[int]
"""₹ for each tally: what is behind when it is reached, or what is ahead from there."""


@dataclass(slots=True)
class Diagram:
    """The routes of one train. Each path from the last node to the first (`END`) is a route.

    Ways lead to nodes before. The train counts up to `most` cities; one is to be an own one, where
    it `needs_own`. `order` are the bits of all edges, in an order in which every path uses them.
    `found` gives the route over some track. What a path adds up is no less than what the route
    earns; where it may be more, `finer` gives a diagram in which that is rarer, or never so.
    """

    nodes: Sequence[Node]
    order: Sequence[int]
    most: int
    needs_own: bool
    found: Callable[[int], Found]
    finer: Callable[[], Diagram] | None = None
    _ahead: list[Sums] = field(default_factory=list)
    _prices: dict[int, int] = field(default_factory=dict)
    _below: list[int] = field(default_factory=list)

    @classmethod
    def listed(cls, routes: Iterable[Found], order: Sequence[int]) -> Diagram:
        """The diagram of routes in a list."""
        known = {NO_ROUTE.edges: NO_ROUTE} | {r.edges: r for r in routes}
        ways = tuple(Way(END, r.edges, r.value, ()) for r in known.values())
        return cls([(), ways], order, 0, needs_own=False, found=known.__getitem__)

    def best_at(self, prices: Prices) -> tuple[int, Found]:
        """What the best route earns by the diagram when its track is paid for, and the route."""
        ahead = self.look(prices)
        behind = self._begin()
        best = _meet(behind, ahead[-1])
        i, track = len(self.nodes) - 1, 0
        while i != END:
            for to, edges, bonus, cities in self.nodes[i]:
                now = _onward(behind, cities, bonus - price_of(prices, edges))
                if _meet(now, ahead[to]) == best:
                    i, track, behind = to, track | edges, now
                    break
            else:
                raise AssertionError("the best way on begins with one of the ways")
        return best, self.found(track)

    def narrowed(self, prices: Prices, least: int) -> Diagram:
        """The diagram of the routes that earn `least` and more, their track paid; of few others."""
        ahead = self.look(prices)
        paid = _Paid(prices)
        behind: dict[int, Sums] = {len(self.nodes) - 1: self._begin()}
        kept: dict[int, list[Way]] = {}
        for i in range(len(self.nodes) - 1, END, -1):
            for way in self.nodes[i] if i in behind else ():
                now = _onward(behind[i], way.cities, way.bonus - paid[way.edges & paid.edges])
                if _meet(now, ahead[way.to]) >= least:
                    kept.setdefault(i, []).append(way)
                    known = behind.get(way.to)
                    behind[way.to] = _better(known, now) if known else now
        return self._of(kept)

    def without(self, edges: int) -> Diagram:
        """The diagram of the routes that use none of the edges."""
        if not edges:
            return self
        kept: dict[int, list[Way]] = {}
        for i, node in enumerate(self.nodes):
            ways = [w for w in node if not w.edges & edges and (w.to in kept or w.to == END)]
            if ways:
                kept[i] = ways
        finer = self.finer
        return replace(
            self._of(kept), finer=None if finer is None else lambda: finer().without(edges)
        )

    @property
    def start(self) -> Tally:
        """The tally at the beginning."""
        return 0 if self.needs_own else self.most + 1

    def _begin(self) -> Sums:
        behind = [NEVER] * (2 * self.most + 2)
        behind[self.start] = 0
        return behind

    def look(self, prices: Prices) -> list[Sums]:
        """For each node and tally what the best way on earns, the track paid.

        Only what other prices than those asked last can change is computed anew.
        """
        old = self._prices
        changed = sum(
            edge for edge in old.keys() | prices.keys() if old.get(edge) != prices.get(edge)
        )
        if not self._ahead:
            changed = ANY
            size = self.most + 1
            self._ahead = [[NEVER] * size + [0] * size] * len(self.nodes)
            self._below = [0] * len(self.nodes)
            for i in range(1, len(self.nodes)):
                for way in self.nodes[i]:
                    self._below[i] |= way.edges | self._below[way.to]
        paid = _Paid(prices)
        ahead, below = self._ahead, self._below
        for i in range(1, len(self.nodes)):
            if changed != ANY and not below[i] & changed:
                continue
            best: Sums | None = None
            for to, edges, bonus, cities in self.nodes[i]:
                priced = edges & paid.edges
                sums = _before(ahead[to], cities, bonus - paid[priced] if priced else bonus)
                best = _better(best, sums) if best else sums
            if best:
                ahead[i] = best
        self._prices = dict(prices)
        return ahead

    def levels(self) -> list[int]:
        """For each node the place in `order` before which its ways and all after use no edge."""
        place = {edge: i for i, edge in enumerate(self.order)}
        last = len(self.order)
        found = [last]
        for node in self.nodes[1:]:
            level = last - 1
            for way in node:
                level = min(level, found[way.to], *_places(place, way.edges))
            found.append(level)
        return found

    def _of(self, kept: dict[int, list[Way]]) -> Diagram:
        """The diagram with these ways of these nodes only."""
        number = {END: END}
        nodes: list[Node] = [()]
        for i in sorted(kept):
            number[i] = len(nodes)
            nodes.append(tuple(w._replace(to=number[w.to]) for w in kept[i]))
        if len(self.nodes) - 1 not in kept:
            nodes = [(), ()]
        return Diagram(nodes, self.order, self.most, self.needs_own, self.found)


def _places(place: dict[int, int], edges: int) -> Iterable[int]:
    while edges:
        edge = edges & -edges
        edges ^= edge
        yield place[edge]


class _Paid(dict[int, int]):
    """The price of some edges together, remembered. `edges` are those that have a price."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.edges = sum(prices)

    def __missing__(self, edges: int) -> int:
        price = self[edges] = price_of(self.prices, edges)
        return price


def _better(one: Sums, other: Sums) -> Sums:
    return [x if x > y else y for x, y in zip(one, other)]  # noqa: B905, FURB136 — half as slow


def _meet(behind: Sums, ahead: Sums) -> int:
    """The most that a path earns, by what it has behind it and what is ahead."""
    return max([x + y for x, y in zip(behind, ahead, strict=True)])


def _before(ahead: Sums, cities: Sequence[City], gain: int) -> Sums:
    """What is ahead of a way over the cities, by what is ahead after it."""
    half = len(ahead) // 2
    for pays, own, claimed in cities:
        some = ahead[half + 1 :]
        counted = [pays + x for x in (*(some if own else ahead[1:half]), NEVER, *some, NEVER)]
        ahead = counted if claimed else _better(ahead, counted)
    return [x + gain for x in ahead] if gain else ahead


def _onward(behind: Sums, cities: Sequence[City], gain: int) -> Sums:
    """What is behind after a way over the cities, by what is behind before it."""
    half = len(behind) // 2
    for pays, own, claimed in cities:
        none, some = behind[: half - 1], behind[half:-1]
        if own:
            none, some = [NEVER] * (half - 1), _better(none, some)
        counted = [pays + x for x in (NEVER, *none, NEVER, *some)]
        behind = counted if claimed else _better(behind, counted)
    return [x + gain for x in behind] if gain else behind
