"""Who is asked something beside his turn (an offer, a question) is reminded like one on turn."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime

from bot.games.facts import AskedStill, encode
from bot.games.live import LiveGame
from bot.games.reminders import Reminders
from bot.games.schedule import Done, Schedule, late
from bot.games.service import GameService
from storage import Due, NewMessage, Preferences
from storage.records import ACTIVE

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
        reminders: Reminders,
        waits_for: Mapping[str, WaitsFor],
    ) -> None:
        self._games = games
        self._reminders = reminders
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
        about = {"of": number, "asker": asker, "message": message_id}
        for user in users:
            wanted = await self._preferences.of(user)
            await self._reminders.plan(kind, live.stored.id, user, wanted, **about)

    async def _remind(self, thing: Due, now: datetime) -> Done:
        if thing.game_id is None or thing.user_id is None:
            return Done()
        body, user = json.loads(thing.body), thing.user_id
        stored = await self._games.store.game(thing.game_id)
        awaited = await self._waits_for[thing.kind](body["of"])
        if stored.status != ACTIVE or user not in awaited:
            return Done()

        def say(last: bool) -> list[NewMessage]:
            asked = (thing.kind, body["of"], body["asker"], body["message"])
            fact = AskedStill(user, *asked, last, late(thing, now))
            return [NewMessage(stored.channel_id, ASKED, encode(fact))]

        return await self._reminders.remind(thing, user, now, say)
