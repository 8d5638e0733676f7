"""Who does not answer is reminded at growing intervals, not at night, and not without end."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from bot.games.hours import following, may_be_asked, morning_after
from bot.games.schedule import Done, Schedule
from bot.refusal import PlayerError
from storage import Clock, Due, NewMessage, Preference, Preferences

TURN, OFFER, UNDO, REPLACE = "remind", "asked_offer", "asked_undo", "asked_replace"
"""The kinds of reminders: of a turn, an offer for a train, taking moves back, a seat."""
KINDS = (TURN, OFFER, UNDO, REPLACE)


class Reminders:
    """Has members reminded; a member has at most one reminder of a kind in a game."""

    def __init__(self, schedule: Schedule, preferences: Preferences, clock: Clock) -> None:
        self._schedule = schedule
        self._preferences = preferences
        self._clock = clock

    async def plan(
        self, kind: str, game_id: int, user_id: int, wanted: Preference, **about: Any
    ) -> None:
        """Have a member reminded, counted from now on, if he wants that.

        What it is `about` stands in the body of the thing that falls due.
        """
        now = self._clock()
        first = following(now, wanted, 0, now)
        if first is None:
            await self._schedule.drop(kind, game_id=game_id, user_id=user_id)
            return
        number, at = first
        body = json.dumps({"number": number, "since": now.isoformat(), **about})
        await self._schedule.put(kind, at, game_id=game_id, user_id=user_id, body=body)

    async def remind(
        self, thing: Due, user_id: int, now: datetime, say: Callable[[bool], list[NewMessage]]
    ) -> Done:
        """Remind a member who has not answered; `say` is told whether no reminder follows."""
        wanted = await self._preferences.of(user_id)
        if not wanted.remind:
            return Done()
        allowed = may_be_asked(now, wanted)
        if allowed > now:
            return Done(again=allowed, body=thing.body)
        body = json.loads(thing.body)
        after = following(datetime.fromisoformat(body["since"]), wanted, body["number"], now)
        if after is None:
            return Done(say(True))
        number, at = after
        return Done(say(False), at, json.dumps(body | {"number": number}))

    async def not_today(self, game_id: int, user_id: int) -> datetime:
        """Put what a member is reminded of off to his next morning; returns when that is.

        Raises:
            PlayerError: Nothing waits for him there, or he is reminded no more.
        """
        own = {"game_id": game_id, "user_id": user_id}
        found = [await self._schedule.find(kind, **own) for kind in KINDS]
        planned = [thing for thing in found if thing is not None]
        if not planned:
            raise PlayerError("No further reminder was to come.")
        wanted = await self._preferences.of(user_id)
        morning = may_be_asked(morning_after(self._clock(), wanted), wanted)
        times = [max(morning, thing.at) for thing in planned]
        for thing, at in zip(planned, times, strict=True):
            await self._schedule.put(thing.kind, at, **own, body=thing.body)
        return min(times)
