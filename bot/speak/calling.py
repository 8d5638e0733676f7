"""How a call reaches its player: a ping in the channel, a direct message, or both, as he wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import discord
import structlog

from bot.games.facts import Fact, Nudged, Reminded, Returned, Told
from bot.games.live import LiveGame
from bot.games.waiting import Waiting
from bot.lasting import LastingView
from bot.present.calling import (
    direct_text,
    times_lines,
    unreachable_text,
    with_details,
)
from bot.present.said import Line, has_card
from bot.speak.answer import TROUBLE
from bot.speak.outgoing import in_time
from storage.preferences import BOTH, CHANNEL

log = structlog.stdlib.get_logger(__name__)


class Calling:
    """Calls the players of all games."""

    def __init__(self, bot: discord.Client, waiting: Waiting) -> None:
        self._bot = bot
        self._waiting = waiting
        self.later: Callable[[int], discord.ui.Item[Any]] | None = None
        """The button that puts a reminder off, of a game; a cog hands it in."""
        self._followed: dict[int, tuple[object, ...]] = {}

    async def follow(self, live: LiveGame, *, news: bool) -> None:
        """Note for whom the game waits, now that he was called; `news` if something was said."""
        stored = live.stored
        now = (live.sequence, stored.status, tuple(seat.user_id for seat in stored.seats))
        if not news and self._followed.get(stored.id) == now:
            return
        try:
            await self._waiting.follow(live)
        except Exception:
            log.exception("cannot follow a game", game=stored.id)
        else:
            self._followed[stored.id] = now

    async def times(self, live: LiveGame) -> list[str]:
        """What the status of a game says of clocks and absences."""
        return times_lines(live, *await self._waiting.times(live), self._waiting.now())

    async def parted(self, live: LiveGame, fact: Fact, told: Line) -> tuple[Line, tuple[int, ...]]:
        """The line with those whom it pings in the channel, and those who are written to.

        Nobody is called who is away, nor a second time since a move was brought back.
        """
        if isinstance(fact, Told | Reminded | Nudged | Returned):
            seat = fact.seat if not isinstance(fact, Told) else fact.call.seat if fact.call else 0
            recent = isinstance(fact, Told | Returned)
            says = isinstance(fact, Told) and fact.kind == "move" and not has_card(fact)
            text = with_details(live, seat, told.text, recent=recent, told=says)
            told = replace(told, text=text)
        users = list(told.pings)
        if isinstance(fact, Told) and fact.kind == "redo":
            users = [user for user in users if not await self._waiting.was_called(live, user)]
        pings, direct = await self.split(users)
        return replace(told, pings=pings), direct

    async def split(self, users: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Those of some members who are pinged in the channel, and those who are written to."""
        now = self._waiting.now()
        wanted = (await self._waiting.preferences.of_all(list(users))).values()
        there = [w for w in wanted if w.away_until is None or w.away_until <= now]
        pings = tuple(w.user_id for w in there if w.calls in {CHANNEL, BOTH})
        return pings, tuple(w.user_id for w in there if w.calls != CHANNEL)

    async def write(
        self, live: LiveGame, user_id: int, text: str, *, reminds: bool = False
    ) -> None:
        """Write to a player directly what was said; where that cannot be, call him in the channel.

        There he is told once what can be done about it.
        """
        view = LastingView()
        guild, channel = live.stored.guild_id, live.stored.channel_id
        url = f"https://discord.com/channels/{guild}/{channel}"
        view.add_item(discord.ui.Button(label="Go to the game", url=url))
        if reminds and self.later is not None:
            view.add_item(self.later(live.stored.id))
        wanted = await self._waiting.preferences.of(user_id)
        words = direct_text(live, user_id, text)
        try:
            to = await in_time(self._bot.create_dm(discord.Object(user_id)))
            await in_time(to.send(words, view=view))
        except TROUBLE as error:
            log.info("a player cannot be written to", user=user_id, problem=error)
            if wanted.calls != BOTH or not wanted.unreachable:
                await self._call_in_channel(live, user_id, words, first=not wanted.unreachable)
            await self._note(user_id, unreachable=True)
        else:
            if wanted.unreachable:
                await self._note(user_id, unreachable=False)

    async def _call_in_channel(
        self, live: LiveGame, user_id: int, words: str, *, first: bool
    ) -> None:
        channel = self._bot.get_partial_messageable(live.stored.channel_id)
        text = unreachable_text(user_id, words.splitlines()[0], first=first)
        pings = discord.AllowedMentions(users=[discord.Object(user_id)])
        try:
            await in_time(channel.send(text, allowed_mentions=pings))
        except TROUBLE as error:
            log.warning("cannot call a player", user=user_id, problem=error)

    async def _note(self, user_id: int, *, unreachable: bool) -> None:
        await self._waiting.preferences.change(user_id, unreachable=unreachable)
