"""The best set of routes that share no track, one for each train: branching on shared track."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.routes.enumerate import NO_ROUTE, Found


class Routes(Protocol):
    """The routes of one train."""

    def best_off(self, edges: int) -> Found:
        """The best route that uses none of `edges`; no route when there is none."""
        ...


class Ranked:
    """All routes of one train, the best first, of equal ones that with the least track."""

    def __init__(self, found: Sequence[Found]) -> None:
        self.routes = sorted(found, key=lambda r: (-r.value, r.edges.bit_count(), r.edges))
        self._known: dict[int, Found] = {}

    def best_off(self, edges: int) -> Found:
        """The best route that uses none of `edges`; no route when there is none."""
        known = self._known.get(edges)
        if known is None:
            known = next((r for r in self.routes if not r.edges & edges), NO_ROUTE)
            self._known[edges] = known
        return known


Chosen = tuple[Found, ...]


def total_of(chosen: Chosen) -> int:
    """What the routes earn together in ₹."""
    return sum(r.value for r in chosen)


class Combiner:
    """Looks for the best set; `best` and `bound` are of use even when `check` ended the search.

    `closed` are edges that a train may not use, one integer for each train. `bound` is in ₹: no set
    earns more.
    """

    def __init__(
        self, trains: Sequence[Routes], check: Callable[[], None], closed: tuple[int, ...] = ()
    ) -> None:
        self.trains = trains
        self.check = check
        self.best: Chosen = (NO_ROUTE,) * len(trains)
        self.total = 0
        self._open: list[tuple[int, int, int, tuple[int, ...], Chosen]] = []
        self._serial = 0
        self._add(closed or (0,) * len(trains))
        self.bound = -self._open[0][0] if self._open else self.total

    def run(self) -> None:
        """Find the best set and prove it: the bound is then its total.

        Of the open cases the one with the largest bound is split: a set without the shared edge in
        one train's route, or without it in the other's. No set is lost, since none has it in both.
        """
        while self._open and -self._open[0][0] > self.total:
            bound, _, _, closed, chosen = heapq.heappop(self._open)
            self.bound = -bound
            self.check()
            i, j, edge = self._split(closed, chosen)
            for k in (i, j):
                self._add(tuple(c | edge if m == k else c for m, c in enumerate(closed)))
        self.bound = self.total

    def _add(self, closed: tuple[int, ...]) -> None:
        """Open the case of sets in which the trains keep off the closed edges."""
        self._offer(closed)
        chosen: list[Found] = []
        used = 0
        for train, off in zip(self.trains, closed, strict=True):
            route = train.best_off(off)
            apart = train.best_off(off | used)
            if apart.value == route.value:
                route = apart
            chosen.append(route)
            used |= route.edges
        bound = total_of(tuple(chosen))
        if bound > self.total:
            shared = sum((a.edges & b.edges).bit_count() for _, _, a, b in _pairs(chosen))
            self._serial += 1
            heapq.heappush(self._open, (-bound, shared, self._serial, closed, tuple(chosen)))

    def _offer(self, closed: tuple[int, ...]) -> None:
        """Take the set that gives each train in turn the best route on what track is left."""
        chosen: list[Found] = []
        used = 0
        for train, off in zip(self.trains, closed, strict=True):
            chosen.append(train.best_off(off | used))
            used |= chosen[-1].edges
        total = total_of(tuple(chosen))
        if total > self.total:
            self.total = total
            self.best = tuple(chosen)

    def _split(self, closed: tuple[int, ...], chosen: Chosen) -> tuple[int, int, int]:
        """The two trains and the shared edge whose two cases have the least bounds."""
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
            raise AssertionError("routes that share no track were not offered")
        return best[1]


def _pairs(chosen: Sequence[Found]) -> Iterator[tuple[int, int, Found, Found]]:
    for j, b in enumerate(chosen):
        for i in range(j):
            yield i, j, chosen[i], b
