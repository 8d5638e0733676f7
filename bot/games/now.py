"""The step that is on and the turn that it belongs to, from the game alone."""

from __future__ import annotations

from engine import Game, StockRound


def step_now(game: Game) -> str:
    """The step that somebody must take, the two kinds of stock turns (1.4) told apart."""
    round_ = game.state.round
    if game.step == "stock" and isinstance(round_, StockRound):
        return "selling" if round_.selling else "buying"
    return str(game.step)


def turn_key(game: Game) -> tuple[int | None, object, str | None]:
    """Who decides now, for whom, in which step."""
    return game.player_to_act, game.actor, game.step
