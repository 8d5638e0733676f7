"""The companies in operating order, and how far the round has come."""

from __future__ import annotations

from engine import OperatingRound, market, operating_order
from engine.state import Company, State

DONE, NOW, NEXT, ASIDE = "✓", "▶", "◦", "·"


def operating_marks(state: State) -> dict[str, str]:
    """The companies in operating order with a sign: has operated, on turn, still to operate.

    Outside an Operating Round the order is that of the prices now.
    """
    round_ = state.round
    if not isinstance(round_, OperatingRound):
        return {company.id: NEXT for company in operating_order(state)}
    marks = dict.fromkeys(round_.done, DONE)
    if round_.turn:
        marks[round_.turn.company] = NOW
    marks.update(dict.fromkeys(round_.queue, NEXT))
    return {company: mark for company, mark in marks.items() if company in state.companies}


def in_order(state: State) -> list[Company]:
    """The companies in operating order; then those that do not operate, by price."""
    marks = operating_marks(state)
    rest = [c for c in state.companies.values() if c.id not in marks]
    floated = market.price_order(state, [c for c in rest if c.floated])
    waiting = sorted((c for c in rest if not c.floated), key=lambda c: (-c.face_value, c.id))
    return [*(state.companies[c] for c in marks), *floated, *waiting]
