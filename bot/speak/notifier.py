"""Says in the channels what must be said: the cards of turns, calls, lines, the standing status.

What is to be said waits in the store's outbox until it was said, so that nothing is lost when the
bot stops between a move and its card. What could not be said is tried again by itself, at growing
intervals.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog

from bot.games.facts import (
    SEATS,
    STATUS,
    AheadEnded,
    AheadMade,
    AskedStill,
    Fact,
    Reminded,
    Seated,
    Told,
    decode,
)
from bot.games.live import LiveGame
from bot.games.service import GameService, Moved
from bot.games.turn import Turn
from bot.present.said import Line, call_line, done_text, has_card, line
from bot.speak.answer import TROUBLE, Answer
from bot.speak.calling import Calling
from bot.speak.cards import FREE_SEATS, TurnCards
from bot.speak.latest import Latest
from bot.speak.outgoing import Fault, fault_of, in_time, nonce_of, pinged
from bot.speak.permissions import advice, missing
from bot.speak.pictures import Pictures
from bot.speak.programs import AheadTeller
from bot.speak.standing import Standing
from storage import Busy, NoSuchGame, OutboxEntry, StoredGame, Unsure

log = structlog.stdlib.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 15.0, 600.0
"""Seconds until what could not be said is tried again; each pause is twice the one before."""
CARD_SECONDS = 1.5
"""So long a player's answer waits for the card below which it is to stand."""
AT_ONCE = 8
"""So many games are spoken for at the same time."""


@dataclass(slots=True)
class Said:
    """What was said of a game in one go, as it stood: the turn whose card was shown last.

    `to_note` are the entries which cards told, and which the store is to hear of.
    """

    live: LiveGame
    shown: Turn | None = None
    to_note: list[int] = field(default_factory=list)


class Notifier:
    """Speaks in the channels of the games."""

    def __init__(
        self, bot: discord.Client, games: GameService, pictures: Pictures, *, pause: float
    ) -> None:
        """`pause` is the least time in seconds between two pictures of a game's status."""
        self._bot = bot
        self._games = games
        self.views: dict[str, Callable[[LiveGame, Fact], discord.ui.View | None]] = {}
        """The buttons that go with an entry of the outbox, by its kind; cogs add theirs."""
        self.call_view: Callable[[LiveGame], discord.ui.View] | None = None
        """The button that goes with a call; a cog hands it in."""
        self.greeting: Callable[[discord.abc.Messageable], Awaitable[object]] | None = None
        """Says in a channel without a game how one is begun; a cog hands it in."""
        self.standing = Standing(bot, games, pictures, pause)
        self.cards = TurnCards(bot, games, pictures)
        self.latest: Latest | None = None
        """The private messages that follow a game; handed in by the client."""
        self.ahead: AheadTeller | None = None
        """Tells of moves made ahead; handed in by the client."""
        self.calling: Calling | None = None
        """Whom a line pings, and who is written to directly; handed in by the client."""
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
                        fault = await self._say(said, entry)
                    if fault is not None:
                        break
            finally:
                await self._note(*said.to_note)
            if fault is None and self.calling is not None:
                await self.calling.follow(live, news=any(e.kind != STATUS for e in due))
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

    async def _say(self, said: Said, entry: OutboxEntry) -> Fault | None:
        """Say a line in its game's channel; what went wrong, if anything.

        What a card told is noted with what comes next: a card can be shown again.
        """
        try:
            fact = decode(entry.body)
        except ValueError:
            log.exception("cannot read what is to be said", entry=entry.id)
            return None
        posted = True
        try:
            posted = await self._tell(said, entry, fact)
        except TROUBLE as error:
            fault = fault_of(error)
            log.warning(
                "cannot speak",
                channel=said.live.stored.channel_id,
                problem=error,
                kind=fault.name.lower(),
            )
            if fault is not Fault.NEVER:
                return fault
        said.to_note.append(entry.id)
        if posted:
            await self._note(*said.to_note)
            said.to_note.clear()
        return None

    async def _tell(self, said: Said, entry: OutboxEntry, fact: Fact) -> bool:
        """Show an entry on the cards of the turns that it touched; say a line where it has none.

        Whether more than a card was shown.
        """
        live = said.live
        if isinstance(fact, AheadMade | AheadEnded):
            if self.ahead is not None:
                await self.ahead.tell(live, entry, fact)
            return True
        if isinstance(fact, Told):
            for turn in live.turns_of(fact.sequence):
                if said.shown != turn:
                    await self._show(live, turn, f"{nonce_of(entry)}c{turn.begun}")
                    said.shown = turn
        if isinstance(fact, Told) and has_card(fact):
            return await self._call(live, entry, fact)
        await self._post(live, entry, fact, line(live, fact))
        return True

    async def _show(self, live: LiveGame, turn: Turn, nonce: str) -> None:
        """Show a card; one that Discord will never take keeps nobody from being called."""
        try:
            await self.cards.show(live, turn, nonce)
        except TROUBLE as error:
            if fault_of(error) is not Fault.NEVER:
                raise
            log.warning("a card cannot be shown", game=live.stored.id, problem=error)

    async def _call(self, live: LiveGame, entry: OutboxEntry, told: Told) -> bool:
        """Call who decides next, or note that the card told it; whether somebody was called."""
        if live.since > told.sequence:
            return False
        call = call_line(live, told, recalled=await self.cards.calls(live.stored.id))
        if call is not None:
            await self._post(live, entry, told, call)
            return True
        await self.cards.answered(live.stored.id)
        moment = self.cards.moment(live.stored.id)
        if moment is not None and told.sequence == live.since:
            self._games.announced(live, moment)
        return False

    async def _post(self, live: LiveGame, entry: OutboxEntry, fact: Fact, told: Line) -> None:
        """Post a message of its own; if it calls somebody, the button goes with it."""
        told, direct = await self._parted(live, fact, told)
        if not told.text:  # it is no longer so
            return
        channel = self._bot.get_partial_messageable(live.stored.channel_id)
        options: dict[str, Any] = {"allowed_mentions": pinged(told), "nonce": nonce_of(entry)}
        offered = self.views.get(entry.kind)
        other = offered(live, fact) if offered else None
        view = other or self._for(live, told)
        if view is not None:
            options["view"] = view
        message = await in_time(channel.send(told.text, **options))
        if entry.kind == SEATS and other is not None:
            await self.cards.called(live.stored.id, channel.id, message.id, FREE_SEATS)
        if isinstance(fact, Seated):
            await self.cards.renew(live.stored.id, FREE_SEATS, self.views[SEATS](live, fact))
        if told.button and (other is None or isinstance(fact, Reminded)):
            await self.cards.called(live.stored.id, channel.id, message.id)
        elif isinstance(fact, Told):
            await self.cards.answered(live.stored.id)
        if not isinstance(fact, Told) or (fact.call and fact.sequence == live.since):
            self._games.announced(live, message.id)
        if self.calling is not None:
            for user in direct:
                reminds = isinstance(fact, Reminded | AskedStill)
                await self.calling.write(live, user, told.text, reminds=reminds)

    async def _parted(self, live: LiveGame, fact: Fact, told: Line) -> tuple[Line, tuple[int, ...]]:
        """The line as the channel hears it, and the members who are written to directly."""
        if self.calling is None or not told.pings:
            return told, ()
        return await self.calling.parted(live, fact, told)

    def _for(self, live: LiveGame, told: Line) -> discord.ui.View | None:
        """The buttons that go with a line that calls somebody to his turn."""
        return self.call_view(live) if told.button and self.call_view is not None else None

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
