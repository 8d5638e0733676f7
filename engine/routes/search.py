"""The best runs of a company: the set of routes for all its trains that earns most, and the proof.

>>> best_runs(state, state.companies["EIR"]).best.total
240
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from engine.routes.combine import Chosen, Closed, Combiner, Ranked
from engine.routes.diagram import Diagram
from engine.routes.drawing import Drawing
from engine.routes.enumerate import Found, extend, revalued
from engine.routes.graph import Network, View, network_of
from engine.routes.others import next_best
from engine.routes.plan import RunPlan, plan_of
from engine.routes.prices import Pricing
from engine.routes.worth import Worth
from engine.state import Company, State

Clock = Callable[[], float]
STEPS_A_LOOK = 256
"""Steps of the search between two looks at the clock."""
LISTED_STEPS = 10_000
"""Steps after which the routes of an express are no longer listed, but drawn as a diagram."""
LISTING = 0.7
"""The part of the time limit that listing may take."""


@dataclass(frozen=True, slots=True)
class BestRuns:
    """`best` is the best set found, `others` the next best that differ in what they earn by.

    `proved` says that no set earns more than `best`; `bound` in ₹ is the most that any set can
    earn (the total of `best` when it is proved). `seconds` passed from the state to the proof,
    or to the time limit; the search for the others comes after.
    """

    best: RunPlan
    others: tuple[RunPlan, ...]
    proved: bool
    bound: int
    seconds: float

    def of(self, place: int, total: int) -> RunPlan | None:
        """The set at a place, the best at 0, if there is one that earns ₹ `total`."""
        found = [self.best, *self.others][place : place + 1]
        return found[0] if found and found[0].total == total else None


class OutOfTimeError(Exception):
    """The time limit has passed."""


class TooManyRoutesError(Exception):
    """There are too many routes to list them all."""


class Timer:
    """Raises OutOfTimeError when the limit of `seconds` has passed."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.start = clock()
        self.seconds = seconds

    def check(self) -> None:
        """Look at the clock."""
        if self.clock() > self.start + self.seconds:
            raise OutOfTimeError

    def counter(self, most: int | None) -> Callable[[], None]:
        """A function to call at every small step; it raises after `most` steps or out of time."""
        count = 0
        end = self.start + self.seconds * LISTING

        def step() -> None:
            nonlocal count
            count += 1
            if count % STEPS_A_LOOK == 0 and self.clock() > end:
                raise OutOfTimeError
            if count == most:
                raise TooManyRoutesError

        return step


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the routes of a kind of train. `most` in ₹ is what no route can exceed.

    `complete` says that `routes` answers exactly.
    """

    routes: Ranked | Diagram
    most: int
    complete: bool


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
    network = network_of(state.board, state.jewelry, state.ruleset.junction_twice)
    view = network.view(company.id)
    kinds = {t.kind: Worth(state, company, network, t.info) for t in trains}
    known: dict[str, Known] = {}
    expresses = {name: worth for name, worth in kinds.items() if worth.kind.express}
    known |= _know(expresses, network, view, timer)
    for name, worth in kinds.items():
        if not worth.kind.express:
            known |= _know({name: worth}, network, view, timer)
    sets = [known[t.kind] for t in trains]
    exact = all(k.complete for k in sets)
    most = sum(k.most for k in sets)
    solver = _solver([k.routes for k in sets], timer.check, most)
    with suppress(OutOfTimeError):
        solver.run()
    bound = solver.bound if exact else most

    def plan(chosen: Chosen) -> RunPlan:
        return plan_of(state, company, network, trains, chosen)

    def best_without(closed: Closed, most: int) -> Chosen:
        timer.check()
        routes = [k.routes.without(off) for k, off in zip(sets, closed, strict=True)]
        further = _solver(routes, timer.check, most)
        further.run()
        return further.best

    best = plan(solver.best)
    seconds = clock() - timer.start
    others: list[RunPlan] = []
    with suppress(OutOfTimeError):
        more = next_best(network, [t.id for t in trains], solver.best, plan, best_without)
        for other in islice(more, alternatives):
            others.append(other)  # noqa: PERF402 — keeps those found before time runs out
    return BestRuns(best, tuple(others), bound <= best.total, max(bound, best.total), seconds)


def _solver(
    trains: Sequence[Ranked | Diagram], check: Callable[[], None], most: int
) -> Combiner | Pricing:
    """What finds the best set: the routes are combined from lists, unless one has none."""
    listed = [train for train in trains if isinstance(train, Ranked)]
    if len(listed) == len(trains):
        return Combiner(listed, check, most)
    order = next(train.order for train in trains if isinstance(train, Diagram))
    drawn = {id(train): Diagram.listed(train.routes, order) for train in listed}
    diagrams = [drawn[id(t)] if isinstance(t, Ranked) else t for t in trains]
    return Pricing(diagrams, check, most)


def _know(
    kinds: Mapping[str, Worth], network: Network, view: View, timer: Timer
) -> dict[str, Known]:
    """List the routes of kinds of trains that take the same ones, in one walk for all of them.

    Where an express has too many it is prepared to be asked for its routes.
    """
    if not kinds:
        return {}
    first, *alike = kinds.values()
    found: list[Found] = []
    complete = True
    try:
        try:
            steps = timer.counter(LISTED_STEPS if first.kind.express else None)
            extend(view, first, steps, found, alike)
        except TooManyRoutesError:
            drawing = Drawing(network, view, first, timer.check)
            return {
                name: Known(drawing.diagram(worth), worth.most(view), complete=True)
                for name, worth in kinds.items()
            }
    except OutOfTimeError:
        complete = False
    known = {}
    for name, worth in kinds.items():
        ranked = Ranked(found if worth is first else revalued(worth, found))
        most = ranked.best_off(0).value if complete else worth.most(view)
        known[name] = Known(ranked, most, complete)
    return known
