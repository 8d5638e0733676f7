"""Which round follows which: selection, draft, then sets of one stock and two Operating Rounds."""

from __future__ import annotations

from engine.events import GameEnded, RoundStarted
from engine.rounds.draft import DraftRound, open_draft, picker
from engine.rounds.operating import OperatingRound, open_round
from engine.rounds.selection import SelectRound
from engine.rounds.stock import StockRound
from engine.state import Round, State

OPERATING_ROUNDS = 2
ROUNDS_OF_A_SET = 1 + OPERATING_ROUNDS


def advance(state: State) -> None:
    """Bring the game to the next decision that somebody must take, or to its end.

    A whole set in which nobody can act and no money moves would repeat for ever: it ends the game.
    """
    rounds = 0
    cash: int | None = None
    while not state.pending and not state.finished and state.round.advance(state):
        _next(state)
        rounds += 1
        if rounds % ROUNDS_OF_A_SET == 0 and not state.finished:
            if state.bank.cash == cash:
                _finish(state, "nobody_can_act")
            cash = state.bank.cash


def _finish(state: State, reason: str) -> None:
    state.finished = True
    state.end_reason = reason
    state.emit(GameEnded(reason))


def _start(state: State, round_: Round) -> None:
    state.round = round_
    state.emit(RoundStarted(round_.name, state.turn, round_.number))


def _next(state: State) -> None:
    ended = state.round
    if isinstance(ended, SelectRound):
        _start(state, open_draft(state, ended))
    elif isinstance(ended, DraftRound):
        seats = list(state.order)
        last = picker(ended.picks - 1, len(seats))
        first = last % len(seats)
        state.order = seats[first:] + seats[:first]
        _start(state, StockRound(first=True, selling=False))
    elif isinstance(ended, StockRound):
        state.order = ended.next_order(state)
        _operate(state, 1)
    elif isinstance(ended, OperatingRound):
        if _over(state, ended.number):
            _finish(state, state.end_reason or "")
        elif ended.number < OPERATING_ROUNDS:
            _operate(state, ended.number + 1)
        else:
            state.turn += 1
            _start(state, StockRound(first=False, selling=True))


def _operate(state: State, number: int) -> None:
    state.emit(RoundStarted("operating", state.turn, number))
    state.round = open_round(state, number)


def _over(state: State, number: int) -> bool:
    """1.11: a price that reached 400 ends the game with this round, a broken bank with the set."""
    if state.end_reached:
        state.end_reason = "stock_market"
        return True
    if state.bank.broken and number == OPERATING_ROUNDS:
        state.end_reason = "bank"
        return True
    return False
