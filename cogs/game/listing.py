"""Which games and lobbies of a server a member may see: those in channels that he may see."""

from __future__ import annotations

import discord

from bot import play
from bot.present.lobby import lobby_line
from bot.present.turns import game_line
from cogs.game import people
from storage import StoredGame


async def listed(interaction: play.Interaction) -> list[str]:
    """A line for each game, then for each open lobby."""
    bot, guild = play.client(interaction), people.guild_of(interaction)
    lines = [
        game_line(await bot.games.fresh(game))
        for game in await bot.store.games_of(guild.id)
        if await _sees_game(interaction, guild, game)
    ]
    return lines + [
        lobby_line(lobby)
        for lobby in await bot.lobbies.of_server(guild.id)
        if await _sees(interaction, guild, lobby.channel_id)
    ]


async def _sees_game(interaction: play.Interaction, guild: discord.Guild, game: StoredGame) -> bool:
    """Of a game whose channel is gone those know who play it, or who opened it."""
    if game.channel_lost_at is not None:
        return interaction.user.id in {game.opened_by, *(seat.user_id for seat in game.seats)}
    return await _sees(interaction, guild, game.channel_id)


async def _sees(interaction: play.Interaction, guild: discord.Guild, channel_id: int) -> bool:
    user = interaction.user
    if channel_id == interaction.channel_id:
        return True
    channel = guild.get_channel_or_thread(channel_id)
    try:
        if channel is None:  # a thread that was put aside is not remembered
            channel = await guild.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread) and channel.is_private():
            await channel.fetch_member(user.id)
    except discord.HTTPException:
        return False
    try:
        return isinstance(user, discord.Member) and channel.permissions_for(user).view_channel
    except discord.ClientException:  # the channel of the thread is not known
        return False
