"""The best set of routes for several trains: their diagrams walked at once, edge after edge.

What the trains have of their routes when the same edges are decided is one state where the same can
follow. A state is given up when not even the best that may follow is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.routes.combine import Chosen, Prices, price_of
from engine.routes.diagram import City, Diagram, Tally

STATES_A_LOOK = 256
"""States between two looks at the clock."""


class Reached(NamedTuple):
    """The best way to a state: ₹ so far, and the track of each train."""

    value: int
    tracks: tuple[int, ...]


class Sum(NamedTuple):
    """A set of routes, and the ₹ that they earn by their diagrams."""

    value: int
    chosen: Chosen


States = dict[tuple[tuple[int, ...], int], dict[tuple[Tally, ...], Reached]]
"""What is reached, by the nodes of the trains and the edges used of those to be decided."""


class Together:
    """One search: the best set that earns `least` and more.

    Good prices make it short: they tell what may still follow. `check` is called now and then, and
    may raise.
    """

    def __init__(
        self, trains: Sequence[Diagram], prices: Prices, least: int, check: Callable[[], None]
    ) -> None:
        self.trains = trains
        self.prices = prices
        self.least = least
        self.check = check
        order = trains[0].order
        self.later = [0] * (len(order) + 1)
        for i in range(len(order) - 1, -1, -1):
            self.later[i] = self.later[i + 1] | order[i]
        self.unpaid = [price_of(prices, later) for later in self.later]
        self.levels = [train.levels() for train in trains]
        self.ahead = [train.look(prices) for train in trains]
        self.counted: list[dict[tuple[tuple[City, ...], Tally], list[tuple[Tally, int]]]] = [
            {} for _ in trains
        ]
        self.states: list[States] = [{} for _ in self.later]
        first = {id(train): i for i, train in reversed(list(enumerate(trains)))}
        self.alike = [first[id(train)] for train in trains]

    def best(self) -> Sum | None:
        """The set; None if there is none."""
        nodes = tuple(len(t.nodes) - 1 for t in self.trains)
        tallies = tuple(t.start for t in self.trains)
        start = Reached(0, (0,) * len(self.trains))
        self.states[min(own[n] for own, n in zip(self.levels, nodes, strict=True))] = {
            (nodes, 0): {tallies: start}
        }
        seen = 0
        for level in range(len(self.later) - 1):
            while self.states[level]:
                states, self.states[level] = self.states[level], {}
                for (nodes, used), reached in states.items():
                    seen += 1
                    if seen % STATES_A_LOOK == 0:
                        self.check()
                    self._step(level, nodes, used, reached)
        ends = [r for reached in self.states[-1].values() for r in reached.values()]
        if not ends:
            return None
        value, tracks = max(ends, key=lambda r: r.value)
        chosen = [t.found(track) for t, track in zip(self.trains, tracks, strict=True)]
        return Sum(value, tuple(chosen))

    def _step(
        self,
        level: int,
        nodes: tuple[int, ...],
        used: int,
        reached: dict[tuple[Tally, ...], Reached],
    ) -> None:
        """Go on with the first train that stands at the level."""
        at = [own[n] for own, n in zip(self.levels, nodes, strict=True)]
        i = at.index(level)
        for way in self.trains[i].nodes[nodes[i]]:
            if way.edges & used:
                continue
            now = (*nodes[:i], way.to, *nodes[i + 1 :])
            at[i] = self.levels[i][way.to]
            onward = min(at)
            left = (used | way.edges) & self.later[onward]
            enough = self.least - way.bonus - self.unpaid[onward] + price_of(self.prices, left)
            ahead = [own[n] for own, n in zip(self.ahead, now, strict=True)]
            # trains that are alike stand in the order of their nodes: that halves the states
            turn = sorted(range(len(now)), key=lambda k: (self.alike[k], now[k]))
            there: dict[tuple[Tally, ...], Reached] | None = None
            for tallies, (value, tracks) in reached.items():
                rest = enough - value
                for k, tally in enumerate(tallies):
                    if k != i:
                        rest -= ahead[k][tally]
                for tally, gain in self._count(i, way.cities, tallies[i]):
                    if gain + ahead[i][tally] < rest:
                        continue
                    if there is None:
                        states = self.states[onward]
                        there = states.setdefault((tuple(now[k] for k in turn), left), {})
                    key = tuple([tally if k == i else tallies[k] for k in turn])
                    total = value + gain + way.bonus
                    known = there.get(key)
                    if known is None or known.value < total:
                        there[key] = Reached(
                            total,
                            tuple([tracks[k] | way.edges if k == i else tracks[k] for k in turn]),
                        )

    def _count(self, i: int, cities: tuple[City, ...], tally: Tally) -> list[tuple[Tally, int]]:
        """Every way to count some of the cities: the tally then, and ₹, the most for each."""
        known = self.counted[i].get((cities, tally))
        if known is None:
            most = self.trains[i].most
            found = {tally: 0}
            for pays, own, claimed in cities:
                more = {} if claimed else dict(found)
                for before, gain in found.items():
                    if before % (most + 1) < most:
                        after = before + 1
                        if own and after <= most:
                            after += most + 1
                        more[after] = max(more.get(after, gain + pays), gain + pays)
                found = more
            known = self.counted[i][cities, tally] = list(found.items())
        return known
