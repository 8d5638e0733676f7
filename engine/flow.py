"""Who must act next: the question or the round that waits for somebody."""

from __future__ import annotations

from engine.errors import WrongStepError
from engine.events import EntityId
from engine.state import Stage, State


def current(state: State) -> Stage:
    """What waits for somebody now: the first question, or else the round."""
    return state.pending[0] if state.pending else state.round


def head_of(state: State, entity: EntityId) -> int | None:
    """The player who acts for an entity: himself, or the head of the company."""
    if isinstance(entity, int):
        return entity
    return state.companies[entity].head


def wrong_step(state: State) -> WrongStepError:
    """The refusal of an action that the current step does not know."""
    stage = current(state)
    actor = state.name(stage.actor(state))
    return WrongStepError(
        f"It is {actor}'s {STEP_NAMES[stage.step(state)]} now; that cannot be done here."
    )


STEP_NAMES = {
    "select": "certificate selection",
    "draft": "draft pick",
    "stock": "stock turn",
    "home": "choice of a home station",
    "exchange": "exchange of a station",
    "track": "track step",
    "station": "station step",
    "run": "train run",
    "dividend": "dividend decision",
    "trains": "train step",
    "sell": "certificate sale",
    "buy": "certificate purchase",
}
