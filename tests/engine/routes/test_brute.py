"""The search agrees with brute force on random small networks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine import check_routes
from engine.components import components
from engine.routes import best_runs
from engine.routes.combine import Ranked
from engine.routes.diagram import Diagram
from engine.routes.drawing import Drawing
from engine.routes.enumerate import NO_ROUTE, Found, extend
from engine.routes.graph import View, network_of
from engine.routes.prices import Pricing
from engine.routes.worth import Worth
from engine.state import Company, State
from tests.engine.routes.boards import CROSSING, board
from tests.engine.routes.brute import TooLargeError, best_total
from tests.engine.routes.networks import random_network

SEEDS = st.integers(0, 10**9)
KINDS = tuple(components().trains)
EXPRESSES = tuple(k.name for k in components().trains.values() if k.express)
FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
MANY = settings(FEW, max_examples=150)


def nothing() -> None:
    """Time is no matter."""


@pytest.mark.parametrize("kind", KINDS)
@FEW
@given(seed=SEEDS)
def test_1_6_3_one_train_of_each_kind(kind: str, seed: int) -> None:
    state, company = random_network(seed, (kind,))
    try:
        expected = best_total(state, company)
    except TooLargeError:
        assume(False)
    found = best_runs(state, company, limit=60.0, alternatives=0)
    assert found.proved
    assert found.best.total == found.bound == expected


@MANY
@given(seed=SEEDS, kinds=st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS)))
def test_1_6_3_1_two_trains(seed: int, kinds: tuple[str, str]) -> None:
    state, company = random_network(seed, kinds)
    try:
        expected = best_total(state, company)
    except TooLargeError:
        assume(False)
    found = best_runs(state, company, limit=60.0, alternatives=0)
    assert found.proved
    assert found.best.total == expected


@MANY
@given(seed=SEEDS, kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=2))
def test_1_6_3_every_plan_stands_before_the_engine_and_differs(seed: int, kinds: list[str]) -> None:
    state, company = random_network(seed, tuple(kinds))
    found = best_runs(state, company, limit=60.0)
    plans = [found.best, *found.others]
    totals = [p.total for p in plans]
    assert totals == sorted(totals, reverse=True)
    for plan in plans:
        runs = check_routes(state, company, plan.routes)
        assert sum(r.revenue.total for r in runs) == plan.total
        assert [r.revenue for r in plan.routes] == [r.revenue.total for r in runs]
    assert len({p.earns_by() for p in plans}) == len(plans)


@MANY
@given(seed=SEEDS)
def test_the_order_of_the_trains_and_a_second_search_change_nothing(seed: int) -> None:
    state, company = random_network(seed)
    first = best_runs(state, company, limit=60.0)
    assert best_runs(state, company, limit=60.0).best == first.best
    company.trains.reverse()
    assert best_runs(state, company, limit=60.0).others == first.others


def drawn(state: State, company: Company) -> list[Diagram]:
    """The diagram of each train of the company, as it would be drawn on a very dense board."""
    network = network_of(state.board, state.jewelry, state.ruleset.junction_twice)
    view = network.view(company.id)
    worths = [Worth(state, company, network, t.info) for t in company.trains]
    express = next(w for w in worths if w.kind.express)
    drawing = Drawing(network, view, express, nothing)
    return [
        drawing.diagram(w)
        if w.kind.express
        else Diagram.listed(all_routes(view, w), drawing.diagram(express).order)
        for w in worths
    ]


def all_routes(view: View, worth: Worth) -> list[Found]:
    """The list of a train's routes."""
    found: list[Found] = []
    extend(view, worth, nothing, found)
    return found


@MANY
@given(seed=SEEDS, kind=st.sampled_from(EXPRESSES), data=st.data())
def test_a_diagram_tells_the_best_route_beside_any_track_as_a_list_does(
    seed: int, kind: str, data: st.DataObject
) -> None:
    state, company = random_network(seed, (kind,))
    network = network_of(state.board, state.jewelry, state.ruleset.junction_twice)
    worth = Worth(state, company, network, components().trains[kind])
    ranked = Ranked(all_routes(network.view(company.id), worth))
    (rough,) = drawn(state, company)
    exact = rough
    while exact.finer:
        exact = exact.finer()
    closed = 0
    for _ in range(6):
        listed = ranked.best_off(closed)
        dear = {edge.bit: 10**6 for edge in network.chosen(closed)}
        at_least, _ = rough.best_at(dear)
        assert at_least >= listed.value
        for value, asked in (exact.best_at(dear), exact.without(closed).best_at({})):
            assert value == asked.value == listed.value
            assert not asked.edges & closed
        if not listed.edges:
            break
        edge = data.draw(st.sampled_from(network.chosen(listed.edges)))
        closed |= edge.bit


@MANY
@given(
    seed=SEEDS,
    express=st.sampled_from(EXPRESSES),
    kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=2),
)
def test_sets_from_diagrams_earn_as_much_as_sets_from_lists(
    seed: int, express: str, kinds: list[str]
) -> None:
    state, company = random_network(seed, (express, *kinds))
    expected = best_runs(state, company, limit=60.0, alternatives=0)
    assert expected.proved
    found = Pricing(drawn(state, company), nothing, 10**6)
    found.run()
    assert found.total == found.bound == expected.best.total
    assert sum(route.value for route in found.best) == found.total
    for i, route in enumerate(found.best):
        assert not any(route.edges & other.edges for other in found.best[:i])


def test_trains_that_stay_at_home_are_thought_of() -> None:
    state, company = board(*CROSSING, stations="G18", trains="4E 4E 4E 4E")
    expected = best_runs(state, company, alternatives=0).best.total
    found = Pricing(drawn(state, company), nothing, 10**6)
    found.run()
    assert found.total == expected
    assert NO_ROUTE in found.best
