"""**In words** under the status and the cards of turns: all that their pictures show, as a file.

Discord cuts the alt text of a picture; whoever presses the button is given the whole of it alone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.turn import Turn
from bot.lasting import Lasting, LastingView
from bot.present.card import card_picture
from bot.present.glance import status_pictures
from bot.refusal import PlayerError
from bot.speak.attachment import Attachment
from render import picture
from storage import NoSuchGame

GONE = "That is a game of another channel, or one that is no more."
TAKEN_BACK = "What this card showed in a picture was taken back."
NOW = "All that the pictures of the status show, as it is now."
THEN = "All that the picture of this card shows."


def status_words(live: LiveGame) -> str:
    """What the pictures of the standing status show."""
    views = status_pictures(live.game, live.legal()).values()
    return "\n\n".join(map(picture.describe, views))


def card_words(live: LiveGame, name: str) -> str:
    """What the picture of a turn's card shows, on the board as it was then.

    Raises:
        PlayerError: It shows none any more.
    """
    rows = [row for row in live.log if row.back is None and row.turn and row.turn.name == name]
    turn = rows[-1].turn if rows else None
    if turn is None:
        raise PlayerError(TAKEN_BACK)
    shown = card_picture(replace(live, game=live.game.until(rows[-1].number)), turn)
    if shown is None:
        raise PlayerError(TAKEN_BACK)
    return picture.describe(shown.draw())


class InWords(
    Lasting[discord.ui.Button[Any]], template=r"words:(?P<game>\d{1,9}):(?P<turn>[\w-]{0,60})"
):
    """Gives whoever presses it a picture in words; without a turn, those of the status."""

    def __init__(self, game_id: int, turn: str = "") -> None:
        super().__init__(
            discord.ui.Button(label="In words", custom_id=f"words:{game_id}:{turn}"),
        )
        self.game_id, self.turn = game_id, turn

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(int(match["game"]), match["turn"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Give the words."""
        games = play.client(interaction).games
        try:
            stored = await games.store.game(self.game_id)
        except NoSuchGame as gone:
            raise PlayerError(GONE) from gone
        if stored.channel_id != interaction.channel_id:
            raise PlayerError(GONE)
        live = await games.fresh(stored)
        words = card_words(live, self.turn) if self.turn else status_words(live)
        name = "turn" if self.turn else "status"
        file = Attachment(words.encode(), f"{name}.txt", description="In words")
        await play.say(interaction, THEN if self.turn else NOW, files=[file])


def words_view(game_id: int, turn: Turn | None = None) -> discord.ui.View:
    """The button, for the status or for the card of a turn."""
    return LastingView(InWords(game_id, turn.name if turn else ""))
