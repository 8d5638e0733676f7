"""Whom a game waits for: since when, when he is reminded, and when his clock runs out.

It follows a game after each change and compares whom it waits for with what the store knows. So a
change that nobody saw to, since the bot was stopped, is seen to at the next one, or at the start.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime
from weakref import WeakValueDictionary

from bot.games import turn_clock as clocks
from bot.games.facts import STATUS, Reminded, TimeUp, encode
from bot.games.live import LiveGame
from bot.games.opening import choices, open_seats
from bot.games.reminders import TURN, Reminders
from bot.games.schedule import Done, Schedule, late
from bot.games.service import GameService
from engine.events import TurnStarted
from storage import (
    Clock,
    Due,
    GameClock,
    NewMessage,
    Preference,
    Preferences,
    Sealed,
    StoredGame,
    Wait,
    Waits,
)
from storage.records import ACTIVE

RETURN, NUDGE, CLOCK = "return", "nudge", "clock"
"""The kinds of things that fall due for whom a game waits, beside reminders: the call after an
absence, a call by others, and the end of a player's time."""
REMINDER, TIME_UP = "reminder", "time_up"
"""What entries of the outbox ask for beside those of the service: words with other buttons."""


class Waiting:
    """Keeps the times of all games and members."""

    def __init__(
        self, games: GameService, schedule: Schedule, reminders: Reminders, clock: Clock
    ) -> None:
        self._games = games
        self._schedule = schedule
        self._reminders = reminders
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waits = Waits(games.store)
        self._sealed = Sealed(games.store)
        self.preferences = Preferences(games.store)
        schedule.handlers |= {TURN: self._remind, CLOCK: self._run_out}

    def now(self) -> datetime:
        """What time it is."""
        return self._clock()

    # -- whom a game waits for -------------------------------------------------------------------

    async def follow(self, live: LiveGame) -> None:
        """Note for whom a game waits now, and have him reminded if it takes long."""
        async with self._locks.setdefault(live.stored.id, asyncio.Lock()):
            await self._follow(live)

    async def _follow(self, live: LiveGame) -> None:
        needed = await self.needed(live)
        known = await self._waits.of_game(live.stored.id)
        for user, wait in known.items():
            if wait.ended is None and needed.get(user) != wait.seat:
                await self._end(live, wait)
        for user, seat in needed.items():
            before = known.get(user)
            if before is not None and before.ended is None and before.seat == seat:
                await self._go_on(live, before)
            else:
                await self._begin(live, user, seat, before)

    async def needed(self, live: LiveGame) -> dict[int, int]:
        """The members for whom the game waits, each with his seat."""
        stored, seat = live.stored, live.game.player_to_act
        if stored.status != ACTIVE or stored.channel_lost_at or live.game.finished:
            return {}
        seats = list(open_seats(live))
        if seats:
            chosen = await choices(self._sealed, live)
            seats = [seat for seat in seats if seat not in chosen]
        elif seat is not None:
            seats = [seat]
        holders = {live.holder(seat): seat for seat in reversed(seats)}
        return {user: seat for user, seat in holders.items() if user is not None}

    async def _begin(self, live: LiveGame, user: int, seat: int, before: Wait | None) -> None:
        now, game_id = self._clock(), live.stored.id
        wanted = await self.preferences.of(user)
        moves = len(live.game.history)
        wait = Wait(game_id, user, seat, moves, now, nudged=before.nudged if before else None)
        clock = await self._waits.clock(game_id)
        if before is not None and _same_turn(live, before, seat):
            wait = replace(wait, moves=before.moves, began=before.began)
            wait = replace(wait, clock_left=before.clock_left, clock_from=now)
        else:
            saved = (await self._waits.saved(game_id)).get(seat, 0)
            wait = clocks.wound(wait, clock, saved, now)
        if wanted.away_until is not None and wanted.away_until > now:
            wait = clocks.held(wait, now, wanted.away_until)
        await self._plan(wait, wanted, moves)
        if wait.deadline is not None:
            await self._announce_end(wait)
        await self._waits.put(wait)  # where one of these fails, all are done again
        if wait.clock_left is not None:
            await self._waits.save(game_id, seat, 0)

    async def _go_on(self, live: LiveGame, wait: Wait) -> None:
        """The same player goes on: his reminder counts from his last move on.

        A new turn of a company gives him its hours.
        """
        game_id, moves = live.stored.id, len(live.game.history)
        planned = await self._schedule.find(TURN, game_id=game_id, user_id=wait.user_id)
        if planned is not None and json.loads(planned.body)["moves"] != moves:
            await self._plan(wait, await self.preferences.of(wait.user_id), moves)
        if any(_begins(live, place) for place in range(wait.moves, moves)):
            await self._end(live, wait)
            await self._begin(live, wait.user_id, wait.seat, None)

    async def _end(self, live: LiveGame, wait: Wait) -> None:
        now, game_id = self._clock(), wait.game_id
        wait = clocks.stopped(wait, now)
        if wait.clock_left is not None:
            clock = await self._waits.clock(game_id)
            played = len(live.game.history) > wait.moves
            saved = clocks.to_save(wait, clock, played=played)
            await self._waits.save(game_id, wait.seat, saved)
        await self._schedule.drop(TURN, CLOCK, NUDGE, RETURN, game_id=game_id, user_id=wait.user_id)
        await self._waits.put(replace(wait, ended=now))

    async def still(self, thing: Due) -> tuple[StoredGame, Wait] | None:
        """The game and the wait of a thing that is due, if the game waits still."""
        if thing.game_id is None or thing.user_id is None:
            return None
        stored = await self._games.store.game(thing.game_id)
        wait = (await self._waits.of_game(thing.game_id)).get(thing.user_id)
        if wait is None or wait.ended is not None or stored.status != ACTIVE:
            return None
        return stored, wait

    async def was_called(self, live: LiveGame, user_id: int) -> bool:
        """Whether a member was called already when the game stood as it stands now."""
        last = (await self._waits.of_game(live.stored.id)).get(user_id)
        return last is not None and last.moves == len(live.game.history)

    async def waiting_for(self, game_id: int) -> dict[int, Wait]:
        """The waits of a game that have not ended, by member."""
        found = await self._waits.of_game(game_id)
        return {user: wait for user, wait in found.items() if wait.ended is None}

    # -- reminders -------------------------------------------------------------------------------

    async def _plan(self, wait: Wait, wanted: Preference, moves: int) -> None:
        """Have a member reminded, counted from now on, if he wants it."""
        await self._reminders.plan(TURN, wait.game_id, wait.user_id, wanted, moves=moves)

    async def _remind(self, thing: Due, now: datetime) -> Done:
        found = await self.still(thing)
        if found is None:
            return Done()
        stored, wait = found
        pending = await self._games.store.pending_outbox(stored.id)
        # where the channel cannot be spoken to, one of them is enough
        waits_to_be_said = any(entry.kind == REMINDER for entry in pending)

        def say(last: bool) -> list[NewMessage]:
            fact = Reminded(wait.seat, wait.user_id, last, late(thing, now))
            message = NewMessage(stored.channel_id, REMINDER, encode(fact))
            return [] if waits_to_be_said else [message]

        return await self._reminders.remind(thing, wait.user_id, now, say)

    async def prefer(self, user_id: int, **values: object) -> Preference:
        """Change what a member wants.

        Other intervals, or an absence, have his reminders counted anew, from now on. After a change
        of his hours the next one comes when it would have come, or else after his quiet hours.
        """
        before = await self.preferences.of(user_id)
        wanted = await self.preferences.change(user_id, **values)
        if (before.remind, before.away_until) == (wanted.remind, wanted.away_until):
            return wanted
        for wait in await self._waits.of_user(user_id):
            stored = await self._games.store.game(wait.game_id)
            live = await self._games.fresh(stored)
            await self._plan(wait, wanted, len(live.game.history))
        return wanted

    # -- clocks ----------------------------------------------------------------------------------

    async def clock(self, game_id: int) -> GameClock | None:
        """The clock of a game, if it has one."""
        return await self._waits.clock(game_id)

    async def set_clock(self, live: LiveGame, clock: GameClock | None) -> None:
        """Give a game another clock, or none; turns that are on are changed by it at once."""
        game_id, now = live.stored.id, self._clock()
        await self.follow(live)
        before = await self._waits.clock(game_id)
        await self._waits.set_clock(game_id, clock)
        for wait in (await self.waiting_for(game_id)).values():
            wanted = await self.preferences.of(wait.user_id)
            new = clocks.changed(wait, before, clock, now)
            if before is None and wanted.away_until is not None and wanted.away_until > now:
                new = clocks.held(new, now, wanted.away_until)
            await self.keep(new)

    async def keep(self, wait: Wait) -> None:
        """Store a wait whose clock has changed."""
        await self._waits.change(wait, clock_left=wait.clock_left, clock_from=wait.clock_from)
        await self._announce_end(wait)

    async def _announce_end(self, wait: Wait) -> None:
        game_id, user_id = wait.game_id, wait.user_id
        if wait.deadline is None:
            await self._schedule.drop(CLOCK, game_id=game_id, user_id=user_id)
        else:
            await self._schedule.put(CLOCK, wait.deadline, game_id=game_id, user_id=user_id)

    async def _run_out(self, thing: Due, now: datetime) -> Done:
        found = await self.still(thing)
        if found is None or found[1].deadline is None:
            return Done()
        stored, wait = found
        if wait.deadline is not None and wait.deadline > now:
            return Done(again=wait.deadline)
        fact = TimeUp(wait.seat, wait.user_id, late(thing, now))
        channel = stored.channel_id
        return Done([NewMessage(channel, TIME_UP, encode(fact)), NewMessage(channel, STATUS, "")])

    async def is_over(self, game_id: int, seat: int) -> bool:
        """Whether the clock of a seat has run out; 0 means that of anybody."""
        now, waits = self._clock(), await self.waiting_for(game_id)
        deadlines = (w.deadline for w in waits.values() if seat in {w.seat, 0})
        return any(deadline is not None and deadline <= now for deadline in deadlines)

    async def times(self, live: LiveGame) -> tuple[dict[int, datetime], dict[int, datetime]]:
        """Until when players are away, and when clocks run out, by seat."""
        users = {seat.number: seat.user_id for seat in live.seats if seat.user_id is not None}
        wanted, waits = await asyncio.gather(
            self.preferences.of_all(list(users.values())), self.waiting_for(live.stored.id)
        )
        now, away = self._clock(), {}
        for seat, user in users.items():
            until = wanted[user].away_until
            if until is not None and until > now:
                away[seat] = until
        ends = {w.seat: w.deadline for w in waits.values() if w.deadline is not None}
        return away, ends


def _same_turn(live: LiveGame, before: Wait, seat: int) -> bool:
    """Whether a turn that had ended is on again, since what ended it was taken back."""
    since = live.movers[before.moves :]
    return (
        before.seat == seat
        and before.moves <= len(live.game.history)
        and all(mover.seat == seat for mover in since)
        and not any(_begins(live, place) for place in range(before.moves, len(live.movers)))
    )


def _begins(live: LiveGame, place: int) -> bool:
    """Whether a turn of a company began with the move at a place."""
    return any(isinstance(event, TurnStarted) for event in live.game.history[place].events)
