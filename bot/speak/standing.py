"""The standing status message of a game: its text at once, its pictures when there is time.

One stands beside the frames; the tables of who owns what and of the companies stand in them, one
in each: two pictures side by side would each be shown half as wide.

It is edited in place; when it is gone or old it is posted anew, since Discord rations edits of
messages older than an hour. Where the bot may not show all of it, it shows what it may.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
import structlog

from bot.games.live import LiveGame
from bot.games.service import GameService
from bot.present.glance import TABLES, status_pictures
from bot.present.status import status_embed
from bot.speak.answer import TROUBLE
from bot.speak.attachment import Attachment
from bot.speak.outgoing import (
    CHANNEL_GONE,
    GONE,
    NO_EMBEDS,
    OLD,
    TOO_OLD_TO_EDIT,
    Fault,
    fault_of,
    in_text,
    in_time,
)
from bot.speak.pictures import Pictures
from storage import StoredGame

log = structlog.stdlib.get_logger(__name__)


class Standing:
    """Keeps the status messages of all games up to date."""

    def __init__(
        self, bot: discord.Client, games: GameService, pictures: Pictures, pause: float
    ) -> None:
        """`pause` is the least time in seconds between two pictures of a game."""
        self._bot = bot
        self._games = games
        self._pictures = pictures
        self._pause = pause
        self.times: Callable[[LiveGame], Awaitable[Sequence[str]]] | None = None
        """What the status says of clocks and absences; handed in by the client."""
        self.buttons: Callable[[LiveGame], discord.ui.View] | None = None
        """What stands under a game's status; a cog hands it in."""
        self._refreshing: dict[int, asyncio.Lock] = {}
        self._waiting: set[int] = set()
        self._drawing: dict[int, asyncio.Task[None]] = {}
        self._drawn: dict[int, float] = {}
        self._pins: set[int] = set()
        """Games whose status message was pinned when it was taken away."""
        self._tables: dict[int, list[str]] = {}
        """The tables that a game's status message has, by the names of their files."""

    async def refresh(self, game_id: int) -> bool | Fault:
        """Bring the standing status message up to date; several at once become one.

        False when another task is about to do it, or what went wrong.
        """
        if game_id in self._waiting:
            return False
        self._waiting.add(game_id)
        async with self._refreshing.setdefault(game_id, asyncio.Lock()):
            self._waiting.discard(game_id)
            live = await self._games.fresh(await self._games.store.game(game_id))
            try:
                await self._show(live)
            except TROUBLE as error:
                fault = fault_of(error)
                log.warning(
                    "cannot show status",
                    channel=live.stored.channel_id,
                    problem=error,
                    kind=fault.name.lower(),
                )
                return True if fault is Fault.NEVER else fault
        self._draw(live)
        return True

    async def _show(self, live: LiveGame) -> None:
        """Show the text: in a frame, or without it where the bot may show none."""
        embeds = await self._embeds(live)
        try:
            await self._put(live, embeds)
        except discord.Forbidden as error:
            if error.code != NO_EMBEDS:
                raise
            await self._put(live, [], in_text(embeds[0]))

    async def _embeds(self, live: LiveGame) -> list[discord.Embed]:
        """The text with the first table, and a frame for each further one."""
        times = await self.times(live) if self.times is not None else ()
        text = status_embed(live.game, live.stored.name, live.offer, times)
        tables = self._tables.get(live.stored.id, [])
        frames = [text, *(discord.Embed(colour=text.colour) for _ in tables[1:])]
        for frame, name in zip(frames, tables, strict=False):
            frame.set_image(url=f"attachment://{name}")
        return frames

    async def _put(
        self,
        live: LiveGame,
        embeds: list[discord.Embed],
        content: str | None = None,
        files: Sequence[Attachment] = (),
    ) -> None:
        """Show it all in the message that stands; in a new one where that cannot be."""
        stored = live.stored
        view = self.buttons(live) if self.buttons is not None else None
        shown: dict[str, Any] = {"content": content, "embeds": embeds, "view": view}
        if files:
            shown["attachments"] = list(files)
        if await self._edited(stored, **shown):
            return
        for file in files:
            file.reset()
        if not files:
            self._drawn.pop(stored.id, None)
            self._tables.pop(stored.id, None)
            embeds = [embed.set_image(url=None) for embed in embeds[:1]]
        shown = {"content": content, "embeds": embeds, "files": list(files), "view": view}
        given = {name: value for name, value in shown.items() if value}
        message = await in_time(self._channel(stored).send(**given))
        await self._games.store.set_status_message(stored.id, message.id)
        await self._pin(stored.id, message)

    async def _edited(self, stored: StoredGame, **shown: Any) -> bool:
        """Edit the status message; false if a new one is needed (an old one is removed)."""
        if stored.status_message_id is None:
            return False
        message = self._channel(stored).get_partial_message(stored.status_message_id)
        try:
            if discord.utils.utcnow() - message.created_at > OLD:
                await self._take_away(stored.id, message)
                return False
            await in_time(message.edit(**shown))
        except discord.HTTPException as error:
            if error.code == CHANNEL_GONE:
                raise
            if error.code == TOO_OLD_TO_EDIT:  # by Discord's clock, whatever this one says
                with contextlib.suppress(*TROUBLE):
                    await self._take_away(stored.id, message)
                return False
            if error.code == GONE or isinstance(error, discord.NotFound):
                return False
            raise
        return True

    async def _take_away(self, game_id: int, message: discord.PartialMessage) -> None:
        """Delete a message that is replaced; whether it was pinned is kept for its successor."""
        with contextlib.suppress(*TROUBLE):
            if (await in_time(message.fetch())).pinned:
                self._pins.add(game_id)
        await in_time(message.delete())

    async def _pin(self, game_id: int, message: discord.Message) -> None:
        """Pin a message in place of one that was pinned, where the bot may."""
        if game_id in self._pins:
            self._pins.discard(game_id)
            with contextlib.suppress(*TROUBLE):
                await in_time(message.pin())

    def _channel(self, stored: StoredGame) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(stored.channel_id)

    # -- the picture -----------------------------------------------------------------------------

    def _draw(self, live: LiveGame) -> None:
        """See to it that the message gets its picture; one task for each game."""
        drawing = self._drawing.get(live.stored.id)
        if self._pictures.there and (drawing is None or drawing.done()):
            self._drawing[live.stored.id] = asyncio.create_task(self._picture(live.stored.id))

    async def _picture(self, game_id: int) -> None:
        """Draw the newest state, until none is newer; not more often than `pause` allows."""
        loop = asyncio.get_running_loop()
        drawn = -1
        while True:
            pause = self._drawn.get(game_id, -self._pause) + self._pause - loop.time()
            if pause > 0 and self._pause:
                await asyncio.sleep(pause)
            live = await self._games.fresh(await self._games.store.game(game_id))
            if live.sequence == drawn:
                return
            drawn = live.sequence
            drawing = [
                await self._pictures.file(view, name, public=True)
                for name, view in status_pictures(live.game, live.legal()).items()
            ]
            self._drawn[game_id] = loop.time()
            files = [file for file in drawing if file is not None]
            if not files or not await self._framed(game_id, files):
                self._drawn.pop(game_id, None)
                return

    async def _framed(self, game_id: int, files: Sequence[Attachment]) -> bool:
        """Put pictures into the message, beside the newest text; false if that cannot be."""
        async with self._refreshing.setdefault(game_id, asyncio.Lock()):
            live = await self._games.fresh(await self._games.store.game(game_id))
            there = [file.filename for file in files]
            self._tables[game_id] = [f"{name}.png" for name in TABLES if f"{name}.png" in there]
            embeds = await self._embeds(live)
            try:
                await self._put(live, embeds, files=files)
            except TROUBLE as error:
                log.warning(
                    "the status stays without its picture",
                    channel=live.stored.channel_id,
                    problem=error,
                )
                return False
            return True

    def close(self) -> None:
        """Draw no more."""
        for task in self._drawing.values():
            task.cancel()
