"""Players are called by others for whom the game waits: at most once a day, and not at night."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from bot.games.facts import NOTE, Nudged, encode
from bot.games.hours import may_be_asked
from bot.games.live import LiveGame
from bot.games.schedule import Done, Schedule
from bot.games.waiting import NUDGE, Waiting
from bot.refusal import PlayerError
from storage import Clock, Due, NewMessage, Store, Waits

PAUSE = timedelta(days=1)


class TooSoon(PlayerError):
    """The player was called already; again from `at` on."""

    def __init__(self, at: datetime) -> None:
        super().__init__("That was done within the last day.")
        self.at = at


class Nudging:
    """The calls by others in all games."""

    def __init__(self, store: Store, schedule: Schedule, waiting: Waiting, clock: Clock) -> None:
        self._schedule = schedule
        self._waiting = waiting
        self._clock = clock
        self._waits = Waits(store)
        schedule.handlers[NUDGE] = self._nudge

    async def nudge(self, live: LiveGame, user_id: int) -> dict[int, datetime]:
        """Have those called for whom a game waits; returns the seats, and when they are called.

        Raises:
            PlayerError: The member has no seat, or is waited for himself, or all were called.
        """
        own = live.seats_of(user_id)
        if not own:
            raise PlayerError("Only who plays here can call the others.")
        await self._waiting.follow(live)
        waits = await self._waiting.waiting_for(live.stored.id)
        others = [wait for user, wait in waits.items() if user != user_id]
        if not others:
            but = " but you" if waits else ""
            raise PlayerError(f"The game waits for nobody{but}.")
        now = self._clock()
        ready = [w for w in others if w.nudged is None or w.nudged + PAUSE <= now]
        if not ready:
            again = min(w.nudged for w in others if w.nudged) + PAUSE
            raise TooSoon(again)
        called = {}
        for wait in ready:
            at = may_be_asked(now, await self._waiting.preferences.of(wait.user_id))
            await self._waits.change(wait, nudged=now)
            body = json.dumps({"by": own[0].number})
            await self._schedule.put(
                NUDGE, at, game_id=wait.game_id, user_id=wait.user_id, body=body
            )
            called[wait.seat] = at
        return called

    async def _nudge(self, thing: Due, now: datetime) -> Done:
        found = await self._waiting.still(thing)
        if found is None:
            return Done()
        stored, wait = found
        allowed = may_be_asked(now, await self._waiting.preferences.of(wait.user_id))
        if allowed > now:
            return Done(again=allowed, body=thing.body)
        fact = Nudged(wait.seat, wait.user_id, json.loads(thing.body)["by"])
        return Done([NewMessage(stored.channel_id, NOTE, encode(fact))])
