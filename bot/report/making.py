"""The page of a game that is stored here, made beside the bot: it takes some seconds."""

from __future__ import annotations

from collections.abc import Sequence

from bot.apart import InTurn, TooMany
from bot.games.live import LiveGame
from bot.refusal import PlayerError
from bot.report.page import page
from engine import Game, Setup
from engine.actions import AnyAction
from storage.records import ACTIVE

SECONDS = 120.0
"""So long a page may take; one of 1,300 moves takes about ten seconds."""


async def report_file(live: LiveGame, turns: InTurn) -> bytes:
    """The page of a game that is over or archived, as a file, when its turn comes.

    Raises:
        PlayerError: The game goes on, or the page could not be made.
    """
    if not live.game.finished and live.stored.status == ACTIVE:
        raise PlayerError(
            "The page comes when the game is over or archived: it tells what the best runs would "
            "have been."
        )
    game = live.game
    names = [player.name for player in game.state.players.values()]
    actions = [applied.action for applied in game.history]
    try:
        text = await turns.run(_made, game.setup, names, actions, live.stored.name, seconds=SECONDS)
    except TooMany as error:
        raise PlayerError(
            "Several pages are being made just now: try again in a minute."
        ) from error
    except (TimeoutError, EOFError) as error:
        raise PlayerError("The page takes too long to make just now: try again later.") from error
    return text.encode()


def _made(setup: Setup, names: Sequence[str], actions: Sequence[AnyAction], name: str) -> str:
    """In the process: play the game anew, and write its page."""
    game = Game(setup)
    for action in actions:
        game.apply(action)
    game.call(names)
    return page(game, name)
