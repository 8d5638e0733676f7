"""Tries actions on the states of recorded games: the first state that suits is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from engine import Game, OperatingRound, RuleViolation, Setup, StockRound, Turn
from engine.actions import AnyAction
from engine.state import Company, Player, State
from tests.engine.fingerprint import fingerprint
from tests.interchange.records import COPIED

Attempt = Callable[[Game], AnyAction | None]


@cache
def _games() -> tuple[tuple[Setup, tuple[AnyAction, ...]], ...]:
    found = []
    for record in COPIED:
        game = record.replay().run()
        found.append((game.setup, tuple(a.action for a in game.history)))
    return tuple(found)


def positions() -> Iterator[Game]:
    """The recorded games of the suite, one after the other, state by state."""
    for setup, actions in _games():
        game = Game(setup)
        yield game
        for action in actions:
            game.apply(action)
            yield game


def refused(attempt: Attempt, message: str) -> None:
    """The first action that `attempt` makes is refused with the message, the state untouched.

    `attempt` may arrange the state a little before it returns an action.
    """
    for game in positions():
        action = attempt(game)
        if action is not None:
            break
    else:
        pytest.fail("no recorded state is suited")
    before, played = fingerprint(game.state), len(game.history)
    with pytest.raises(RuleViolation, match=message):
        game.apply(action)
    assert fingerprint(game.state) == before
    assert len(game.history) == played


def operating(game: Game, *steps: str) -> tuple[State, Turn, Company] | None:
    """The state, turn and company, if a company is in one of the steps (any, if none is named)."""
    state = game.state
    round_ = state.round
    if state.pending or game.finished or not isinstance(round_, OperatingRound):
        return None
    turn = round_.turn
    if turn is None or (steps and turn.step not in steps):
        return None
    return state, turn, state.companies[turn.company]


def trading(game: Game, selling: bool = False) -> tuple[State, StockRound, Player] | None:
    """The state, round and player on turn, if it is a buying (or selling) turn."""
    state = game.state
    round_ = state.round
    if state.pending or not isinstance(round_, StockRound) or round_.selling != selling:
        return None
    return state, round_, state.players[round_.actor(state)]
