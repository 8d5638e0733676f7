"""The best set of routes where there are too many to list: track that several trains want costs.

Whatever is asked for the use of each edge, no set earns more than all prices together and what each
train earns at most when it pays them (Lagrange). Good prices bring this bound close to the best
set; then little is left of the diagrams, and is searched for all trains together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import gcd
from typing import TypeVar

from engine.components import components
from engine.revenue import LEAST_X
from engine.routes.combine import Chosen, Combiner, Prices, Ranked, price_of, total_of
from engine.routes.diagram import Diagram
from engine.routes.enumerate import NO_ROUTE, Found
from engine.routes.together import Together

ROUNDS = 9
"""Rounds of prices, for each train but one, before the trains are searched together."""
NARROWED = (2, 5)
"""The rounds after which the routes that are in no better set are dropped already."""
PARTS = 4
"""A better set is first sought in the upper one of so many parts of the gap, then in two, …"""
PATIENCE = 2
"""After so many rounds without a better bound the prices change half as much."""
FILLED = (0, 3)
"""The rounds in which it is asked what the others would earn beside each train's best route."""
DEAR = 1 << 20
"""A price that no train can pay."""
NO_BOUND = 1 << 40
T = TypeVar("T")


@cache
def unit() -> int:
    """₹ of which all that routes earn is a multiple."""
    parts = components()
    pieces = [p for tile in parts.tiles.values() for p in tile.layouts[0]]
    pieces += [p for hex_ in parts.hexes.values() for p in hex_.pieces]
    bonuses = [n for c in parts.commodities for n in c.bonuses.values()]
    bonuses += [n for _, _, n in parts.connections]
    return gcd(LEAST_X, *(p.revenue for p in pieces), *bonuses)


class RoughError(Exception):
    """A route earns less than its diagram says."""


class Pricing:
    """Looks for the best set of routes; `best` and `bound` are of use when it was cut short.

    `most` in ₹ is what no set can exceed, as far as is known before. `check` is called at every
    round and now and then, and may raise. `bound` in ₹: no set earns more.
    """

    def __init__(self, trains: Sequence[Diagram], check: Callable[[], None], most: int) -> None:
        self.check = check
        self.bound = most
        self.best: Chosen = (NO_ROUTE,) * len(trains)
        self.total = 0
        self._all = list(trains)
        self._left = self._all
        self._known: list[set[Found]] = [{NO_ROUTE} for _ in trains]
        self._prices: dict[int, int] = {}
        self._good: tuple[int, Prices, list[int]] = NO_BOUND, {}, []

    def run(self) -> None:
        """Find the best set and prove it: the bound is then its total."""
        while not self._settled():
            if not any(train.finer for train in self._all):
                raise AssertionError("the finest diagrams add up what their routes earn")
            self._all = _each(self._all, lambda t, _: t.finer() if t.finer else t)
        self.bound = self.total

    def _settled(self) -> bool:
        """Look for the best set; tell whether the diagrams were fine enough to prove it."""
        self._left = self._all
        try:
            self._search()
        except RoughError:
            return False
        if self.bound < self.total + unit():
            return True
        self._narrow()
        most, prices, _ = self._good
        gap = most - self.total - unit()
        for parts in range(1, PARTS + 1):
            least = most - gap * parts // PARTS
            found = Together(self._left, prices, least, self.check).best()
            if found:
                self._offer(found.chosen)
                return found.value == total_of(found.chosen)
            self.bound = min(self.bound, max(least - 1, self.total))
        return True

    def _search(self) -> None:
        """Change the prices for some rounds, or until they prove that the best set is known.

        The prices change by as much as would close the gap if what the trains earn were to fall
        in proportion (Polyak), and by less when that goes too far.
        """
        part: float = 1
        patience = PATIENCE
        self._good = NO_BOUND, {}, []
        for i in range(ROUNDS * max(1, len(self._all) - 1)):
            self.check()
            asked = _each(self._left, lambda t, _: t.best_at(self._prices))
            most = sum(left for left, _ in asked) + sum(self._prices.values())
            if most < self._good[0]:
                self._good = most, dict(self._prices), [left for left, _ in asked]
                patience = PATIENCE
            else:
                patience -= 1
                if not patience:
                    part, patience = part / 2, PATIENCE
            self.bound = min(self.bound, max(most, self.total))
            chosen = [route for _, route in asked]
            for left, route in asked:
                if route.value < left + price_of(self._prices, route.edges):
                    raise RoughError
            self._offer(chosen)
            if i in FILLED:
                self._fill(chosen)
            if self.bound < self.total + unit():
                return
            if i in NARROWED:
                self._narrow()
            self._change(chosen, part * (most - self.total))

    def _change(self, chosen: Sequence[Found], gap: float) -> None:
        """Raise the price of an edge that several trains want, lower that which none does."""
        wanted: dict[int, int] = dict.fromkeys(self._prices, -1)
        for route in chosen:
            edges = route.edges
            while edges:
                edge = edges & -edges
                edges ^= edge
                wanted[edge] = wanted.get(edge, -1) + 1
        norm = sum(n * n for n in wanted.values())
        step = max(1, round(gap / norm)) if norm else 0
        for edge, n in wanted.items():
            price = self._prices.get(edge, 0) + n * step
            if price > 0:
                self._prices[edge] = price
            else:
                self._prices.pop(edge, None)

    def _fill(self, chosen: Sequence[Found]) -> None:
        """Let one train after the other keep its route, and the others take the best beside it."""
        for i, kept in enumerate(chosen):
            used = kept.edges
            beside = [NO_ROUTE] * len(chosen)
            for j, train in enumerate(self._left):
                if j != i:
                    dear = {1 << k: DEAR for k in range(used.bit_length()) if used >> k & 1}
                    beside[j] = train.best_at(dear)[1]
                    used |= beside[j].edges
            self._offer(beside)

    def _offer(self, chosen: Sequence[Found]) -> None:
        """Look whether the routes found so far make up a better set."""
        new = False
        for route, known in zip(chosen, self._known, strict=True):
            if route not in known:
                known.add(route)
                new = True
        if new:
            combiner = Combiner([Ranked(known) for known in self._known], self.check, self.bound)
            combiner.best, combiner.total = self.best, self.total
            combiner.run()
            self.best, self.total = combiner.best, combiner.total

    def _narrow(self) -> None:
        """Drop the routes that are in no better set than the best one known.

        In a better set a train earns at the prices what its best route does, but for the gap: the
        others earn no more than by their best routes, and the prices are paid.
        """
        most, prices, left = self._good
        gap = most - self.total - unit()
        least = [best - gap for best in left]
        self._left = _each(self._left, lambda t, n: t.narrowed(prices, n), least)


def _each(
    trains: Sequence[Diagram], do: Callable[[Diagram, int], T], numbers: Sequence[int] = ()
) -> list[T]:
    """Do something for each train and its number, once for trains that are alike."""
    done: dict[int, T] = {}
    for train, number in zip(trains, numbers or [0] * len(trains), strict=True):
        if id(train) not in done:
            done[id(train)] = do(train, number)
    return [done[id(train)] for train in trains]
