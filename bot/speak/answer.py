"""The answer to an interaction: always in time, given once, by one hand.

Discord waits three seconds for a first answer. A command that is not answered soon is deferred by
itself; what is said then takes the place of the deferral. All answers go through here, so that none
meets a deferral that is under way.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog

from bot.speak import using

log = structlog.stdlib.get_logger(__name__)

DEFER_SECONDS = 0.8
"""After so long a command is deferred."""
FIRST_SECONDS = 3.0
"""So long the first answer is worth waiting for; Discord takes none that is later."""
LATER_SECONDS = 15.0
"""So long any other request of an answer is worth waiting for."""
KEY = "answer"
DONE = "…"
"""Stands for a moment in a deferral that something else is said in place of."""
TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What may go wrong on the way to Discord."""

Edit = Callable[..., Coroutine[Any, Any, Any]]


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent: when by Discord's clock, as a snowflake, and how to edit it.

    `message_id` is None where Discord did not tell it.
    """

    moment: int
    edit: Edit
    message_id: int | None = None


class Answer:
    """Answers one interaction.

    If it is slow it is deferred: where it changes a message, `instead`, that message stays as it is
    meanwhile; else a new one comes, for the person alone if `ephemeral`.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction = interaction
        self.ephemeral = not getattr(interaction.namespace, "public", False)
        self.instead = interaction.message is not None
        self._lock = asyncio.Lock()
        self._thinking = False
        self._timer: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Answer:
        """The one who answers that interaction."""
        found = interaction.extras.setdefault(KEY, None) or cls(interaction)
        interaction.extras[KEY] = found
        return found

    @asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """While this lasts, see to it that the interaction is answered in time."""
        self._timer = asyncio.create_task(self._defer_when_late())
        try:
            yield
        finally:
            self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _defer_when_late(self) -> None:
        await asyncio.sleep(DEFER_SECONDS)
        self._timer = None  # from here on it is not to be stopped
        try:
            await self.defer()
        except TROUBLE as error:
            log.warning("cannot defer", problem=error)

    # -- answering -------------------------------------------------------------------------------

    async def defer(self) -> None:
        """Let the person know that the answer will come, unless he was answered."""
        async with self._lock:
            await self._defer()

    async def _defer(self) -> None:
        response = self._interaction.response
        if response.is_done():
            return
        thinking = not self.instead
        async with asyncio.timeout(FIRST_SECONDS):
            await response.defer(ephemeral=self.ephemeral, thinking=thinking)
        using.answered(self._interaction)
        self._thinking = thinking

    async def send(
        self, text: str | None = None, *, ephemeral: bool, pings: bool = False, **options: Any
    ) -> Sent:
        """Say something: as the first answer, in place of the deferral, or as a further message.

        What pings is a new message always: an edited one might ping nobody.
        """
        self._stop()
        async with self._lock:
            if not self._interaction.response.is_done():
                return await self._first(text, ephemeral, options)
            async with asyncio.timeout(LATER_SECONDS):
                if not self._thinking:
                    return await self._further(text, ephemeral, options)
                if ephemeral == self.ephemeral and not pings:
                    return await self._in_place(text, options)
                await self._in_place(DONE, {})  # else the next message would take its place
                sent = await self._further(text, ephemeral, options)
                with contextlib.suppress(*TROUBLE):
                    await self._interaction.delete_original_response()
                return sent

    async def _first(self, text: str | None, ephemeral: bool, options: dict[str, Any]) -> Sent:
        async with asyncio.timeout(FIRST_SECONDS):
            sent = await self._interaction.response.send_message(
                text, ephemeral=ephemeral, **options
            )
        using.answered(self._interaction)
        moment = sent.message_id or discord.utils.time_snowflake(discord.utils.utcnow())
        return Sent(moment, self._interaction.edit_original_response, sent.message_id)

    async def _further(self, text: str | None, ephemeral: bool, options: dict[str, Any]) -> Sent:
        message = await self._interaction.followup.send(
            text or discord.utils.MISSING, ephemeral=ephemeral, wait=True, **options
        )
        return Sent(moment_of(message), message.edit, message.id)

    async def _in_place(self, text: str | None, options: dict[str, Any]) -> Sent:
        changed = {name: value for name, value in options.items() if name != "files"}
        if "files" in options:
            changed["attachments"] = options["files"]
        message = await self._interaction.edit_original_response(content=text, **changed)
        self._thinking = False
        edit = self._interaction.edit_original_response
        return Sent(moment_of(message), edit, message.id)

    async def edit(self, **changes: Any) -> None:
        """Change the message whose button or select was used, or the answer that was given.

        Where a new message is to come (not `instead`) and none is there yet, it comes now.
        """
        self._stop()
        async with self._lock:
            response = self._interaction.response
            if not response.is_done() and not self.instead:
                new = {k: v for k, v in changes.items() if k not in {"content", "attachments"}}
                await self._first(changes.get("content"), self.ephemeral, new)
                return
            async with asyncio.timeout(LATER_SECONDS):
                if response.is_done():
                    await self._interaction.edit_original_response(**changes)
                    self._thinking = False
                else:
                    await response.edit_message(**changes)
                    using.answered(self._interaction)

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Open a form. It must be the first answer: where that is too late, TimeoutError."""
        self._stop()
        async with self._lock:
            if self._interaction.response.is_done():
                raise TimeoutError("a form can only be the first answer")
            await self._interaction.response.send_modal(modal)
            using.answered(self._interaction)


def moment_of(message: discord.Message) -> int:
    """When a message was written, or changed last, as a snowflake of Discord's clock."""
    if message.edited_at is None:
        return message.id
    return max(message.id, discord.utils.time_snowflake(message.edited_at))
