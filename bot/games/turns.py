"""Whose turn it is: who is called to it, and who is refused."""

from __future__ import annotations

from bot.games.facts import Call
from bot.games.live import LiveGame
from bot.games.now import step_now
from bot.games.refusals import NotYourTurn
from bot.refusal import PlayerError


def call_next(live: LiveGame, before: int | None, author: int | None) -> Call | None:
    """Who has to decide now; None when the game is over.

    `before` is the seat that had to decide before, `author` the member who moved: neither is
    pinged.
    """
    game = live.game
    seat, actor = game.player_to_act, game.actor
    if seat is None or actor is None:
        return None
    holder = live.holder(seat)
    ping = holder is not None and holder != author and seat != before
    return Call(seat, actor, step_now(game), holder, ping)


def check_sequence(live: LiveGame, after: int | None) -> None:
    """Refuse what was begun on an older state of the game. Raises PlayerError."""
    if after is not None and after != live.sequence:
        raise PlayerError("The game has gone on since then. Look at `/status` and choose anew.")


def check_turn(live: LiveGame, user_id: int | None) -> None:
    """Refuse a move of anybody but the player who has to decide. Raises PlayerError."""
    game = live.game
    if game.finished:
        raise PlayerError("The game is over.")
    seat = game.player_to_act
    if seat is None:
        raise PlayerError("Nobody can move now.")
    if user_id is None or live.holder(seat) != user_id:
        raise NotYourTurn(live)
