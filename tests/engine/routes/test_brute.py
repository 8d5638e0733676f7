"""The search agrees with brute force on random small networks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine import check_routes
from engine.components import components
from engine.routes import best_runs
from engine.routes.combine import Ranked
from engine.routes.enumerate import Found, extend
from engine.routes.graph import network_of
from engine.routes.probe import Probe
from engine.routes.search import LISTED_STEPS
from engine.routes.worth import Worth
from tests.engine.routes.brute import TooLargeError, best_total
from tests.engine.routes.networks import random_network

SEEDS = st.integers(0, 10**9)
KINDS = tuple(components().trains)
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


@MANY
@given(seed=SEEDS, kind=st.sampled_from(("4E", "4Ex2", "4Ex3")), data=st.data())
def test_asking_for_routes_agrees_with_listing_them(
    seed: int, kind: str, data: st.DataObject
) -> None:
    state, company = random_network(seed, (kind,))
    network = network_of(state.board, state.jewelry, state.ruleset.junction_twice)
    view = network.view(company.id)
    worth = Worth(state, company, network, components().trains[kind])
    found: list[Found] = []
    extend(view, worth, nothing, found)
    assume(len(found) < LISTED_STEPS)
    ranked = Ranked(found)
    probe = Probe(network, view, worth, nothing)
    closed = 0
    for _ in range(6):
        asked, listed = probe.best_off(closed), ranked.best_off(closed)
        assert asked.value == listed.value
        assert not asked.edges & closed
        if not asked.edges:
            break
        edge = data.draw(st.sampled_from(network.chosen(asked.edges)))
        closed |= edge.bit
