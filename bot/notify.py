"""Says in the channels what must be said: the line of each move, and the standing status message.

Lines wait in the store's outbox until they were said, so that none is lost when the bot stops
between a move and its line. The status message is edited in place; when it is gone or old it is
posted anew, since Discord rations edits of messages older than an hour.
"""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog

from bot.live import LiveGame
from bot.pictures import Picture, Pictures, files
from bot.present.status import status_embed
from bot.seating import seats_view
from bot.service import CALL, SEATS, STATUS, GameService, Moved
from bot.views import run_view, status_view
from engine.actions import RunTrains
from engine.errors import RuleViolation
from engine.steps.run import check_routes
from storage import OutboxEntry, StoredGame

if TYPE_CHECKING:
    from bot.client import OperatingRound

log = structlog.stdlib.get_logger(__name__)

OLD = timedelta(minutes=50)
ANSWER_SECONDS = 1.5
"""How long an answer waits for its picture: Discord wants one within 3 seconds."""
CALLED = re.compile(rf"\n{CALL}<@(\d+)>: [^\n]*\Z")
GONE = 10008
TOO_OLD_TO_EDIT = 30046
TOO_MANY = 429
MOST_DUE = 1_000
TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What may go wrong on the way to Discord."""


def is_final(error: Exception) -> bool:
    """Whether trying again is of no use: the channel is gone or closed, or the form is wrong."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status != TOO_MANY
    )


def pinged(text: str) -> discord.AllowedMentions:
    """Whom a line may ping: the player whom its last line calls, and nobody else."""
    called = CALLED.search(text)
    users = [discord.Object(int(called[1]))] if called else []
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


async def _answer(interaction: discord.Interaction[Any], text: str, **options: Any) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(text, **options)
    else:
        await interaction.response.send_message(text, **options)


class Notifier:
    """Speaks in the channels of the games."""

    def __init__(self, bot: OperatingRound, games: GameService, pictures: Pictures) -> None:
        self._bot = bot
        self._games = games
        self._pictures = pictures
        self._refreshing: dict[int, asyncio.Lock] = {}
        self._waiting: set[int] = set()
        self._speaking: dict[int, asyncio.Lock] = {}

    # -- lines -----------------------------------------------------------------------------------

    async def moved(
        self, interaction: discord.Interaction[Any], moved: Moved, *, aside: str | None = None
    ) -> None:
        """Answer a command with the line of its move, then say and show what else is due.

        The line of a train run carries a picture of the routes. With `aside` the player alone is
        answered with that, and the line goes to the channel: all can see the options of a command
        that was answered in public.
        """
        try:
            if aside is None:
                file = await self._run_picture(moved)
                mentions = pinged(moved.line)
                await _answer(interaction, moved.line, files=files(file), allowed_mentions=mentions)
                await self._games.store.mark_said(moved.line_id)
            else:
                await _answer(interaction, aside, ephemeral=True)
        except TROUBLE as error:
            log.warning("answer failed, the line goes to the channel", problem=str(error))
        finally:
            self._games.answering.discard(moved.line_id)
        await self.flush_game(moved.live.stored.id)

    async def _run_picture(self, moved: Moved) -> Picture | None:
        game = moved.live.game
        action = game.history[-1].action if game.history else None
        if not moved.events or not isinstance(action, RunTrains) or not action.routes:
            return None
        try:
            company = game.state.companies[action.company]
            runs = check_routes(game.state, company, action.routes)
        except (KeyError, RuleViolation):
            return None  # somebody has moved on already
        view = run_view(game, company.id, runs)
        return await self._pictures.file(view, "routes", patience=ANSWER_SECONDS)

    async def flush(self) -> None:
        """Say and show what is due in any game."""
        pending = await self._games.store.pending_outbox(limit=MOST_DUE)
        for game_id in sorted({entry.game_id for entry in pending}):
            await self.flush_game(game_id)

    async def flush_game(self, game_id: int) -> None:
        """Say and show what is due in a game; one task at a time, so that nothing is said twice."""
        async with self._speaking.setdefault(game_id, asyncio.Lock()):
            due = await self._games.due(game_id)
            for entry in due:
                if entry.kind != STATUS:
                    await self._say(entry)
        stale = [entry.id for entry in due if entry.kind == STATUS]
        if stale and await self.refresh(game_id):
            await self._games.store.mark_said(*stale)

    async def _say(self, entry: OutboxEntry) -> None:
        channel = self._channel(entry.channel_id)
        try:
            view = await self._seats(entry) if entry.kind == SEATS else None
            if view is None:
                await channel.send(entry.body, allowed_mentions=pinged(entry.body))
            else:
                await channel.send(entry.body, view=view)
        except TROUBLE as error:
            if not is_final(error):
                log.warning("a line waits", channel=entry.channel_id, problem=str(error))
                return
            log.warning("cannot speak", channel=entry.channel_id, problem=str(error))
        await self._games.store.mark_said(entry.id)

    async def _seats(self, entry: OutboxEntry) -> discord.ui.View | None:
        stored = await self._games.store.game(entry.game_id)
        return seats_view(await self._games.fresh(stored))

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)

    # -- the status message ----------------------------------------------------------------------

    async def refresh(self, game_id: int) -> bool:
        """Bring the standing status message up to date; several at once become one.

        False when another task is about to do it, or Discord is out of order.
        """
        if game_id in self._waiting:
            return False
        self._waiting.add(game_id)
        async with self._refreshing.setdefault(game_id, asyncio.Lock()):
            self._waiting.discard(game_id)
            stored = await self._games.store.game(game_id)
            try:
                await self._show(await self._games.fresh(stored))
            except TROUBLE as error:
                if not is_final(error):
                    log.warning("the status waits", channel=stored.channel_id, problem=str(error))
                    return False
                log.warning("cannot show status", channel=stored.channel_id, problem=str(error))
        return True

    async def _show(self, live: LiveGame) -> None:
        stored = live.stored
        embed = status_embed(live.game, stored.name)
        file = await self._pictures.file(status_view(live.game, live.legal()), "map", late=True)
        if await self._edited(stored, embed, file):
            return
        if file is not None:
            file.reset()
        message = await self._channel(stored.channel_id).send(embed=embed, files=files(file))
        await self._games.store.set_status_message(stored.id, message.id)

    async def _edited(self, stored: StoredGame, embed: discord.Embed, file: Picture | None) -> bool:
        """Edit the status message; false if a new one is needed (an old one is removed)."""
        if stored.status_message_id is None:
            return False
        message = self._channel(stored.channel_id).get_partial_message(stored.status_message_id)
        try:
            if discord.utils.utcnow() - message.created_at > OLD:
                await message.delete()
                return False
            await message.edit(embed=embed, attachments=files(file))
        except discord.HTTPException as error:
            if error.code in {GONE, TOO_OLD_TO_EDIT} or isinstance(error, discord.NotFound):
                return False
            raise
        return True
