"""Whom a game waits for: since when, when he is reminded, and when his clock runs out.

It follows a game after each change and compares whom it waits for with what the store knows. So a
change that nobody saw to, since the bot was stopped, is seen to at the next one, or at the start.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.games import turn_clock as clocks
from bot.games.asked import KINDS
from bot.games.facts import NOTE, STATUS, Nudged, Reminded, Returned, TimeUp, encode
from bot.games.hours import following, may_be_asked, morning_after, reminder
from bot.games.live import LiveGame
from bot.games.opening import choices, open_seats
from bot.games.schedule import Done, Schedule, late
from bot.games.service import GameService
from bot.refusal import PlayerError
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

REMIND, AWAY, RETURN, NUDGE, CLOCK = "remind", "away", "return", "nudge", "clock"
"""The kinds of things that fall due: a reminder, the end of an absence, the call after it, a call
by others that waits for the end of quiet hours, and the end of a player's time."""
REMINDER, TIME_UP = "reminder", "time_up"
"""What entries of the outbox ask for beside those of the service: words with other buttons."""
NUDGE_PAUSE = timedelta(days=1)


class Waiting:
    """Keeps the times of all games and members."""

    def __init__(self, games: GameService, schedule: Schedule, clock: Clock) -> None:
        self._games = games
        self._schedule = schedule
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waits = Waits(games.store)
        self._sealed = Sealed(games.store)
        self.preferences = Preferences(games.store)
        schedule.handlers |= {
            REMIND: self._remind,
            AWAY: self._come_back,
            RETURN: self._call_back,
            NUDGE: self._nudge,
            CLOCK: self._run_out,
        }

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
        if wait.clock_left is not None:
            await self._waits.save(game_id, seat, 0)
        if wanted.away_until is not None and wanted.away_until > now:
            wait = clocks.held(wait, now, wanted.away_until)
        await self._waits.put(wait)
        await self._plan(wait, wanted, moves)
        if wait.deadline is not None:
            await self._announce_end(wait)

    async def _go_on(self, live: LiveGame, wait: Wait) -> None:
        """The same player goes on: his reminder counts from his last move on.

        A new turn of a company gives him its hours.
        """
        game_id, moves = live.stored.id, len(live.game.history)
        planned = await self._schedule.find(REMIND, game_id=game_id, user_id=wait.user_id)
        if planned is not None and json.loads(planned.body)["moves"] != moves:
            await self._plan(wait, await self.preferences.of(wait.user_id), moves)
        if any(_begins(live, place) for place in range(wait.moves, moves)):
            await self._end(live, wait)
            await self._begin(live, wait.user_id, wait.seat, None)

    async def _end(self, live: LiveGame, wait: Wait) -> None:
        now, game_id = self._clock(), wait.game_id
        wait = clocks.stopped(wait, now)
        await self._waits.put(replace(wait, ended=now))
        if wait.clock_left is not None:
            clock = await self._waits.clock(game_id)
            played = len(live.game.history) > wait.moves
            saved = clocks.to_save(wait, clock, played=played)
            await self._waits.save(game_id, wait.seat, saved)
        await self._schedule.drop(
            REMIND, CLOCK, NUDGE, RETURN, game_id=game_id, user_id=wait.user_id
        )

    async def _still(self, thing: Due) -> tuple[StoredGame, Wait] | None:
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
        now, game_id, user_id = self._clock(), wait.game_id, wait.user_id
        number = following(now, wanted, 0, now)
        if number is None:
            await self._schedule.drop(REMIND, game_id=game_id, user_id=user_id)
            return
        at = may_be_asked(reminder(now, wanted, number), wanted)
        body = _body(number, moves, now)
        await self._schedule.put(REMIND, at, game_id=game_id, user_id=user_id, body=body)

    async def _remind(self, thing: Due, now: datetime) -> Done:
        found = await self._still(thing)
        if found is None:
            return Done()
        stored, wait = found
        wanted = await self.preferences.of(wait.user_id)
        if not wanted.remind:
            return Done()
        allowed = may_be_asked(now, wanted)
        if allowed > now:
            return Done(again=allowed, body=thing.body)
        planned = json.loads(thing.body)
        since = datetime.fromisoformat(planned["since"])
        number = following(since, wanted, planned["number"], now)
        fact = Reminded(wait.seat, wait.user_id, number is None, _unix(late(thing, now)))
        said = [NewMessage(stored.channel_id, REMINDER, encode(fact))]
        if any(e.kind == REMINDER for e in await self._games.store.pending_outbox(stored.id)):
            said = []  # the channel cannot be spoken to: one of them is enough
        if number is None:
            return Done(said)
        again = may_be_asked(reminder(since, wanted, number), wanted)
        return Done(said, again, _body(number, planned["moves"], since))

    async def not_today(self, game_id: int, user_id: int) -> datetime:
        """Put what a member is reminded of off to his next morning; returns when that is.

        Raises:
            PlayerError: Nothing waits for him there, or he is reminded no more.
        """
        own = {"game_id": game_id, "user_id": user_id}
        found = [await self._schedule.find(kind, **own) for kind in (REMIND, *KINDS)]
        planned = [thing for thing in found if thing is not None]
        if not planned:
            raise PlayerError("No further reminder was to come.")
        wanted = await self.preferences.of(user_id)
        morning = may_be_asked(morning_after(self._clock(), wanted), wanted)
        times = [max(morning, thing.at) for thing in planned]
        for thing, at in zip(planned, times, strict=True):
            await self._schedule.put(thing.kind, at, **own, body=thing.body)
        return min(times)

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

    # -- absence ---------------------------------------------------------------------------------

    async def leave(self, user_id: int, until: datetime) -> list[int]:
        """A member is away: nothing is asked of him, and his clocks stand still.

        Returns the games that wait for him.
        """
        now = self._clock()
        wanted = await self.prefer(user_id, away_until=until)
        await self._schedule.put(AWAY, until, user_id=user_id)
        waits = await self._waits.of_user(user_id)
        for wait in waits:
            await self._keep(clocks.held(wait, now, wanted.away_until or now))
        return [wait.game_id for wait in waits]

    async def come_back(self, user_id: int) -> list[int]:
        """A member is back earlier; he is called where a game waits for him, at once.

        Raises:
            PlayerError: He is not away.
        """
        wanted = await self.preferences.of(user_id)
        now = self._clock()
        if wanted.away_until is None or wanted.away_until <= now:
            raise PlayerError("You are not away.")
        games = [wait.game_id for wait in await self._waits.of_user(user_id)]
        await self.preferences.change(user_id, away_until=now)
        await self._schedule.put(AWAY, now, user_id=user_id)
        return games

    async def _come_back(self, thing: Due, now: datetime) -> Done:
        if thing.user_id is None:
            return Done()
        began = (await self.preferences.of(thing.user_id)).away_until
        if began is None:
            return Done()
        if began > now:
            return Done(again=began)
        await self.prefer(thing.user_id, away_until=None)
        for wait in await self._waits.of_user(thing.user_id):
            if wait.clock_from is not None:
                await self._keep(replace(wait, clock_from=max(began, wait.began)))
            await self._schedule.put(RETURN, thing.at, game_id=wait.game_id, user_id=wait.user_id)
        return Done()

    async def _call_back(self, thing: Due, now: datetime) -> Done:
        found = await self._still(thing)
        if found is None:
            return Done()
        stored, wait = found
        fact = Returned(wait.seat, wait.user_id, _unix(late(thing, now)))
        channel = stored.channel_id
        return Done([NewMessage(channel, NOTE, encode(fact)), NewMessage(channel, STATUS, "")])

    # -- calls by others -------------------------------------------------------------------------

    async def nudge(self, live: LiveGame, user_id: int) -> dict[int, datetime]:
        """Have those called for whom a game waits; returns the seats, and when they are called.

        Raises:
            PlayerError: The member has no seat, or is waited for himself, or all were called.
        """
        own = live.seats_of(user_id)
        if not own:
            raise PlayerError("Only who plays here can call the others.")
        await self.follow(live)
        waits = await self.waiting_for(live.stored.id)
        others = [wait for user, wait in waits.items() if user != user_id]
        if not others:
            raise PlayerError("The game waits for nobody but you." if waits else NOBODY)
        now = self._clock()
        ready = [w for w in others if w.nudged is None or w.nudged + NUDGE_PAUSE <= now]
        if not ready:
            again = min(w.nudged for w in others if w.nudged) + NUDGE_PAUSE
            raise TooSoon(again)
        called = {}
        for wait in ready:
            at = may_be_asked(now, await self.preferences.of(wait.user_id))
            await self._waits.change(wait, nudged=now)
            body = json.dumps({"by": own[0].number})
            await self._schedule.put(
                NUDGE, at, game_id=wait.game_id, user_id=wait.user_id, body=body
            )
            called[wait.seat] = at
        return called

    async def _nudge(self, thing: Due, now: datetime) -> Done:
        found = await self._still(thing)
        if found is None:
            return Done()
        stored, wait = found
        allowed = may_be_asked(now, await self.preferences.of(wait.user_id))
        if allowed > now:
            return Done(again=allowed, body=thing.body)
        fact = Nudged(wait.seat, wait.user_id, json.loads(thing.body)["by"])
        return Done([NewMessage(stored.channel_id, NOTE, encode(fact))])

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
            await self._keep(new)

    async def _keep(self, wait: Wait) -> None:
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
        found = await self._still(thing)
        if found is None or found[1].deadline is None:
            return Done()
        stored, wait = found
        if wait.deadline is not None and wait.deadline > now:
            return Done(again=wait.deadline)
        fact = TimeUp(wait.seat, wait.user_id, _unix(late(thing, now)))
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


class TooSoon(PlayerError):
    """The player was called already; again from `at` on."""

    def __init__(self, at: datetime) -> None:
        super().__init__("That was done within the last day.")
        self.at = at


NOBODY = "The game waits for nobody."


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


def _body(number: int, moves: int, since: datetime) -> str:
    return json.dumps({"number": number, "moves": moves, "since": since.isoformat()})


def _unix(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp())
