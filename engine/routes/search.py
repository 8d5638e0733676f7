"""The best runs of a company: the set of routes for all its trains that earns most, and the proof.

>>> best_runs(state, state.companies["EIR"]).best.total
240
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from engine.components import TrainKind
from engine.routes.combine import Chosen, Combiner, Ranked
from engine.routes.enumerate import Found, extend
from engine.routes.graph import network_of
from engine.routes.others import next_best
from engine.routes.plan import RunPlan, plan_of
from engine.routes.worth import Worth
from engine.state import Company, State

Clock = Callable[[], float]
STEPS_A_LOOK = 256
"""Steps of the search between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class BestRuns:
    """`best` is the best set found, `others` the next best that differ from it in what they earn by.

    `proved` says that no set earns more than `best`; `bound` in ₹ is the most that any set can
    earn (the total of `best` when it is proved). `seconds` passed from the state to the proof,
    or to the time limit; the search for the others comes after.
    """

    best: RunPlan
    others: tuple[RunPlan, ...]
    proved: bool
    bound: int
    seconds: float


class OutOfTimeError(Exception):
    """The time limit has passed."""


class Timer:
    """Raises OutOfTimeError when the limit of `seconds` has passed."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.start = clock()
        self.end = self.start + seconds
        self._left = STEPS_A_LOOK

    def step(self) -> None:
        """Count a small step; now and then look at the clock."""
        self._left -= 1
        if not self._left:
            self._left = STEPS_A_LOOK
            self.check()

    def check(self) -> None:
        """Look at the clock."""
        if self.clock() > self.end:
            raise OutOfTimeError


def best_runs(
    state: State,
    company: Company,
    limit: float = 2.0,
    alternatives: int = 5,
    clock: Clock = time.perf_counter,
) -> BestRuns:
    """The best routes of the company's trains; the state is not changed.

    After `limit` seconds the best found is given, unproved. Up to `alternatives` next best sets
    are looked for in what is left of the time. The answer depends on the clock only when the time
    runs out.
    """
    timer = Timer(clock, limit)
    trains = sorted(company.trains, key=lambda t: (-t.info.multiplier, -t.info.cities, t.id))
    network = network_of(state.board, state.jewelry)
    view = network.view(company.id)
    known: dict[str, tuple[Ranked, int]] = {}
    complete = True
    for kind in {t.kind: t.info for t in trains}.values():
        worth = Worth(state, company, network, kind)
        found: list[Found] = []
        try:
            extend(view, worth, False, timer.step, found)
            ranked = Ranked(found)
            most = ranked.best_off(0).value
        except OutOfTimeError:
            complete = False
            ranked = Ranked(found)
            most = worth.most(view)
        known[kind.name] = ranked, most
    routes = [known[t.kind][0] for t in trains]
    combiner = Combiner(routes, timer.check)
    try:
        combiner.run()
    except OutOfTimeError:
        pass
    bound = combiner.bound if complete else sum(known[t.kind][1] for t in trains)

    def plan(chosen: Chosen) -> RunPlan:
        return plan_of(state, company, network, trains, chosen)

    best = plan(combiner.best)
    seconds = clock() - timer.start
    others: list[RunPlan] = []
    pairs = [(t.id, r) for t, r in zip(trains, routes, strict=True)]
    try:
        for other in islice(
            next_best(network, pairs, combiner.best, plan, timer.check), alternatives
        ):
            others.append(other)
    except OutOfTimeError:
        pass
    return BestRuns(best, tuple(others), bound <= best.total, bound, seconds)
