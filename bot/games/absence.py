"""Who is away: nothing is asked of him, and his clocks stand still until he is back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.games import turn_clock as clocks
from bot.games.facts import NOTE, STATUS, Returned, encode
from bot.games.schedule import Done, Schedule, late
from bot.games.waiting import RETURN, Waiting
from bot.refusal import PlayerError
from storage import Clock, Due, NewMessage, Store, Waits

AWAY = "away"
"""The kind of thing that falls due: the end of an absence."""


class Absence:
    """The absences of all members."""

    def __init__(self, store: Store, schedule: Schedule, waiting: Waiting, clock: Clock) -> None:
        self._schedule = schedule
        self._waiting = waiting
        self._clock = clock
        self._waits = Waits(store)
        schedule.handlers |= {AWAY: self._come_back, RETURN: self._call_back}

    async def leave(self, user_id: int, until: datetime) -> list[int]:
        """A member is away: nothing is asked of him, and his clocks stand still.

        Returns the games that wait for him.
        """
        now = self._clock()
        wanted = await self._waiting.prefer(user_id, away_until=until)
        await self._schedule.put(AWAY, until, user_id=user_id)
        waits = await self._waits.of_user(user_id)
        for wait in waits:
            await self._waiting.keep(clocks.held(wait, now, wanted.away_until or now))
        return [wait.game_id for wait in waits]

    async def come_back(self, user_id: int) -> list[int]:
        """A member is back earlier; he is called where a game waits for him, at once.

        Raises:
            PlayerError: He is not away.
        """
        wanted = await self._waiting.preferences.of(user_id)
        now = self._clock()
        if wanted.away_until is None or wanted.away_until <= now:
            raise PlayerError("You are not away.")
        games = [wait.game_id for wait in await self._waits.of_user(user_id)]
        await self._waiting.preferences.change(user_id, away_until=now)
        await self._schedule.put(AWAY, now, user_id=user_id)
        return games

    async def _come_back(self, thing: Due, now: datetime) -> Done:
        if thing.user_id is None:
            return Done()
        began = (await self._waiting.preferences.of(thing.user_id)).away_until
        if began is None:
            return Done()
        if began > now:
            return Done(again=began)
        for wait in await self._waits.of_user(thing.user_id):
            if wait.clock_from is not None:
                await self._waiting.keep(replace(wait, clock_from=max(began, wait.began)))
            await self._schedule.put(RETURN, thing.at, game_id=wait.game_id, user_id=wait.user_id)
        await self._waiting.prefer(thing.user_id, away_until=None)  # all before is done, or again
        return Done()

    async def _call_back(self, thing: Due, now: datetime) -> Done:
        found = await self._waiting.still(thing)
        if found is None:
            return Done()
        stored, wait = found
        fact = Returned(wait.seat, wait.user_id, late(thing, now))
        channel = stored.channel_id
        return Done([NewMessage(channel, NOTE, encode(fact)), NewMessage(channel, STATUS, "")])
