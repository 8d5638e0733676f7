"""Runs as players type them. What cannot be read raises PlayerError."""

from __future__ import annotations

from bot.refusal import PlayerError
from bot.typed.on_turn import company_on_turn, other_step
from engine import Game
from engine.routes import TypedRuns, typed_runs
from engine.state import Company

NO_ROUTES = {"", "none", "-", "no"}


def company_to_run(game: Game) -> Company:
    """The company that has to run its trains now. Raises PlayerError if none has."""
    company = company_on_turn(game)
    if other := other_step(game, "run"):
        look = f"`/map routes:True` draws what {company.id} would earn now."
        raise PlayerError(f"{other} {look}")
    return company


def read_runs(game: Game, text: str) -> TypedRuns | None:
    """The run that a player typed, with the best track between the stops; None for no routes.

    Raises:
        PlayerError, RuleViolation: It cannot be read, or is against the rules.
    """
    company = company_to_run(game)
    if text.strip().lower() in NO_ROUTES:
        return None
    return typed_runs(game.state, company, text)
