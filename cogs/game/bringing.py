"""A log becomes the game of a channel."""

from __future__ import annotations

import aiohttp
import discord

from bot import play
from bot.games import importing
from bot.present import arrival
from bot.refusal import PlayerError
from cogs.game import people
from interchange.own import OwnSeat
from storage import LobbyPlayer


async def bring(
    interaction: play.Interaction,
    file: discord.Attachment,
    name: str,
    rules: str,
    until: int | None,
    seats: str | None,
) -> None:
    """Follow a file and take the game in. The interaction was deferred.

    Raises:
        PlayerError: It cannot be followed, the seats cannot be read, or a game is played here.
    """
    text = await _fetched(file)
    note = await take_in(interaction, text, name, rules, until, seats)
    await tell(interaction, note)


async def _still_here(guild: discord.Guild, seat: OwnSeat) -> int | None:
    """The member who sat in a seat last, if he sits there still and is on this server."""
    last = seat.sittings[-1] if seat.sittings else None
    if last is None or last.until is not None or not await people.is_here(guild, last.user_id):
        return None
    return last.user_id


async def _fetched(file: discord.Attachment) -> bytes:
    """What is in an attached file. Raises PlayerError if Discord does not give it."""
    try:
        return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        raise PlayerError(
            "Discord does not give me that file any more: attach it again. Nothing was imported."
        ) from error


async def tell(interaction: play.Interaction, note: str) -> None:
    """Answer the one who brought a game in, then say and show in the channel what is due."""
    await play.say(interaction, note)
    bot = play.client(interaction)
    stored = await bot.games.find(interaction.guild_id, interaction.channel_id)
    await bot.notifier.flush_game(stored.id)
    await bot.notifier.warn(interaction, stored.id)


async def take_in(
    interaction: play.Interaction,
    text: bytes,
    name: str,
    rules: str,
    until: int | None,
    seats: str | None,
) -> str:
    """Take in the game of a log; returns what to tell the one who brought it."""
    bot, guild = play.client(interaction), people.guild_of(interaction)
    if interaction.channel_id is None:
        raise PlayerError("Games are played in a server.")
    if await bot.lobbies.open_in(guild.id, interaction.channel_id) is not None:
        raise PlayerError(
            "A lobby is open in this channel: close it, or import into another channel or thread."
        )
    found = await bot.log_reader.read(text, rules, until)
    if seats is None and found.own is not None:
        numbers = [await _still_here(guild, seat) for seat in found.own.seats]
    else:
        numbers = importing.parse_seats(seats or "", len(found.setup.players))
    known = {user: await people.member(guild, user) for user in dict.fromkeys(numbers) if user}
    members: list[LobbyPlayer | None] = [known[user] if user else None for user in numbers]
    place = (guild.id, interaction.channel_id)
    await importing.store(bot.games, place, people.asker(interaction), found, name, members)
    return arrival.note(found, members)
