"""The best set of routes that share no track, one for each train: branching on shared track."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.routes.enumerate import NO_ROUTE, Found

Prices = Mapping[int, int]
"""₹ to be paid for the use of an edge, by its bit; the others are free."""


def price_of(prices: Prices, edges: int) -> int:
    """What the use of the edges costs together."""
    return sum(price for edge, price in prices.items() if edge & edges)


class Ranked:
    """Routes of one train in a list, the best first, of equal ones that with the least track."""

    def __init__(self, found: Iterable[Found]) -> None:
        self.routes = sorted(found, key=lambda r: (-r.value, r.edges.bit_count(), r.edges))
        self._known: dict[int, Found] = {}

    def best_off(self, edges: int) -> Found:
        """The best route that uses none of `edges`; no route when there is none."""
        known = self._known.get(edges)
        if known is None:
            known = next((r for r in self.routes if not r.edges & edges), NO_ROUTE)
            self._known[edges] = known
        return known

    def without(self, edges: int) -> Ranked:
        """Only the routes that use none of `edges`."""
        if not edges:
            return self
        return Ranked(r for r in self.routes if not r.edges & edges)


Chosen = tuple[Found, ...]
"""A route for each train."""
Closed = tuple[int, ...]
"""For each train the edges that it keeps off."""


def total_of(chosen: Sequence[Found]) -> int:
    """What the routes earn together in ₹."""
    return sum(r.value for r in chosen)


class Combiner:
    """Looks for the best set; `best` and `bound` are of use even when the search was cut short.

    `most` in ₹ is what no set can exceed, as far as is known before. `check` is called at every
    case and may raise. `bound` in ₹: no set earns more.
    """

    def __init__(self, trains: Sequence[Ranked], check: Callable[[], None], most: int) -> None:
        self.trains = trains
        self.check = check
        self.bound = most
        self.best: Chosen = (NO_ROUTE,) * len(trains)
        self.total = 0
        self._open: list[tuple[int, int, int, tuple[int, ...], Chosen]] = []
        self._serial = 0

    def run(self, closed: tuple[int, ...] | None = None) -> None:
        """Find the best set and prove it: the bound is then its total.

        `closed` are edges that a train may not use, one integer for each train. Of the open cases
        the one with the largest bound is split: a set without the shared edge in one train's route,
        or without it in the other's. No set is lost, since none has it in both.
        """
        self._add(closed or (0,) * len(self.trains))
        while self._open and -self._open[0][0] > self.total:
            self.bound = min(self.bound, -self._open[0][0])
            self.check()
            _, _, _, off, chosen = heapq.heappop(self._open)
            i, j, edge = self._split(off, chosen)
            for k in (i, j):
                self._add(tuple(c | edge if m == k else c for m, c in enumerate(off)))
        self.bound = self.total

    def offer(self, closed: tuple[int, ...]) -> None:
        """Take the set that gives each train in turn the best route on what track is left."""
        chosen: list[Found] = []
        used = 0
        for train, off in zip(self.trains, closed, strict=True):
            chosen.append(train.best_off(off | used))
            used |= chosen[-1].edges
        if total_of(chosen) > self.total:
            self.total = total_of(chosen)
            self.best = tuple(chosen)

    def _add(self, closed: tuple[int, ...]) -> None:
        """Open the case of sets in which the trains keep off the closed edges."""
        self.offer(closed)
        chosen: list[Found] = []
        used = 0
        for train, off in zip(self.trains, closed, strict=True):
            route = train.best_off(off)
            apart = train.best_off(off | used)
            if apart.value == route.value:
                route = apart
            chosen.append(route)
            used |= route.edges
        bound = total_of(chosen)
        if bound > self.total:
            shared = sum((a.edges & b.edges).bit_count() for _, _, a, b in _pairs(chosen))
            self._serial += 1
            heapq.heappush(self._open, (-bound, shared, self._serial, closed, tuple(chosen)))

    def _split(self, closed: tuple[int, ...], chosen: Chosen) -> tuple[int, int, int]:
        """Two trains and an edge that they share; the two cases should earn little.

        The choice matters for speed only.
        """
        best: tuple[tuple[int, int], tuple[int, int, int]] | None = None
        for i, j, a, b in _pairs(chosen):
            shared = a.edges & b.edges
            while shared:
                edge = shared & -shared
                shared ^= edge
                without_i = self.trains[i].best_off(closed[i] | edge).value + b.value
                without_j = self.trains[j].best_off(closed[j] | edge).value + a.value
                worth = (max(without_i, without_j), min(without_i, without_j))
                if best is None or worth < best[0]:
                    best = worth, (i, j, edge)
        if best is None:
            raise AssertionError("a set whose routes share no track is offered, not split")
        return best[1]


def _pairs(chosen: Sequence[Found]) -> Iterator[tuple[int, int, Found, Found]]:
    for j, b in enumerate(chosen):
        for i in range(j):
            yield i, j, chosen[i], b
