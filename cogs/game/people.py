"""Members whom a command names by mention: read, and found to be people of this server."""

from __future__ import annotations

import discord

from bot import play
from bot.games.mentions import mentioned
from bot.games.names import clean
from bot.refusal import PlayerError
from storage import LobbyPlayer


def asker(interaction: play.Interaction) -> LobbyPlayer:
    """The member who uses the bot, as called now."""
    return LobbyPlayer(interaction.user.id, clean(interaction.user.display_name, "somebody"))


def guild_of(interaction: play.Interaction) -> discord.Guild:
    """The server of an interaction. Raises PlayerError outside of one."""
    if interaction.guild is None:
        raise PlayerError("Games are played in a server.")
    return interaction.guild


async def member(guild: discord.Guild, user_id: int) -> LobbyPlayer:
    """A person of the server, as called now.

    Raises:
        PlayerError: It is a bot, or nobody of this server.
    """
    try:
        found = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise PlayerError(f"<@{user_id}> is not on this server.") from error
    if found.bot:
        raise PlayerError(f"<@{user_id}> is a bot; players are people.")
    return LobbyPlayer(user_id, clean(found.display_name, "somebody"))


async def is_here(guild: discord.Guild, user_id: int) -> bool:
    """Whether a member is still on the server."""
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True


async def named(guild: discord.Guild, text: str) -> list[LobbyPlayer]:
    """The people that a text mentions, each once.

    Raises:
        PlayerError: Something else stands there, or one is no person of the server.
    """
    wanted = dict.fromkeys(mentioned(text))
    return [await member(guild, user_id) for user_id in wanted]


def manages(interaction: play.Interaction) -> bool:
    """Whether the member may manage the messages of others here."""
    return interaction.permissions.manage_messages
