"""Whom a game waits for is noted in several steps: where one fails, nothing of it is lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.games.absence import Absence
from bot.games.facts import Returned, decode
from bot.games.reminders import TURN, Reminders
from bot.games.schedule import Schedule
from bot.games.service import GameService, Hand
from bot.games.waiting import CLOCK, Waiting
from storage import Busy, DueTimes, GameClock, Preferences, Waits
from tests.bot.games.conftest import LAY, PLACE, Table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Watch:
    """The services that keep times, on a clock that stands still until it is put on."""

    def __init__(self, games: GameService) -> None:
        self.now = NOON
        self.games = games
        self.schedule = Schedule(DueTimes(games.store), self._time)
        reminders = Reminders(self.schedule, Preferences(games.store), self._time)
        self.waiting = Waiting(games, self.schedule, reminders, self._time)
        self.absence = Absence(games.store, self.schedule, self.waiting, self._time)

    def _time(self) -> datetime:
        return self.now

    async def follow(self) -> int:
        """The member for whom the game waits now."""
        live = await self.games.load(1, 2)
        await self.waiting.follow(live)
        [user] = await self.waiting.needed(live)
        return user


def once(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same, but at the first time the database is busy."""
    failed = False

    async def working(*args: Any, **named: Any) -> Any:
        nonlocal failed
        if not failed:
            failed = True
            raise Busy
        return await work(*args, **named)

    return working


@pytest.mark.parametrize("step", ["put", "save"])
async def test_a_wait_that_could_not_be_noted_has_its_reminder_and_clock_in_the_end(
    table: Table, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    watch = Watch(await table.bring())
    game = (await watch.games.load(1, 2)).stored.id
    waits = Waits(watch.games.store)
    await waits.set_clock(game, GameClock(24, 48))
    for seat in range(1, 5):
        await waits.save(game, seat, 3600)
    where = watch.schedule if step == "put" else vars(watch.waiting)["_waits"]
    monkeypatch.setattr(where, step, once(getattr(where, step)))
    with pytest.raises(Busy):
        await watch.follow()
    user = await watch.follow()
    assert await watch.schedule.find(TURN, game_id=game, user_id=user)
    assert await watch.schedule.find(CLOCK, game_id=game, user_id=user)
    [wait] = (await watch.waiting.waiting_for(game)).values()
    assert wait.clock_left == 25 * 3600


async def test_what_a_player_has_saved_is_not_lost_where_it_could_not_be_noted(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(await table.bring())
    first = await watch.follow()
    live = await watch.games.load(1, 2)
    await watch.waiting.set_clock(live, GameClock(24, 48))
    seat = (await watch.waiting.waiting_for(live.stored.id))[first].seat
    waits = vars(watch.waiting)["_waits"]
    actions = iter(table.actions[LAY:])
    while live.holder(live.game.player_to_act or 0) == first:
        live = (await watch.games.move(PLACE, Hand(first), lambda _: next(actions))).live
    watch.now += HOUR
    monkeypatch.setattr(waits, "save", once(waits.save))
    with pytest.raises(Busy):
        await watch.follow()
    assert await watch.follow() != first
    assert (await waits.saved(live.stored.id))[seat] == 23 * 3600


async def test_who_is_back_is_called_though_the_database_was_away_at_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(await table.bring())
    user = await watch.follow()
    await watch.absence.leave(user, NOON + 48 * HOUR)
    watch.now += 48 * HOUR
    monkeypatch.setattr(watch.schedule, "put", once(watch.schedule.put))
    await watch.schedule._work()
    watch.now += HOUR
    await watch.schedule._work()
    said = [decode(entry.body) for entry in await watch.games.store.pending_outbox() if entry.body]
    assert [fact.user for fact in said if isinstance(fact, Returned)] == [user]
