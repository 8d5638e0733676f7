"""Who is asked something beside his turn (an offer, a question) is reminded like one on turn."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from bot.games.facts import AskedStill, encode
from bot.games.hours import following, may_be_asked, reminder
from bot.games.live import LiveGame
from bot.games.schedule import Done, Schedule, late
from bot.games.service import GameService
from storage import Clock, Due, NewMessage, Preferences
from storage.records import ACTIVE

OFFER, UNDO, REPLACE = "asked_offer", "asked_undo", "asked_replace"
"""The kinds of reminders: of an offer for a train, of taking moves back, of a seat."""
KINDS = (OFFER, UNDO, REPLACE)
ASKED = "asked"
"""What an entry of the outbox asks for: words with the way to the question."""

WaitsFor = Callable[[int], Awaitable[tuple[int, ...]]]
"""The members whose answer to the offer or question of that number is awaited; none if it ended."""


class Asked:
    """Reminds those who are asked; whether they still are, it looks when the time has come."""

    def __init__(
        self,
        games: GameService,
        schedule: Schedule,
        clock: Clock,
        waits_for: Mapping[str, WaitsFor],
    ) -> None:
        self._games = games
        self._schedule = schedule
        self._clock = clock
        self._waits_for = waits_for
        self._preferences = Preferences(games.store)
        for kind in waits_for:
            schedule.handlers[kind] = self._remind

    async def note(
        self,
        live: LiveGame,
        kind: str,
        number: int,
        asker: int,
        users: Iterable[int],
        message_id: int | None,
    ) -> None:
        """Members were asked just now, by a message; have them reminded if they want that."""
        now, game_id = self._clock(), live.stored.id
        for user in users:
            wanted = await self._preferences.of(user)
            first = following(now, wanted, 0, now)
            if first is None:
                await self._schedule.drop(kind, game_id=game_id, user_id=user)
                continue
            at = may_be_asked(reminder(now, wanted, first), wanted)
            body: dict[str, Any] = {"of": number, "asker": asker, "message": message_id}
            body |= {"number": first, "since": now.isoformat()}
            text = json.dumps(body)
            await self._schedule.put(kind, at, game_id=game_id, user_id=user, body=text)

    async def _remind(self, thing: Due, now: datetime) -> Done:
        if thing.game_id is None or thing.user_id is None:
            return Done()
        body = json.loads(thing.body)
        stored = await self._games.store.game(thing.game_id)
        if stored.status != ACTIVE or thing.user_id not in await self._waits_for[thing.kind](
            body["of"]
        ):
            return Done()
        wanted = await self._preferences.of(thing.user_id)
        if not wanted.remind:
            return Done()
        allowed = may_be_asked(now, wanted)
        if allowed > now:
            return Done(again=allowed, body=thing.body)
        since = datetime.fromisoformat(body["since"])
        number = following(since, wanted, body["number"], now)
        due = late(thing, now)
        fact = AskedStill(
            thing.user_id,
            thing.kind,
            body["of"],
            body["asker"],
            body["message"],
            last=number is None,
            was_due=None if due is None else int(due.timestamp()),
        )
        said = [NewMessage(stored.channel_id, ASKED, encode(fact))]
        if number is None:
            return Done(said)
        again = may_be_asked(reminder(since, wanted, number), wanted)
        return Done(said, again, json.dumps(body | {"number": number}))
