"""Sends what is to be said in a channel, and sorts what may go wrong with that."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from enum import Enum, auto
from typing import Any, TypeVar

import discord

from bot.present.said import Line
from storage import OutboxEntry

SEND_SECONDS = 30.0
"""So long a request to Discord is worth waiting for, its own repeats included."""
OLD = timedelta(minutes=50)
"""From this age on a message is not edited any more: Discord rations that after an hour."""
LONGEST = 2_000
"""Letters of a message's content."""
GONE, CHANNEL_GONE, TOO_OLD_TO_EDIT, ARCHIVED = 10008, 10003, 30046, 50083
NO_EMBEDS = 50013
TOO_MANY, TOO_LARGE = 429, 413
"""As statuses: more requests than are allowed, a file that is larger than is."""
WRITES_TOO_MUCH = 20028
T = TypeVar("T")


class Fault(Enum):
    """What went wrong: try later, not allowed, the channel is gone, or it can never be said."""

    PASSING = auto()
    FORBIDDEN = auto()
    LOST = auto()
    NEVER = auto()


def fault_of(error: Exception) -> Fault:
    """The kind of an error on the way to Discord."""
    if not isinstance(error, discord.HTTPException):
        return Fault.PASSING
    if error.code == CHANNEL_GONE:
        return Fault.LOST
    if error.status in {401, 403} or error.code == ARCHIVED:
        return Fault.FORBIDDEN
    passes = error.status == TOO_MANY or error.code == WRITES_TOO_MUCH
    if 400 <= error.status < 500 and not passes:
        return Fault.NEVER
    return Fault.PASSING


async def in_time(request: Coroutine[Any, Any, T]) -> T:
    """Wait for a request, but not for ever. Raises TimeoutError."""
    async with asyncio.timeout(SEND_SECONDS):
        return await request


def pinged(line: Line) -> discord.AllowedMentions:
    """Whom a line may ping: the players whom it calls, and nobody else."""
    users = [discord.Object(user) for user in line.pings if user]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def nonce_of(entry: OutboxEntry) -> str:
    """The same for the same entry: Discord does not say what it has just said with it again."""
    return f"{entry.id}-{int(entry.created_at.timestamp() * 1000):x}"


def in_text(embed: discord.Embed, more: str = "/status") -> str:
    """The beginning of an embed as plain text, for channels where no embed may be shown.

    `more` is the command that shows the rest.
    """
    text = f"**{embed.title}**\n{embed.description}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 20]}\n… `{more}`"
