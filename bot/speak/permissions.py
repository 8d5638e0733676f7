"""What the bot must be allowed in a game's channel, and what a person is told who can allow it."""

from __future__ import annotations

from typing import Any

import discord

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
IN_THREADS = {"send_messages": ("send_messages_in_threads", "Send Messages in Threads")}
TO_SPEAK = {"View Channel", "Send Messages", "Send Messages in Threads"}


def missing(interaction: discord.Interaction[Any]) -> list[str]:
    """The permissions that the bot needs and lacks where an interaction came from, by name."""
    thread = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, thread=thread)


def lacking(allowed: discord.Permissions, *, thread: bool) -> list[str]:
    """The permissions that the bot needs in a channel or thread and is not given, by name."""
    names = (
        IN_THREADS.get(key, (key, name)) if thread else (key, name) for key, name in NEEDED.items()
    )
    return [name for key, name in names if not getattr(allowed, key)]


def advice(lacks: list[str], *, silent: bool) -> str | None:
    """What to do, in a sentence; `silent` when something could not be said. None if all is well."""
    if silent and not TO_SPEAK & set(lacks):
        return (
            "I cannot write in this channel. If it is a private thread, add me to it by mentioning "
            "me here; what I have to say waits until then."
        )
    if not lacks:
        return None
    names = " and ".join(filter(None, [", ".join(lacks[:-1]), lacks[-1]]))
    if TO_SPEAK & set(lacks):
        return f"I may not write in this channel: allow me {names}. What I have to say waits."
    return f"Here the status has no picture or no frame: allow me {names} in this channel."
