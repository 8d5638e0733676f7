"""Keeps what players set ahead, and makes their moves when their turns come.

It follows a game after each move and at the start; the place of a move in the list of the game
decides where two processes do so at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from random import SystemRandom

import structlog

from bot.games.facts import AheadEnded, AheadMade, encode
from bot.games.forecast import search_in
from bot.games.live import LiveGame
from bot.games.opening import Opening
from bot.games.programs import (
    AHEAD,
    AnyProgram,
    PassAhead,
    Running,
    Stop,
    move_now,
    read,
    read_stop,
    runs_now,
    stopped,
    written,
)
from bot.games.schedule import Done, Schedule
from bot.games.service import GameService
from bot.refusal import PlayerError
from engine import RuleViolation
from engine.actions import AnyAction, RunTrains
from storage import Clock, Due, NewMessage, ProgramOver, StoredPrograms
from storage.records import ACTIVE

log = structlog.stdlib.get_logger(__name__)

ALONE = "alone"
"""What an entry of the outbox asks for that one player is to be told, not the channel."""
WAITED = "ahead"
"""The kind of things that fall due: a move that was left to a later time."""
MOST = 12
"""Moves ahead that a player may have set in a game."""


class Ahead:
    """The moves made ahead in all games. `seconds` is the time that a search for runs may take."""

    def __init__(self, games: GameService, opening: Opening, seconds: float) -> None:
        self._games = games
        self._opening = opening
        self._seconds = seconds
        self._stored = StoredPrograms(games.store)
        self.wait: Callable[[LiveGame], Awaitable[None]] | None = None
        """Leaves a move to a later time, so that its timing gives nothing away."""
        games.follow = self.follow

    # -- what a player does ----------------------------------------------------------------------

    async def of(self, live: LiveGame, user_id: int) -> list[Running]:
        """What a member has set ahead. Only for his eyes."""
        found = await self._running(live)
        return [running for running in found if running.stored.user_id == user_id]

    async def set(self, live: LiveGame, user_id: int, seat: int, program: AnyProgram) -> None:
        """Set something ahead for the seat of a member.

        Raises:
            PlayerError: It is set already, or there are too many.
        """
        async with self._games.playing(live.stored) as now:
            own = await self.of(now, user_id)
            if any(running.program == program and running.stored.number == seat for running in own):
                raise PlayerError("You have set that ahead already.")
            if len(own) >= MOST:
                raise PlayerError(
                    f"You have set {MOST} moves ahead, the most there may be: end one."
                )
            await self._stored.add(
                now.stored.id,
                seat,
                user_id,
                written(program),
                sequence=now.sequence,
                moves=len(now.movers),
            )

    async def end(self, live: LiveGame, user_id: int, program_id: int) -> Running:
        """End what a member has set ahead; from then on it makes no move any more.

        Raises:
            PlayerError: He has set no such thing, or it is over.
        """
        own = {running.stored.id: running for running in await self.of(live, user_id)}
        if program_id not in own or not await self._stored.end(program_id):
            raise PlayerError("That is over already.")
        return own[program_id]

    async def unread(self, live: LiveGame, user_id: int) -> list[tuple[Running, Stop]]:
        """What has ended while its owner could not be told; given out once."""
        found = await self._stored.read(live.stored.id, user_id)
        return [(read(stored), read_stop(stored)) for stored in found]

    async def keep_unread(self, program_id: int) -> None:
        """Have the owner told of an end when he looks: it could not be written to him."""
        await self._stored.keep_unread(program_id)

    # -- what the bot does -----------------------------------------------------------------------

    async def follow(self, live: LiveGame, ahead: bool = True) -> LiveGame:
        """Take what nobody need be asked for: choices, picks, and moves made ahead.

        `ahead` is false where it is known that none is set.
        """
        while True:
            before = live.sequence
            live = await self._opening.follow(live)
            if ahead:
                live = await self._act(live, later=True)
            if live.sequence == before:
                return live

    async def act(self, live: LiveGame) -> LiveGame:
        """Make the move that was left to this time, and follow it; the game must be locked."""
        before = live.sequence
        live = await self._act(live, later=False)
        return live if live.sequence == before else await self.follow(live)

    async def _act(self, live: LiveGame, *, later: bool) -> LiveGame:
        """End what is over, then make at most one move; after an undo, everybody is asked."""
        found = [
            running for running in await self._running(live) if not await self._over(live, running)
        ]
        if live.undone or live.game.finished:
            return live
        found.sort(key=lambda running: isinstance(running.program, PassAhead))
        for running in found:
            try:
                action = await self._action(live, running)
                if action is None:
                    continue
                live.try_out(action)
            except RuleViolation as refusal:
                await self._stop(live, running, Stop("refused", refusal=str(refusal)))
                continue
            if later and self.wait is not None:
                await self.wait(live)
                return live
            try:
                return await self._made(live, running, action)
            except ProgramOver:
                log.info("ended before it acted", program=running.stored.id)
        return live

    async def _made(self, live: LiveGame, running: Running, action: AnyAction) -> LiveGame:
        """Store a move as its player's; of two processes the second does nothing.

        Raises:
            ProgramOver: It was ended meanwhile, as during a search, which may take seconds.
        """
        stored = running.stored
        fact = AheadMade(stored.number, stored.user_id, live.sequence + 1, running.program)
        told = NewMessage(live.stored.channel_id, ALONE, encode(fact))
        try:
            live = await self._games.add(
                live, action, stored.user_id, why=AHEAD, also=[told], program=stored.id
            )
        except PlayerError:
            log.info("somebody else moved first", game=live.stored.id)
        return live

    async def _action(self, live: LiveGame, running: Running) -> AnyAction | None:
        """The move that is made now; a best run is searched for, and made if it is proved."""
        if not runs_now(live, running):
            return move_now(live, running)
        company = str(live.game.actor)
        found = await search_in(live.game.fork(), company, self._seconds)
        if not found.proved:
            await self._stop(live, running, Stop("unproved"))
            return None
        return found.best.action(company) if found.best.total else RunTrains(company, ())

    async def _over(self, live: LiveGame, running: Running) -> bool:
        stop = stopped(live, running)
        if stop is not None:
            await self._stop(live, running, stop)
        return stop is not None

    async def _stop(self, live: LiveGame, running: Running, stop: Stop) -> None:
        """End it, and have its owner told."""
        stored = running.stored
        fact = AheadEnded(stored.number, stored.user_id, stored.id, running.program, stop)
        told = NewMessage(live.stored.channel_id, ALONE, encode(fact))
        await self._stored.end(stored.id, written(stop), [told])

    async def _running(self, live: LiveGame) -> list[Running]:
        """What is set ahead in a game, in the order of setting."""
        found = []
        for stored in await self._stored.running(live.stored.id):
            try:
                found.append(read(stored))
            except ValueError:
                log.exception("cannot read what was set ahead", program=stored.id)
        return found


class RandomWait:
    """Has moves made ahead wait for a random time, of at most so many seconds."""

    def __init__(
        self, ahead: Ahead, games: GameService, schedule: Schedule, clock: Clock, seconds: float
    ) -> None:
        self._ahead = ahead
        self._games = games
        self._schedule = schedule
        self._clock = clock
        self._seconds = seconds
        ahead.wait = self._leave
        schedule.handlers[WAITED] = self._make

    async def _leave(self, live: LiveGame) -> None:
        wait = timedelta(seconds=SystemRandom().uniform(0, self._seconds))
        await self._schedule.put(WAITED, self._clock() + wait, game_id=live.stored.id)

    async def _make(self, thing: Due, _now: datetime) -> Done:
        if thing.game_id is None:
            return Done()
        stored = await self._games.store.game(thing.game_id)
        if stored.status != ACTIVE:
            return Done()
        async with self._games.playing(stored) as live:
            after = await self._ahead.act(live)
        if after.sequence > live.sequence and self._schedule.tell is not None:
            await self._schedule.tell(stored.id)
        return Done()
