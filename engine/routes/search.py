"""The best runs of a company: the set of routes for all its trains that earns most, and the proof.

>>> best_runs(state, state.companies["EIR"]).best.total
240
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.actions import Route, RunTrains
from engine.board import Node, exit_place
from engine.components import components
from engine.routes.combine import Combiner, Ranked
from engine.routes.enumerate import Found, extend
from engine.routes.graph import Network, View, network_of
from engine.routes.worth import Worth
from engine.state import Company, State, Train
from engine.steps.run import RunRoute, check_routes

Clock = Callable[[], float]
TICKS = 256
"""Steps of the search between two looks at the clock."""


class OutOfTimeError(Exception):
    """The time limit has passed."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A set of routes: `routes` as an action takes them, `runs` the same as the engine reads them.

    `total` in ₹; `claims` are the sources of the commodities whose concessions it would take.
    """

    routes: tuple[Route, ...]
    runs: tuple[RunRoute, ...]
    total: int
    claims: tuple[str, ...]

    def action(self, company: str) -> RunTrains:
        """The action that runs it."""
        return RunTrains(company, self.routes)


@dataclass(frozen=True, slots=True)
class BestRuns:
    """`best` is the best set found, `others` the next best ones that differ from it.

    `proved` says that no set earns more than `best`; `bound` in ₹ is the most that any set can
    earn (the total of `best` when it is proved). `seconds` passed from the state to the proof.
    """

    best: RunPlan
    others: tuple[RunPlan, ...]
    proved: bool
    bound: int
    seconds: float


class Timer:
    """Counts steps and raises OutOfTimeError at the first look at the clock after the limit."""

    def __init__(self, clock: Clock, limit: float) -> None:
        self.clock = clock
        self.start = clock()
        self.end = self.start + limit
        self._left = TICKS

    def tick(self) -> None:
        """Count a step."""
        self._left -= 1
        if not self._left:
            self._left = TICKS
            if self.clock() > self.end:
                raise OutOfTimeError


def best_runs(
    state: State,
    company: Company,
    limit: float = 2.0,
    alternatives: int = 5,
    clock: Clock = time.perf_counter,
) -> BestRuns:
    """The best routes of the company's trains, within `limit` seconds. The state is not changed."""
    timer = Timer(clock, limit)
    network = network_of(state.board, state.jewelry)
    view = network.view(company.id)
    trains = sorted(company.trains, key=lambda t: (-t.info.multiplier, -t.info.cities, t.id))
    lists = []
    bounds = []
    proved = True
    known={}
    for train in trains:
        if train.kind in known:
            lists.append(known[train.kind]); continue
        worth = Worth(state, company, network, train.info)
        found: list[Found] = []
        try:
            extend(view, worth, False, timer.tick, found)
        except OutOfTimeError:
            proved = False
        known[train.kind]=Ranked(found)
        lists.append(known[train.kind])
    combiner = Combiner(lists, timer.tick)
    try:
        combiner.run()
    except OutOfTimeError:
        proved = False
    best = plan(state, company, network, trains, combiner.best)
    seconds = clock() - timer.start
    bound = best.total if proved else min(sum(bounds), 10**6)
    return BestRuns(best, (), proved, bound, seconds)


def plan(
    state: State,
    company: Company,
    network: Network,
    trains: Sequence[Train],
    chosen: Sequence[Found],
) -> RunPlan:
    """The plan of one chosen route for each train (or none), checked and valued by the engine."""
    routes = tuple(
        route_of(network, train.id, found)
        for train, found in zip(trains, chosen, strict=True)
        if found.edges
    )
    return checked_plan(state, company, routes)


def checked_plan(state: State, company: Company, routes: Sequence[Route]) -> RunPlan:
    """The plan of given routes. Raises RuleViolation for the first fault."""
    runs = tuple(check_routes(state, company, routes))
    valued = tuple(
        Route(r.train, r.start, r.sides, run.revenue.total)
        for r, run in zip(routes, runs, strict=True)
    )
    delivered = {b.name for run in runs for b in run.revenue.bonuses if b.commodity}
    kinds = {c.commodity for c in components().commodities if c.source in delivered}
    claims = tuple(
        c.source
        for c in components().commodities
        if c.commodity in kinds and c.source in state.unclaimed
    )
    return RunPlan(valued, runs, sum(run.revenue.total for run in runs), claims)


def route_of(network: Network, train: str, found: Found) -> Route:
    """A found route in the form of an action."""
    nodes, exits = network.walk(found.edges)
    return route_over(train, nodes[0], exits)


def route_over(train: str, start: Node, exits: Sequence[int]) -> Route:
    """A route from a city over the given exits."""
    sides = tuple("{}/{}".format(*exit_place(x)) for x in exits)
    return Route(train, f"{start.hex}-{start.index}", sides)
