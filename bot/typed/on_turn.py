"""Who may act now: the company or the player on turn, and whether the step is the one wanted."""

from __future__ import annotations

from bot.present import words
from bot.present.ask import what_now
from bot.refusal import PlayerError
from engine import STEPS, Game, Turn, turn_now
from engine.events import EntityId
from engine.state import Company

NUMBERS = {"track": 1, "station": 2, "run": 3, "dividend": 4, "trains": 5, "sell": 6, "buy": 6}
"""The steps of a company's turn as players count them."""
ENDS = {
    "run": "`/run`",
    "dividend": "`/dividend`",
    "home": "`/home place`",
    "exchange": "`/exchange`",
}
"""The command that ends a step which no pass ends."""


def company_on_turn(game: Game) -> Company:
    """The company whose turn it is. Raises PlayerError outside an Operating Round."""
    actor = game.actor
    if not isinstance(actor, str):
        raise PlayerError("No company operates now: that belongs to an Operating Round.")
    return game.state.companies[actor]


def turn_of(game: Game) -> Turn:
    """The company's turn that is on. Raises PlayerError if none is."""
    company_on_turn(game)
    turn = turn_now(game.state)
    if turn is None:
        raise PlayerError("No company is at its turn: a question comes first, see `/status`.")
    return turn


def player_on_turn(game: Game) -> int:
    """The player whose turn it is in a stock round. Raises PlayerError outside one."""
    actor = game.actor
    if not isinstance(actor, int) or game.state.round.name != "stock":
        raise PlayerError("No stock round is on: that belongs to a stock round.")
    return actor


def entity_on_turn(game: Game) -> EntityId:
    """The player or company whose turn it is. Raises PlayerError when the game is over."""
    if game.actor is None:
        raise PlayerError("The game is over.")
    return game.actor


def other_step(game: Game, *wanted: str) -> str | None:
    """Why a step of a company's turn cannot be taken now, in a sentence; None if it can.

    Raises:
        PlayerError: No company operates.
    """
    company, step = company_on_turn(game).id, str(game.step)
    if step in wanted:
        return None
    doing = words.STEPS[wanted[0]]
    if step not in STEPS:
        return f"First the {words.STEPS[step]} of {company}: {ENDS[step]}."
    now = f"{company} is at step {NUMBERS[step]}, {words.STEPS[step]}"
    if STEPS.index(step) > STEPS.index(wanted[-1]):
        return f"{now}: {doing} is over for this turn."
    return f"{now}: {ENDS.get(step, '`/pass`')} ends it; {doing} is step {NUMBERS[wanted[0]]}."


def check_step(game: Game, *wanted: str) -> None:
    """Refuse what belongs to another step, before anything else is asked. Raises PlayerError."""
    why = other_step(game, *wanted)
    if why:
        raise PlayerError(f"{why} {what_now(game)}".strip())
