"""Networks in which a company's trains can meet the same earn it the same."""

from __future__ import annotations

import random
from copy import copy

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.boards import grow
from engine.routes import best_runs, network_of
from engine.state import Company, State
from tests.engine.fingerprint import fingerprint
from tests.engine.routes.boards import CROSSING, board
from tests.engine.routes.networks import random_network
from tests.engine.routes.test_brute import FEW, SEEDS


def likeness(state: State, company: Company) -> object:
    return network_of(state.board, state.jewelry, state.ruleset.junction_twice).likeness(company.id)


def on_a_fork(state: State) -> State:
    other = copy(state)
    other.board = state.board.fork()
    return other


@FEW
@given(seed=SEEDS, lays=st.integers(1, 3))
def test_a_board_with_other_tiles_earns_the_same_if_it_is_alike(seed: int, lays: int) -> None:
    state, company = random_network(seed)
    before = fingerprint(state)
    other = on_a_fork(state)
    grow(other, random.Random(seed), lays)
    assert fingerprint(state) == before
    if likeness(state, company) == likeness(other, company):
        ours, theirs = best_runs(state, company), best_runs(other, company)
        assert ours.best.total == theirs.best.total


def test_track_that_leads_nowhere_changes_nothing_and_what_is_met_does() -> None:
    state, company = board(*CROSSING, stations="G18", trains="4E")
    known = likeness(state, company)
    blind = on_a_fork(state)
    blind.board.lay("G30", "9", 0, markers=False)
    assert likeness(blind, company) == known
    dearer = on_a_fork(state)
    dearer.board.lay("G18", "513", 0, markers=False)
    assert likeness(dearer, company) != known
    assert likeness(state, company) == known
    closed = state.board.cities("F21")[0]
    for rival in [c for c in state.companies if c != company.id][: closed.free_slots()]:
        state.board.place(closed, rival)
    assert likeness(state, company) != known
