"""The buttons under a lobby, and what they and the commands of the same names do."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.lasting import Lasting, LastingView
from cogs.game import people
from storage import Lobby

STYLES = {
    "join": discord.ButtonStyle.success,
    "leave": discord.ButtonStyle.secondary,
    "start": discord.ButtonStyle.primary,
    "close": discord.ButtonStyle.danger,
}
SITS = "You sit in this lobby already."
SITS_NOT = "You do not sit in this lobby."


def lobby_view(lobby: Lobby) -> discord.ui.View:
    """The four buttons."""
    return LastingView(*(LobbyButton(deed, lobby.id) for deed in STYLES))


async def join(interaction: play.Interaction, lobby_id: int) -> str:
    """Sit down; returns what to answer. The interaction is answered already."""
    bot = play.client(interaction)
    sat = await bot.lobbies.join(lobby_id, people.asker(interaction))
    await bot.lobby_board.renew(lobby_id)
    return "You sit in this lobby." if sat else SITS


async def leave(interaction: play.Interaction, lobby_id: int) -> str:
    """Go away, or say no when asked."""
    bot = play.client(interaction)
    went = await bot.lobbies.leave(lobby_id, interaction.user.id)
    await bot.lobby_board.renew(lobby_id)
    return "You have left this lobby." if went else SITS_NOT


async def start(interaction: play.Interaction, lobby_id: int) -> str:
    """Begin the game."""
    bot = play.client(interaction)
    manages = people.manages(interaction)
    stored = await bot.lobbies.start(lobby_id, interaction.user.id, manages=manages)
    await bot.lobby_board.renew(lobby_id)
    await bot.notifier.flush_game(stored.id)
    return "The game has begun."


async def close(interaction: play.Interaction, lobby_id: int) -> str:
    """Call the lobby off."""
    bot = play.client(interaction)
    manages = people.manages(interaction)
    await bot.lobbies.close(lobby_id, interaction.user.id, manages=manages)
    await bot.lobby_board.renew(lobby_id)
    return "The lobby is closed."


DEEDS = {"join": join, "leave": leave, "start": start, "close": close}


class LobbyButton(
    Lasting[discord.ui.Button[Any]],
    template=r"lobby:(?P<deed>join|leave|start|close):(?P<lobby>\d{1,9})",
):
    """Join, leave, start or close a lobby."""

    def __init__(self, deed: str, lobby_id: int) -> None:
        super().__init__(
            discord.ui.Button(
                label=deed.capitalize(),
                style=STYLES[deed],
                custom_id=f"lobby:{deed}:{lobby_id}",
            )
        )
        self.deed = deed
        self.lobby_id = lobby_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(match["deed"], int(match["lobby"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Somebody pressed it."""
        await play.defer(interaction)
        said = await DEEDS[self.deed](interaction, self.lobby_id)
        if said in {SITS, SITS_NOT}:  # all else the lobby shows itself
            await play.say(interaction, said)
