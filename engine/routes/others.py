"""The next best sets: each is the best one without something that a better set earns by."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence

from engine.routes.combine import Chosen, Closed, total_of
from engine.routes.graph import Network
from engine.routes.plan import RunPlan
from engine.steps.run import RunRoute


def next_best(
    network: Network,
    trains: Sequence[str],
    best: Chosen,
    plan: Callable[[Chosen], RunPlan],
    best_without: Callable[[Closed, int], Chosen],
) -> Iterator[RunPlan]:
    """Plans from the next best on that differ from `best`, and each other, in what they earn by.

    `trains` are their ids. From each set, in order of value, further ones follow: the best set in
    which one train keeps off one of the stops that it is paid there, or off the source of a
    commodity that it delivers. `best_without` finds the best set for edges that each train keeps
    off, when it is told what no such set exceeds; it may raise.
    """
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
        for i, train in enumerate(trains):
            for track in _reasons(network, runs[train]) if train in runs else ():
                without = tuple(c | track if j == i else c for j, c in enumerate(closed))
                if without in seen:
                    continue
                seen.add(without)
                further = best_without(without, total_of(chosen))
                if total_of(further):
                    heapq.heappush(opened, (-total_of(further), len(seen), without, further))


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
