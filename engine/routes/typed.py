"""The runs of several trains as a player types them: `4E: G8-G6-F5-D3 | 2: E24-D23`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.errors import RuleViolation
from engine.hexsides import border_name, canonical
from engine.routes.between import routes_between, sides_mask
from engine.routes.combine import Combiner, Ranked
from engine.routes.enumerate import Found
from engine.routes.plan import RunPlan, checked_plan, route_over
from engine.state import Company, State, Train
from engine.steps.run import CLAUSE, RunRoute

TRAINS_APART = re.compile(r"[|;\n]")
STOPS_APART = re.compile(r"[-–—>→,\s]+")
MOST_STOPS = 60


@dataclass(frozen=True, slots=True)
class TypedTrain:
    """What was typed for one train: its name, if any, and the stops."""

    name: str | None
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypedRuns:
    """The best correct runs over the stops that were typed.

    `same` are other ways over them that earn as much, but not by the same (another commodity is
    delivered); `notes` say in a sentence each what the player may want to know of his routes.
    """

    plan: RunPlan
    same: tuple[RunPlan, ...]
    notes: tuple[str, ...]


def parse_runs(text: str) -> list[TypedTrain]:
    """Read the text; trains are apart by a bar, a semicolon or a new line. Raises RuleViolation."""
    found = []
    for part in TRAINS_APART.split(text):
        if not part.strip():
            continue
        name, colon, rest = part.rpartition(":")
        stops = tuple(s for s in STOPS_APART.split(rest) if s)
        if not stops:
            raise RuleViolation(f"“{part.strip()[:40]}” names no stops.")
        if len(stops) > MOST_STOPS:
            raise RuleViolation(f"A route of more than {MOST_STOPS} stops is too long to read.")
        found.append(TypedTrain(name.strip() if colon else None, stops))
    if not found:
        raise RuleViolation("Name the stops of each train, as in 4E: G8-G6-F5-D3 | 2: E24-D23.")
    return found


def typed_runs(state: State, company: Company, text: str) -> TypedRuns:
    """The best correct runs over the stops in the text.

    A train without a name gets the route for which all the trains together earn most. Raises
    RuleViolation, telling what is wrong.
    """
    typed = parse_runs(text)
    if len(typed) > len(company.trains):
        raise RuleViolation(
            f"{company.id} has {_count(len(company.trains), 'train')}, not {len(typed)}.", CLAUSE
        )
    best: TypedRuns | None = None
    faults: list[tuple[int, RuleViolation]] = []
    for trains in _assignments(company, typed):
        ways: list[list[RunRoute]] = []
        try:
            for train, one in zip(trains, typed, strict=True):
                ways.append(routes_between(state, company, train, one.stops))
            found = _best(state, company, ways, typed)
        except RuleViolation as violation:
            faults.append((len(ways), violation))
            continue
        if best is None or found.plan.total > best.plan.total:
            best = found
    if best is None:
        raise max(faults, key=lambda f: f[0])[1]
    return best


def _count(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def _assignments(company: Company, typed: Sequence[TypedTrain]) -> list[tuple[Train, ...]]:
    """Every way to give the routes trains, the named ones theirs. Raises RuleViolation."""
    for one in typed:
        if one.name is not None and not any(_is_called(t, one.name) for t in company.trains):
            raise RuleViolation(f"{company.id} has no {one.name} train.", CLAUSE)
    ranked = sorted(company.trains, key=lambda t: (-t.info.multiplier, -t.info.cities, t.id))
    found = [
        trains
        for trains in permutations(ranked, len(typed))
        if all(
            one.name is None or _is_called(t, one.name)
            for one, t in zip(typed, trains, strict=True)
        )
    ]
    if not found:
        names = ", ".join(str(one.name) for one in typed if one.name)
        raise RuleViolation(f"{company.id} has not so many trains of that name: {names}.", CLAUSE)
    return found


def _is_called(train: Train, name: str) -> bool:
    plain = name.lower().replace("×", "x").replace(" ", "").removesuffix("train")
    return plain in (train.kind.lower(), train.id.lower())


def _best(
    state: State,
    company: Company,
    ways: Sequence[Sequence[RunRoute]],
    typed: Sequence[TypedTrain],
) -> TypedRuns:
    """The best set of one way for each train. Raises RuleViolation when all meet on some track."""
    lists = [[Found(w.revenue.total, sides_mask(w)) for w in found] for found in ways]
    most = sum(w[0].revenue.total for w in ways)
    combiner = Combiner([Ranked(found) for found in lists], lambda: None, most)
    combiner.run()
    chosen = []
    for listed, found, route in zip(lists, ways, combiner.best, strict=True):
        if not route.edges:
            raise RuleViolation(_shared([w[0] for w in ways]), CLAUSE)
        chosen.append(found[listed.index(route)])
    plan = _plan(state, company, chosen)
    same, notes = [], []
    for i, run in enumerate(chosen):
        notes += _passed(run, typed[i])
        for other in _equal_ways(run, ways[i]):
            rest = [*chosen[:i], other, *chosen[i + 1 :]]
            if sum(sides_mask(r) for r in rest) == _union(rest):
                same.append(_plan(state, company, rest))
                notes.append(
                    f"Another way for the {run.train.kind} train earns as much and delivers "
                    f"{_delivered(other)} instead of {_delivered(run)}."
                )
    return TypedRuns(plan, tuple(same), tuple(notes))


def _plan(state: State, company: Company, runs: Sequence[RunRoute]) -> RunPlan:
    return checked_plan(state, company, [route_over(r.train.id, r.nodes[0], r.sides) for r in runs])


def _union(runs: Sequence[RunRoute]) -> int:
    union = 0
    for run in runs:
        union |= sides_mask(run)
    return union


def _shared(runs: Sequence[RunRoute]) -> str:
    """The fault of routes that can be run alone, but not together."""
    used: set[int] = set()
    for run in runs:
        for exit_ in run.sides:
            if canonical(exit_) in used:
                return f"Two trains would use the same track between {border_name(exit_)}."
        used.update(canonical(x) for x in run.sides)
    return "The trains' routes cannot be run together without using the same track."


def _commodities(run: RunRoute) -> frozenset[str]:
    return frozenset(b.name for b in run.revenue.bonuses if b.commodity)


def _delivered(run: RunRoute) -> str:
    return " and ".join(sorted(_commodities(run))) or "nothing"


def _equal_ways(run: RunRoute, ways: Sequence[RunRoute]) -> list[RunRoute]:
    """Other ways that earn as much as the route chosen, one for each other delivery."""
    found: dict[frozenset[str], RunRoute] = {}
    for way in ways:
        if way.revenue.total == run.revenue.total and _commodities(way) != _commodities(run):
            found.setdefault(_commodities(way), way)
    return list(found.values())


def _passed(run: RunRoute, typed: TypedTrain) -> list[str]:
    """A note on the stops that the route passes though they were not typed."""
    stops = [n.hex for n in run.nodes if n.kind in ("city", "town")]
    if len(stops) == len(typed.stops):
        return []
    return [f"The {run.train.kind} train's whole route is {'-'.join(stops)}."]
