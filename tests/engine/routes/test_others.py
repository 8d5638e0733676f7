"""Where fewer than five other sets are offered, no more exist: told by trying every set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engine import RULEBOOK, RuleViolation
from engine.actions import Route
from engine.hexsides import canonical
from engine.node import Node
from engine.routes import best_runs, checked_plan
from engine.routes.plan import route_over
from engine.state import Company, State, Train
from engine.steps.run import route_fault
from interchange.replay import Replay
from interchange.site_log import parse
from tests.support.data import DATA

Walk = tuple[list[Node], list[int]]


def walks(state: State, company: Company, train: Train, walk: Walk) -> Iterator[Walk]:
    """Every correct route of an ordinary train that begins with a walk, by plain trying."""
    nodes, sides = walk
    here = nodes[-1]
    if len(nodes) > 1 and route_fault(state, company.id, train.info, nodes, sides) is None:
        yield nodes, sides
    if len(nodes) > 1 and here.blocks(company.id):
        return
    for exit_, far in zip(here.exits, here.far, strict=True):
        onward = state.board.owner[far] if far >= 0 else None
        cities = sum(n.kind == "city" for n in nodes)
        if onward is not None and onward not in nodes and cities <= train.info.cities:
            yield from walks(state, company, train, ([*nodes, onward], [*sides, exit_]))


def routes(state: State, company: Company, train: Train) -> list[Route | None]:
    """Every route of a train, each once, and none."""
    found: dict[frozenset[int], Route] = {}
    for city in state.board.all_cities():
        for nodes, sides in walks(state, company, train, ([city], [])):
            route = route_over(train.id, nodes[0], sides)
            found.setdefault(frozenset(map(canonical, sides)), route)
    return [None, *found.values()]


def sets(state: State, company: Company) -> set[object]:
    """What every set that earns anything earns by."""
    found: set[object] = set()
    for chosen in product(*(routes(state, company, t) for t in company.trains)):
        try:
            plan = checked_plan(state, company, [r for r in chosen if r is not None])
        except RuleViolation:
            continue
        if plan.total:
            found.add(plan.earns_by())
    return found


@pytest.mark.parametrize("name", ["made-312-2p-mixed", "made-344-2p-hoarder"])
def test_1_6_3_all_sets_are_offered_where_there_are_fewer_than_six(name: str) -> None:
    record = Replay(parse((DATA / f"{name}.json").read_bytes()), RULEBOOK)
    checked = 0
    for raw in record.entries:
        if raw["type"] == "run_routes":
            state = record.game.state
            company = state.companies[raw["entity"]]
            found = best_runs(state, company)
            plans = [p for p in (found.best, *found.others) if p.total]
            express = any(t.info.express for t in company.trains)
            if len(plans) < 6 and not express:
                assert {p.earns_by() for p in plans} == sets(state, company)
                checked += 1
        action = record.converter.action(raw)
        assert action is not None
        record.game.apply(action)
        record.converter.took(raw)
    assert checked >= 30
