"""The best route of one express on a board with too many routes to list them: branch and bound.

An express earns no less when it visits more, so a bound for all routes that go on from a partial
one is what it would earn with everything that it may still visit. What it may still visit is told
by the blocks of the graph (its parts without a cut node): a path leads through a chain of blocks,
so it cannot visit two that hang on the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.routes.enumerate import NO_ROUTE, Found
from engine.routes.graph import Network, Step, View
from engine.routes.worth import Worth

MARKS = 64
"""In a gain the bits of cities stand below, the marks from this place on."""
MOST_PAIRS = 100
"""Pairs of ways, one for each arm, that are looked at one by one for a bound."""
MUCH = 1 << 40
NOTHING = (0,)
Near = tuple[int, int, bool]
"""A neighbor: its bit (0 if it may be passed again), its index, whether it may be passed."""


class Probe:
    """Finds the best route off given track. Everything proved before helps later questions."""

    def __init__(
        self, network: Network, view: View, worth: Worth, check: Callable[[], None]
    ) -> None:
        self.network = network
        self.view = view
        self.worth = worth
        self.check = check
        self.pool: list[Found] = []
        self.proved: dict[int, Found] = {}
        self._worths: dict[int, int] = {}
        self.again = [not shut for shut in network.shut]
        self.gains = [1 << i & network.cities for i in range(len(network.nodes))]
        for i, steps in enumerate(view.steps):
            for step in steps:
                self.gains[i] |= step.marks << MARKS
                self.gains[step.to] |= step.marks << MARKS

    def best_off(self, edges: int) -> Found:
        """The best route that uses none of `edges`; no route when there is none."""
        known = self.proved.get(edges)
        if known is None:
            ceiling = min((f.value for e, f in self.proved.items() if e & edges == e), default=MUCH)
            known = self.known_off(edges)
            if known.value < ceiling:
                known = Dive(self, edges, known, ceiling).run()
            self.proved[edges] = known
        return known

    def known_off(self, edges: int) -> Found:
        """The best such route that was found so far, of equal ones that with the least track."""
        return max(
            (r for r in self.pool if not r.edges & edges),
            key=lambda r: (r.value, -r.edges.bit_count()),
            default=NO_ROUTE,
        )

    def most(self, gain: int) -> int:
        """₹ that no route can exceed when all that it visits is in `gain`."""
        known = self._worths.get(gain)
        if known is None:
            cities = gain & (1 << MARKS) - 1
            known = self.worth.city_worth(self._one_of_each(cities)) + self.worth.bonus_worth(
                gain >> MARKS
            )
            self._worths[gain] = known
        return known

    def _one_of_each(self, cities: int) -> int:
        """Drop a city whose twin is there: they are worth the same; an own one is kept."""
        for i, shut in enumerate(self.view.shut):
            twins = shut & cities
            if cities >> i & 1 and twins != 1 << i and i not in self.view.stations:
                cities ^= 1 << i
        return cities


class Dive:
    """One search: the best route off `closed`; `best` is known, none is worth over `ceiling`."""

    def __init__(self, probe: Probe, closed: int, best: Found, ceiling: int) -> None:
        self.probe = probe
        self.best = best
        self.ceiling = ceiling
        self.steps = [tuple(s for s in ways if not s.edge & closed) for ways in probe.view.steps]
        self.nodes = (1 << len(self.steps)) - 1
        self.near = [self._near(ways) for ways in self.steps]

    def run(self) -> Found:
        """The route. The walk is that of `enumerate.extend`, cut where nothing better follows."""
        view = self.probe.view
        shut = 0
        for root in view.stations:
            ways = self.steps[root]
            start = view.shut[root] | shut
            for i, way in enumerate(ways):
                self._walk((way,), ways[i + 1 :], root, start, 1 << root, 0, view.met[root])
            shut |= 1 << root
        return self.best

    def _walk(
        self,
        ways: Sequence[Step],
        second: Sequence[Step],
        root: int,
        shut: int,
        visited: int,
        edges: int,
        marks: int,
    ) -> None:
        self.probe.check()
        for edge, to, here, closes, city, passes, _, _, met in ways:
            if shut & here or self.best.value >= self.ceiling:
                continue
            track = edges | edge
            now = visited | city
            touched = marks | met
            closed = shut | closes
            if city:
                self._take(now, touched, track)
            gain = now | touched << MARKS
            ahead = self._options(to, self.near[to], closed) if passes else NOTHING
            behind = self._options(root, self._near(second), closed) if second else NOTHING
            if passes and self._may_beat(gain, ahead, behind):
                self._walk(self.steps[to], second, root, closed, now, track, touched)
            if city and second and self._may_beat(gain, NOTHING, behind):
                self._walk(second, (), root, closed, now, track, touched)

    def _take(self, visited: int, marks: int, track: int) -> None:
        worth = self.probe.worth
        value = worth.cities.get(visited)
        if value is None:
            value = worth.city_worth(visited)
        bonus = worth.bonuses.get(marks)
        if bonus is None:
            bonus = worth.bonus_worth(marks)
        if value + bonus > self.best.value:
            self.best = Found(value + bonus, track)
            self.probe.pool.append(self.best)

    def _may_beat(self, gain: int, ahead: Sequence[int], behind: Sequence[int]) -> bool:
        """Whether a route with `gain`, one way ahead and one from the root might be better."""
        if len(ahead) * len(behind) > MOST_PAIRS:
            behind = (_union(behind),)
        most = self.probe.most
        best = self.best.value
        return any(most(gain | a | b) > best for a in ahead for b in behind)

    def _near(self, ways: Sequence[Step]) -> tuple[Near, ...]:
        return tuple({s.to: (s.here & self.nodes, s.to, s.passes) for s in ways}.values())

    def _options(self, origin: int, start: Sequence[Near], closed: int) -> Sequence[int]:
        """What a path from `origin` over `start` may gain on open nodes, for each chain of blocks.

        The blocks are found by a walk in depth that notes how far back each part is joined again.
        All that hangs on a junction that may be passed again can be visited one after the other.
        """
        near = self.near
        gains = self.probe.gains
        again = self.probe.again
        order: dict[int, int] = {}

        def visit(node: int) -> tuple[int, int, list[int]]:
            """How far back the part beyond is joined, its open block's gain, what hangs on it."""
            depth = low = order[node] = len(order)
            gain = gains[node]
            options: list[int] = []
            for bit, to, passes in near[node]:
                seen = order.get(to)
                if seen is not None:
                    low = min(low, seen)
                elif closed & bit:
                    continue
                elif not passes:
                    options.append(gains[to])
                else:
                    below, inside, hanging = visit(to)
                    if below >= depth and not again[node]:
                        options += [inside | h for h in hanging] or [inside]
                    else:
                        gain |= inside
                        options += hanging
                        low = min(low, below)
            return low, gain, options

        if again[origin]:
            _, inside, hanging = visit(origin)
            return [inside | h for h in hanging] or (inside,)
        order[origin] = 0
        found: set[int] = set()
        for bit, to, passes in start:
            if not closed & bit and to not in order:
                if passes:
                    _, inside, hanging = visit(to)
                    found.update([inside | h for h in hanging] or [inside])
                else:
                    found.add(gains[to])
        return tuple(found) or NOTHING


def _union(gains: Sequence[int]) -> int:
    union = 0
    for gain in gains:
        union |= gain
    return union
