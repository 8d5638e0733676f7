"""The next best sets: each is the best one without something that a better set earns by."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence

from engine.routes.combine import Chosen, Combiner, Routes, total_of
from engine.routes.graph import Network
from engine.routes.plan import RunPlan
from engine.steps.run import RunRoute


def next_best(
    network: Network,
    trains: Sequence[tuple[str, Routes]],
    best: Chosen,
    plan: Callable[[Chosen], RunPlan],
    check: Callable[[], None],
) -> Iterator[RunPlan]:
    """Plans from the next best on that differ from `best`, and each other, in what they earn by.

    `trains` are ids with all their routes. From each set, in order of value, further ones follow:
    the best set in which one train keeps off one of the stops that it is paid there, or off the
    source of a commodity that it delivers. `check` is called before each search and may raise.
    """
    routes = [listed for _, listed in trains]
    closed = (0,) * len(trains)
    seen = {closed}
    known: set[object] = {plan(best).earns_by()}
    opened = [(-total_of(best), 0, closed, best)]
    while opened:
        _, _, closed, chosen = heapq.heappop(opened)
        found = plan(chosen)
        if found.earns_by() not in known:
            known.add(found.earns_by())
            yield found
        runs = {run.train.id: run for run in found.runs}
        for i, (train, _) in enumerate(trains):
            for track in _reasons(network, runs[train]) if train in runs else ():
                without = tuple(c | track if j == i else c for j, c in enumerate(closed))
                if without in seen:
                    continue
                seen.add(without)
                check()
                combiner = Combiner(routes, check, total_of(chosen))
                combiner.run(without)
                if combiner.total:
                    entry = (-combiner.total, len(seen), without, combiner.best)
                    heapq.heappush(opened, entry)


def _reasons(network: Network, run: RunRoute) -> Iterator[int]:
    """For each thing that a route earns by, the edges without which it could not."""
    for node, paid in run.revenue.stops:
        if paid:
            yield sum(e.bit for e in network.edges if node in network.ends(e) or node in e.inner)
    for bonus in run.revenue.bonuses:
        if bonus.commodity:
            source = network.marks.sources[bonus.name]
            yield sum(
                e.bit
                for e in network.edges
                if e.marks & source or any(network.marks.of(n) & source for n in network.ends(e))
            )
