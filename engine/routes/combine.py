"""The best set of routes that share no track, one for each train, out of the lists of all routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.routes.enumerate import NO_ROUTE, Found

SCANNED = 64
"""Routes of the last train that are tried one by one before an index is worth its making."""


def by_value(found: Sequence[Found]) -> list[Found]:
    """The routes from the best on, those with less track first, and then the idle train."""
    ranked = sorted(found, key=lambda r: (-r.value, r.edges.bit_count(), r.edges))
    ranked.append(NO_ROUTE)
    return ranked


class Index:
    """A list of routes, best first, that finds the best one off given track at once.

    For each edge an integer has the bit i when route i uses the edge.
    """

    def __init__(self, ranked: Sequence[Found], edges: int) -> None:
        self.ranked = ranked
        size = len(ranked) // 8 + 1
        users = [bytearray(size) for _ in range(edges)]
        for i, route in enumerate(ranked):
            track = route.edges
            byte, bit = i >> 3, 1 << (i & 7)
            while track:
                low = track & -track
                users[low.bit_length() - 1][byte] |= bit
                track ^= low
        self.users = [int.from_bytes(u, "little") for u in users]

    def best_off(self, edges: int) -> Found:
        """The best route that uses none of `edges`."""
        taken = 0
        while edges:
            low = edges & -edges
            taken |= self.users[low.bit_length() - 1]
            edges ^= low
        return self.ranked[(~taken & (taken + 1)).bit_length() - 1]


class Combiner:
    """Looks for the best set; `best` and `bound` are of use even when `tick` ended the search.

    `bound` is in ₹; no set whatever of the listed routes earns more.
    """

    def __init__(self, lists: Sequence[list[Found]], edges: int, tick: Callable[[], None]) -> None:
        self.lists = lists
        self.edges = edges
        self.tick = tick
        self.best: tuple[Found, ...] = (NO_ROUTE,) * len(lists)
        self.total = 0
        self.bound = sum(ranked[0].value for ranked in lists)
        self._index: Index | None = None
        self._rest = [0] * (len(lists) + 1)
        for i in range(len(lists) - 1, -1, -1):
            self._rest[i] = self._rest[i + 1] + lists[i][0].value

    def run(self) -> None:
        """Find the best set, and prove it: the bound is then its total."""
        if self.lists:
            self._choose((), 0, 0)
        self.bound = self.total

    def _choose(self, chosen: tuple[Found, ...], used: int, total: int) -> None:
        depth = len(chosen)
        if depth == len(self.lists) - 1:
            last = self._best_last(used, self.total - total)
            if total + last.value > self.total:
                self.total = total + last.value
                self.best = (*chosen, last)
            return
        for route in self.lists[depth]:
            most = total + route.value + self._rest[depth + 1]
            if depth == 0:
                self.bound = max(self.total, most)
            if most <= self.total:
                return
            self.tick()
            if not route.edges & used:
                self._choose((*chosen, route), used | route.edges, total + route.value)

    def _best_last(self, used: int, wanted: int) -> Found:
        """The best route of the last train off `used`, or any when none earns more than `wanted`."""
        ranked = self.lists[-1]
        for i in range(min(SCANNED, len(ranked))):
            if not ranked[i].edges & used or ranked[i].value <= wanted:
                return ranked[i]
        if self._index is None:
            self._index = Index(ranked, self.edges)
        return self._index.best_off(used)
