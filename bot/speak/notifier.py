"""Sees to it that all is said in the channels: cards of turns, calls, lines, the standing status.

What is to be said waits in the store's outbox until it was said, so that nothing is lost when the
bot stops between a move and its card. What could not be said is tried again by itself, at growing
intervals. How one entry is said, `saying.py` knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import structlog

from bot.games.facts import STATUS
from bot.games.live import LiveGame
from bot.games.service import GameService, Moved
from bot.present.said import done_text, line
from bot.speak.answer import TROUBLE, Answer
from bot.speak.cards import TurnCards
from bot.speak.latest import Latest
from bot.speak.outgoing import Fault
from bot.speak.permissions import advice, missing
from bot.speak.pictures import Pictures
from bot.speak.saying import Said, Saying
from bot.speak.standing import Standing
from storage import Busy, NoSuchGame, StoredGame, Unsure

log = structlog.stdlib.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 15.0, 600.0
"""Seconds until what could not be said is tried again; each pause is twice the one before."""
CARD_SECONDS = 1.5
"""So long a player's answer waits for the card below which it is to stand."""
AT_ONCE = 8
"""So many games are spoken for at the same time."""


class Notifier:
    """Speaks in the channels of the games."""

    def __init__(
        self, bot: discord.Client, games: GameService, pictures: Pictures, *, pause: float
    ) -> None:
        """`pause` is the least time in seconds between two pictures of a game's status."""
        self._bot = bot
        self._games = games
        self.greeting: Callable[[discord.abc.Messageable], Awaitable[object]] | None = None
        """Says in a channel without a game how one is begun; a cog hands it in."""
        self.standing = Standing(bot, games, pictures, pause)
        self.cards = TurnCards(bot, games, pictures)
        self.saying = Saying(bot, games, self.cards, self._note)
        self.latest: Latest | None = None
        """The private messages that follow a game; handed in by the client."""
        self.may_speak: Callable[[int], Awaitable[int]] | None = None
        """Whether this process, and no other, speaks for a game, as `Processes.speaks` tells it;
        handed in by the client."""
        self._speaking: dict[int, asyncio.Lock] = {}
        self._next: set[int] = set()
        """Games for which a task waits to speak; it will say whatever is due by then."""
        self._noted_late: set[int] = set()
        """Entries that were said, of which the store does not know yet."""
        self._renewed: dict[int, int] = {}
        """The last entry of each game that asked for its status and was followed."""
        self._tries: dict[int, int] = {}
        self._again: dict[int, asyncio.Task[None]] = {}
        self._silent: set[int] = set()
        """Games in whose channel the bot may not speak."""
        self._lost: frozenset[int] = frozenset()
        """Channels that were found to be gone."""
        self._warned: dict[int, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def greet(self, channel_id: int) -> None:
        """Greet a channel in which no game is played."""
        if self.greeting is not None:
            await self.greeting(self._bot.get_partial_messageable(channel_id))

    # -- answers ---------------------------------------------------------------------------------

    async def moved(self, interaction: discord.Interaction[Any], *taken: Moved) -> None:
        """Answer a command with what became of its moves, then say and show what is due.

        The answer is for the player alone; all others read of it on the card of the turn.
        """
        live = taken[-1].live
        told = [moved.told for moved in taken]
        try:
            if taken[-1].again:
                text = f"That was done already: {line(live, told[-1]).text}"
            else:
                text = done_text(live, told, interaction.user.id)
            sent = await Answer.of(interaction).send(text, ephemeral=True)
            if not taken[-1].again:
                self._games.announced(live, sent.moment, interaction.user.id)
        except TROUBLE as error:
            log.warning("answer failed", problem=error)
        finally:
            self._games.answering.difference_update(moved.line_id for moved in taken)
        if taken[-1].again:
            return
        await self.flush_game(live.stored.id)
        await self.warn(interaction, live.stored.id)

    async def begin_card(self, live: LiveGame) -> bool:
        """Post the card of the last turn if it has none; whether it is there now, and soon."""
        turn = live.last_turn
        if turn is None or live.game.step in {"select", "draft"}:
            return False
        posting = asyncio.create_task(self.cards.begin(live, turn))
        self._tasks.add(posting)
        posting.add_done_callback(self._tasks.discard)
        await asyncio.wait({posting}, timeout=CARD_SECONDS)
        return posting.done() and posting.result()

    def tell(self, taken: Sequence[Moved]) -> None:
        """Tell the channel of moves, while their player is shown something else."""
        self._games.answering.difference_update(moved.line_id for moved in taken)
        self._begin(self.flush_game(taken[-1].live.stored.id))

    async def warn(self, interaction: discord.Interaction[Any], game_id: int) -> None:
        """Tell the person, once, what the bot is not allowed in the channel of his game."""
        text = advice(missing(interaction), silent=game_id in self._silent)
        if text is None or self._warned.get(game_id) == text:
            return
        self._warned[game_id] = text
        try:
            await Answer.of(interaction).send(text, ephemeral=True)
        except TROUBLE as error:
            log.warning("cannot warn", problem=error)

    # -- what waits ------------------------------------------------------------------------------

    async def flush(self) -> None:
        """Say and show what is due in any game."""
        self._lost = await self._games.store.lost_channels()
        await self._flush_all(await self._games.store.waiting_games())

    async def flush_left(self) -> None:
        """The same of games for which no other try is arranged: another process left it."""
        tried = {game for game, task in self._again.items() if not task.done()} | self._silent
        waiting = await self._games.store.waiting_games()
        await self._flush_all([game for game in waiting if game not in tried])

    async def _flush_all(self, games: Iterable[int]) -> None:
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(game_id: int) -> None:
            async with turn:
                try:
                    await self.flush_game(game_id)
                except Exception:  # it keeps no other game silent
                    log.exception("what is due in a game cannot be said", game=game_id)

        await asyncio.gather(*map(one, games))

    async def channel_lost(self, channel_id: int) -> None:
        """Note that a channel is gone: nothing is said there until somebody is heard from it."""
        await self._games.store.channel_lost(channel_id)
        self._lost |= {channel_id}

    async def heard_from(self, channel_id: int | None) -> None:
        """Somebody does something in a channel, so it is there: say what waits, if it was lost."""
        if channel_id not in self._lost or channel_id is None:
            return
        await self._games.store.channel_lost(channel_id, lost=False)
        self._lost -= {channel_id}
        await self.flush()

    async def flush_silent(self) -> None:
        """Try again in the channels in which the bot was not allowed to speak."""
        await self._flush_all(sorted(self._silent))

    async def flush_game(self, game_id: int) -> None:
        """Say and show what is due in a game; what cannot be said now is tried again by itself.

        Where another task waits already to do it, that one says this, too, and nobody else waits:
        who moves faster than Discord takes it would leave ever more tasks, each with its game.
        """
        if game_id in self._next:
            return
        try:
            await self._flush_game(game_id)
        except NoSuchGame:  # and so what was to be said of it is gone, too
            self._silent.discard(game_id)
        except (Busy, Unsure) as error:
            log.warning("the database is not there", game=game_id, problem=error)
            self._try_again(game_id)

    async def _flush_game(self, game_id: int) -> None:
        """One task at a time, so that nothing is said twice.

        Lines keep their order: where one cannot be said, those after it wait, too.
        """
        fault = None
        async with self._turn_to_speak(game_id):
            stored = await self._games.store.game(game_id)
            term = await self._speaks_for(stored)
            if stored.channel_lost_at is not None or not term:
                return
            live, pending = await self._games.due(stored)
            due = [entry for entry in pending if entry.id not in self._noted_late]
            said = Said(live)
            try:
                for entry in due:
                    if await self._speaks_for(stored) != term:  # so long that others did meanwhile
                        return
                    if entry.kind != STATUS:
                        fault = await self.saying.say(said, entry)
                    if fault is not None:
                        break
            finally:
                await self._note(*said.to_note)
            if fault is None and self.saying.calling is not None:
                await self.saying.calling.follow(live, news=any(e.kind != STATUS for e in due))
        if self.latest is not None:
            self._begin(self.latest.follow(live))
        renewed = self._renewed.get(game_id, 0)
        stale = [entry.id for entry in due if entry.kind == STATUS and entry.id > renewed]
        if stale and fault is not Fault.LOST:
            shown = await self.standing.refresh(game_id)
            if shown is True:
                self._renewed[game_id] = max(*stale, self._renewed.get(game_id, 0))
                await self._note(*stale)
            elif shown is not False:
                fault = fault or shown
        await self._consider(game_id, stored.channel_id, fault)

    @asynccontextmanager
    async def _turn_to_speak(self, game_id: int) -> AsyncIterator[None]:
        """While this lasts nobody else speaks in a game."""
        speaking = self._speaking.setdefault(game_id, asyncio.Lock())
        self._next.add(game_id)
        try:
            await speaking.acquire()
        finally:
            self._next.discard(game_id)
        try:
            yield
        finally:
            speaking.release()

    async def _speaks_for(self, stored: StoredGame) -> int:
        """Whether it is this process that speaks for a game; another number after a break."""
        if not self._games.store.share.has(stored.guild_id):
            return 0
        return 1 if self.may_speak is None else await self.may_speak(stored.id)

    async def _consider(self, game_id: int, channel_id: int, fault: Fault | None) -> None:
        """What becomes of a game after something was said in it, or could not be."""
        if fault is Fault.FORBIDDEN:
            self._silent.add(game_id)
        else:
            self._silent.discard(game_id)
        if fault is Fault.LOST:
            log.warning("the channel is gone", game=game_id, channel=channel_id)
            await self.channel_lost(channel_id)
        if fault in {Fault.FORBIDDEN, Fault.PASSING} or self._noted_late:
            self._try_again(game_id)
        else:
            self._tries.pop(game_id, None)

    def _try_again(self, game_id: int) -> None:
        waiting = self._again.get(game_id)
        if waiting is not None and not waiting.done() and waiting is not asyncio.current_task():
            return
        tries = self._tries[game_id] = self._tries.get(game_id, 0) + 1
        pause = min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)
        self._again[game_id] = asyncio.create_task(self._flush_after(pause, game_id))

    async def _flush_after(self, pause: float, game_id: int) -> None:
        await asyncio.sleep(pause)
        if self._noted_late:
            await self._note()
        await self.flush_game(game_id)

    async def _note(self, *entries: int) -> None:
        """Note that entries were said; where the store cannot be written now, later."""
        late = {*entries, *self._noted_late}
        if not late:
            return
        try:
            await self._games.store.mark_said(*late)
        except Exception as error:  # noqa: BLE001 - it was said: nobody is to hear of this
            log.warning("cannot note what was said", problem=error)
            self._noted_late |= late
        else:
            self._noted_late -= late

    # -- the end ---------------------------------------------------------------------------------

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Leave what waits to the next start."""
        for task in [*self._again.values(), *self._tasks]:
            task.cancel()
        self.standing.close()
        self.cards.close()
