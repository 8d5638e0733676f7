"""The time limit: kept, and honest about what is not proved."""

from __future__ import annotations

import pickle
import random

import pytest

from benchmarks.boards import grow
from engine import RULEBOOK, check_routes
from engine.components import components
from engine.routes import best_runs
from engine.routes.graph import network_of
from engine.routes.search import STEPS_A_LOOK
from engine.setup import new_state
from engine.state import Company, State, Train
from tests.engine.routes.boards import CROSSING, board


class Ticking:
    """A clock that goes on by a second at every look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def dense() -> tuple[State, Company]:
    """A board with long routes for two express trains."""
    rng = random.Random(3)
    state = new_state(3, ["A", "B", "C"], RULEBOOK)
    company = next(iter(state.companies.values()))
    for node in list(state.board.all_cities()):
        if node.hex in ("K30", "I20", "D23", "G8") and node.index == 0:
            state.board.place(node, company.id)
    grow(state, rng, 120)
    company.trains = [Train("4E-0", "4E"), Train("4E-1", "4E")]
    return state, company


@pytest.fixture(scope="module")
def case() -> tuple[State, Company]:
    return dense()


@pytest.mark.parametrize("limit", [0.0, 1.0, 3.0, 10.0, 100.0])
def test_cut_short_it_gives_a_run_that_stands_and_a_bound_that_holds(
    case: tuple[State, Company], limit: float
) -> None:
    state, company = case
    proved = best_runs(state, company, limit=120.0, alternatives=0)
    assert proved.proved
    found = best_runs(state, company, limit, clock=Ticking())
    assert found.seconds <= limit + 12
    assert found.best.total <= proved.best.total <= found.bound
    assert found.proved == (found.bound == found.best.total)
    check_routes(state, company, found.best.routes)


def test_it_says_when_nothing_is_proved(case: tuple[State, Company]) -> None:
    state, company = case
    found = best_runs(state, company, limit=2.0, clock=Ticking())
    assert not found.proved
    assert found.bound > found.best.total
    assert found.others == ()


def test_a_small_board_needs_few_looks_at_the_clock() -> None:
    state, company = board(*CROSSING, stations="G18 F21", trains="4 4E")
    clock = Ticking()
    found = best_runs(state, company, limit=1000.0, alternatives=0, clock=clock)
    assert found.proved
    assert clock.now < STEPS_A_LOOK
    assert found.seconds == clock.now - 1.0


def test_the_network_is_kept_while_the_board_stands() -> None:
    state, company = board(*CROSSING, stations="G18", trains="4")
    first = network_of(state.board, state.jewelry)
    assert network_of(state.board, state.jewelry) is first
    assert network_of(state.board, "G24") is not first
    total = best_runs(state, company).best.total
    copy: State = pickle.loads(pickle.dumps(state))
    assert network_of(copy.board, copy.jewelry) is not network_of(state.board, state.jewelry)
    copy.board.lay("G18", "513", 0, markers=False)
    assert best_runs(copy, copy.companies[company.id]).best.total > total
    assert best_runs(state, company).best.total == total
    state.board.lay("G18", "513", 0, markers=False)
    assert network_of(state.board, state.jewelry) is not first


def test_every_train_of_the_game_is_known() -> None:
    for kind in components().trains:
        state, company = board(*CROSSING, stations="G18", trains=kind)
        assert best_runs(state, company).proved
