"""Free seats, taken with a button."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.present import words
from bot.refusal import PlayerError

MOST = 5


def seats_view(live: LiveGame) -> discord.ui.View | None:
    """A button for each free seat; None when all are taken."""
    free = [s for s in live.seats if s.user_id is None][:MOST]
    if not free:
        return None
    view = discord.ui.View(timeout=None)
    for seat in free:
        view.add_item(SeatButton(live.stored.id, seat.number, seat.player))
    return view


async def claim(interaction: play.Interaction, number: int, game_id: int | None = None) -> LiveGame:
    """Give a seat of the channel's game (which must be `game_id`) to the player, and say so.

    Raises:
        PlayerError: It is taken, or there is none of that number, or another game is played here.
    """
    games = play.client(interaction).games
    if game_id is not None:
        stored = await games.find(interaction.guild_id, interaction.channel_id)
        if stored.id != game_id:
            raise PlayerError("That was a seat of another game, which is played here no more.")
    live = await games.claim(
        interaction.guild_id, interaction.channel_id, number, interaction.user.id
    )
    name = words.player_name(live.seat(number).player)
    await interaction.response.send_message(
        f"{interaction.user.mention} takes seat {number}, {name}."
    )
    return live


async def give_back(interaction: play.Interaction, number: int | None) -> None:
    """Give a seat of the member's back; it is free for somebody else then.

    Raises:
        PlayerError: The member has none, or several and does not say which.
    """
    games = play.client(interaction).games
    live, seat = await games.give_back(
        interaction.guild_id, interaction.channel_id, interaction.user.id, number
    )
    name = words.player_name(seat.player)
    await interaction.response.send_message(
        f"{interaction.user.mention} gives seat {seat.number}, {name}, back. Whoever goes on takes "
        f"it with `/game claim seat:{seat.number}`.",
        view=seats_view(live) or discord.utils.MISSING,
    )


class SeatButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"seat:(\d+):(\d)"):
    """Takes a free seat."""

    def __init__(self, game_id: int, number: int, player: str = "") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=f"Take seat {number}: {player}"[:80], custom_id=f"seat:{game_id}:{number}"
        )
        super().__init__(button)
        self.game_id = game_id
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a message sent before a restart."""
        return cls(int(match[1]), int(match[2]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """A member wants the seat."""
        live = await claim(interaction, self.number, self.game_id)
        if interaction.message is not None:
            with contextlib.suppress(discord.HTTPException):
                await interaction.message.edit(view=seats_view(live))
