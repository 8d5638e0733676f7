"""What only Discord can tell: whether it accepts the token, and what the bot may do where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import aiohttp
import discord

from bot.speak.permissions import lacking
from bot.start.findings import Finding, Grade
from storage.inspection import Channel

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


async def online(token: str, channels: Sequence[Channel]) -> list[Finding]:
    """Log in, and look into every channel in which a game is played."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            how, do = "Discord does not accept the token", "reset it on the page Bot in Discord's"
            return [
                Finding(Grade.BAD, "login", how, f"{do} Developer Portal, and copy the new one")
            ]
        except UNREACHABLE as error:
            return [_unreachable("login", error)]
        found = [Finding(Grade.OK, "login", f"as {client.user}")]
        by_guild: dict[int, list[Channel]] = defaultdict(list)
        for channel in channels:
            by_guild[channel.guild_id].append(channel)
        for guild_id, own in sorted(by_guild.items()):
            found += await _guild(client, guild_id, own)
        return found


def _unreachable(what: str, error: Exception) -> Finding:
    return Finding(
        Grade.NOTE,
        what,
        f"cannot be checked now ({type(error).__name__})",
        "check the connection to the internet, then ask again",
    )


async def _guild(
    client: discord.Client, guild_id: int, channels: Sequence[Channel]
) -> list[Finding]:
    what = f"server {guild_id}"
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        there = {channel.id: channel for channel in await guild.fetch_channels()}
        me = await guild.fetch_member(client.user.id if client.user else 0)
    except (discord.Forbidden, discord.NotFound):
        how = f"the bot is not in it, and {len(channels)} games are"
        do = "invite it again, or let its games go (docs/operating.md, Data protection)"
        return [Finding(Grade.BAD, what, how, do)]
    except UNREACHABLE as error:
        return [_unreachable(what, error)]
    found = []
    for channel in channels:
        own = there.get(channel.channel_id)
        if own is not None:
            found.append(_permissions(channel, own.permissions_for(me), thread=False))
        else:
            found.append(await _thread(guild, there, me, channel))
    return found


async def _thread(
    guild: discord.Guild,
    there: Mapping[int, discord.abc.GuildChannel],
    me: discord.Member,
    channel: Channel,
) -> Finding:
    """A thread has what its channel has; one that the bot does not see is as good as gone."""
    try:
        thread = await guild.fetch_channel(channel.channel_id)
    except (discord.Forbidden, discord.NotFound):
        return Finding(
            Grade.NOTE if channel.lost else Grade.BAD,
            _name(channel),
            "the channel is gone, or the bot does not see it",
            "allow it View Channel there, or put the game away: python -m bot games list",
        )
    except UNREACHABLE as error:
        return _unreachable(_name(channel), error)
    parent = there.get(thread.parent_id) if isinstance(thread, discord.Thread) else None
    if parent is None:
        return Finding(Grade.OK, _name(channel), "is there")
    allowed = discord.abc.GuildChannel.permissions_for(parent, me)  # a thread has rights of its own
    return _permissions(channel, allowed, thread=True)


def _permissions(channel: Channel, allowed: discord.Permissions, *, thread: bool) -> Finding:
    lacks = lacking(allowed, thread=thread)
    if not lacks:
        return Finding(Grade.OK, _name(channel), "the bot may do all that it must")
    return Finding(
        Grade.BAD,
        _name(channel),
        f"the bot lacks {', '.join(lacks)}",
        "allow it that in the settings of the channel, under Permissions",
    )


def _name(channel: Channel) -> str:
    return f"channel {channel.channel_id} of server {channel.guild_id}"
