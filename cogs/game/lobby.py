"""`/game new`, `join`, `leave` and `start`: from who plays to the first certificate."""

from __future__ import annotations

import contextlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.games.lobby import Terms
from bot.games.names import clean
from bot.games.setups import JOINED, RANDOM, SEALED, SEEDS, SITE
from bot.refusal import PlayerError
from bot.speak.lobby_board import NO_ACCESS
from cogs.game import lobby_buttons, people, seats
from storage import LobbyPlayer

LONGEST_NAME = 60
NO_LOBBY = "No lobby is open in this channel: `/game new` opens one."
RULES = [
    app_commands.Choice(name="the rulebook (default)", value="rulebook"),
    app_commands.Choice(name="18xx.games", value="site"),
]
SHUFFLES = [
    app_commands.Choice(name="sealed (default): nobody can know the cards", value=SEALED),
    app_commands.Choice(name="18xx.games: hands can be computed", value=SITE),
]
SEATINGS = [
    app_commands.Choice(name="random (default)", value=RANDOM),
    app_commands.Choice(name="as joined", value=JOINED),
]


class LobbyCommands(commands.Cog):
    """The part of `/game` before a game begins."""

    @app_commands.command(description="Open a lobby for a new game in this channel")
    @app_commands.describe(
        name="What the game is called",
        players="Mentions of those whom you ask to play",
        seats="Who sits where: drawn, or in the order of joining",
        rules="The rulebook, or as 18xx.games plays",
        shuffle="How the cards are shuffled",
        seed="For the shuffle of 18xx.games only: a number that gives the cards",
        thread="Open a thread for the game",
    )
    @app_commands.choices(rules=RULES, shuffle=SHUFFLES, seats=SEATINGS)
    async def new(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        players: str | None = None,
        seats: str = RANDOM,
        rules: str = "rulebook",
        shuffle: str = SEALED,
        seed: app_commands.Range[int, 0, SEEDS - 1] | None = None,
        thread: bool = False,
    ) -> None:
        """Open a lobby; its host sits down first."""
        await play.defer(interaction)
        host = people.asker(interaction)
        terms = Terms(clean(name or "", f"{host.name}'s game"), rules, shuffle, seed, seats)
        guild = people.guild_of(interaction)
        asked = await people.named(guild, players or "")
        text = await open_lobby(interaction, terms, asked, in_thread=thread)
        await play.say(interaction, text)

    @app_commands.command(description="Sit down in the lobby of this channel")
    async def join(self, interaction: discord.Interaction) -> None:
        """Sit down."""
        await self._in_lobby(interaction, "join")

    @app_commands.command(description="Leave the lobby, or give your seat of a running game back")
    @app_commands.describe(seat="Which of your seats, if you have several")
    async def leave(self, interaction: discord.Interaction, seat: int | None = None) -> None:
        """Leave the lobby if one is open here, else the seat."""
        bot = play.client(interaction)
        if await bot.lobbies.open_in(interaction.guild_id, interaction.channel_id) is None:
            await seats.give_back(interaction, seat)
        else:
            await self._in_lobby(interaction, "leave")

    @app_commands.command(description="Begin the game of this channel's lobby")
    async def start(self, interaction: discord.Interaction) -> None:
        """Begin the game."""
        await self._in_lobby(interaction, "start")

    async def _in_lobby(self, interaction: discord.Interaction[Any], deed: str) -> None:
        await play.defer(interaction)
        bot = play.client(interaction)
        lobby = await bot.lobbies.open_in(interaction.guild_id, interaction.channel_id)
        if lobby is None:
            raise PlayerError(await self._no_lobby(interaction))
        await play.say(interaction, await lobby_buttons.DEEDS[deed](interaction, lobby.id))

    async def _no_lobby(self, interaction: discord.Interaction[Any]) -> str:
        bot = play.client(interaction)
        try:
            await bot.games.find(interaction.guild_id, interaction.channel_id)
        except PlayerError:
            return NO_LOBBY
        return "The game of this channel has begun. `/game info` shows its seats."


async def open_lobby(
    interaction: play.Interaction,
    terms: Terms,
    asked: list[LobbyPlayer],
    *,
    in_thread: bool = False,
) -> str:
    """Open a lobby in the channel, or in a new thread of it; returns what to answer.

    Raises:
        PlayerError: It cannot be opened; nothing is left behind then.
    """
    bot, guild = play.client(interaction), people.guild_of(interaction)
    channel_id = interaction.channel_id
    made = await _thread(interaction, terms.name) if in_thread else None
    if made is not None:
        channel_id = made.id
    if channel_id is None:
        raise PlayerError("Games are played in a server.")
    try:
        lobby = await bot.lobbies.open(
            guild.id, channel_id, people.asker(interaction), asked, terms
        )
        try:
            await bot.lobby_board.post(lobby)
        except BaseException:
            await bot.lobbies.close(lobby.id, lobby.host, manages=True)
            raise
    except BaseException:
        if made is not None:
            with contextlib.suppress(discord.HTTPException):
                await made.delete()
        raise
    where = f" in <#{channel_id}>" if made is not None else ""
    return (
        f"The lobby is open{where}. You sit in it; as soon as another player has joined, begin "
        "with **Start** or `/game start`."
    )


async def _thread(interaction: play.Interaction, name: str) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise PlayerError("A thread can be opened in a text channel only: leave `thread` out.")
    try:
        return await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
    except discord.Forbidden as error:
        raise PlayerError(
            "I may not open a thread here: that needs the permission Create Public Threads. "
            f"{NO_ACCESS}"
        ) from error
