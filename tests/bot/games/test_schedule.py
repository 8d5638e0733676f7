"""One task does what falls due: in order, once by whichever process, and again if it failed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.games.schedule import LATE, Done, Schedule, late
from storage import Due, DueTimes, Store
from tests.support.patience import PATIENCE

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Times:
    """A clock that stands still until it is put on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


class Process:
    """A schedule on a connection of its own, and what it did."""

    def __init__(self, store: Store, clock: Times) -> None:
        self.due = DueTimes(store)
        self.schedule = Schedule(self.due, clock)
        self.did: list[int] = []
        self.schedule.handlers["thing"] = self._do
        self.fails = False

    async def _do(self, thing: Due, now: datetime) -> Done:
        await asyncio.sleep(0)
        if self.fails:
            raise OSError("Discord is away")
        self.did.append(thing.user_id or 0)
        return Done()

    async def put(self, *users: int, at: datetime = NOON) -> None:
        for user in users:
            await self.due.put("thing", at, user_id=user)

    async def work(self) -> None:
        """Do what is due now."""
        await self.schedule._work()


@pytest.fixture
def clock() -> Times:
    return Times()


@pytest.fixture
async def processes(tmp_path: Path, clock: Times) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes on one database."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    one, two = await Store.open(url), await Store.open(url)
    yield Process(one, clock), Process(two, clock)
    await one.close()
    await two.close()


async def test_two_processes_do_each_thing_once(processes: tuple[Process, Process]) -> None:
    one, two = processes
    await one.put(*range(30))
    await asyncio.gather(one.work(), two.work())
    assert sorted([*one.did, *two.did]) == list(range(30))


async def test_what_was_missed_is_done_in_order(
    processes: tuple[Process, Process], clock: Times
) -> None:
    one, _ = processes
    await one.put(3, at=NOON + 3 * HOUR)
    await one.put(1, at=NOON + HOUR)
    await one.put(2, at=NOON + 2 * HOUR)
    await one.work()
    assert one.did == []
    clock.now += 5 * HOUR
    await one.work()
    assert one.did == [1, 2, 3]


async def test_what_failed_is_tried_again_later_and_stops_nothing_else(
    processes: tuple[Process, Process], clock: Times, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = processes
    await one.put(1, 2)
    one.fails = True
    await one.work()
    assert caplog.text.count("what was due failed") == 2
    await two.work()
    assert two.did == []
    clock.now += timedelta(minutes=10)
    await two.work()
    assert two.did == [1, 2]


async def test_nothing_is_forgotten_that_nobody_knows_how_to_do(
    processes: tuple[Process, Process], clock: Times, caplog: pytest.LogCaptureFixture
) -> None:
    """A newer process on the same database may have put it there."""
    one, two = processes
    del one.schedule.handlers["thing"]
    await one.put(1)
    await one.work()
    assert "nobody does what is due" in caplog.text
    clock.now += timedelta(minutes=10)
    await two.work()
    assert two.did == [1]


async def test_a_thing_that_falls_due_earlier_wakes_the_task(
    processes: tuple[Process, Process], clock: Times
) -> None:
    one, _ = processes
    did: asyncio.Queue[int | None] = asyncio.Queue()

    async def note(thing: Due, now: datetime) -> Done:
        did.put_nowait(thing.user_id)
        return Done()

    one.schedule.handlers["thing"] = note
    one.schedule.start()
    await one.put(9, at=NOON + 5 * HOUR)
    for user in range(5):
        await one.schedule.put("thing", NOON, user_id=user)
        assert await asyncio.wait_for(did.get(), timeout=PATIENCE) == user
    await one.schedule.stop()
    assert did.empty()


async def test_what_falls_due_later_has_the_task_sleep_on(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reminder is put to a later time with nearly every move: nobody need look for that."""
    schedule = processes[0].schedule
    woken: list[bool] = []
    monkeypatch.setattr(schedule, "wake", lambda: woken.append(True))
    await schedule.put("thing", NOON + 2 * HOUR)
    assert woken
    assert await schedule._work_and_pause() == 7200
    woken.clear()
    await schedule.put("other", NOON + 3 * HOUR)
    assert not woken
    await schedule.put("other", NOON + HOUR)
    assert woken


def test_a_few_minutes_are_not_late() -> None:
    thing = Due(1, "thing", None, 1, NOON, "{}")
    assert late(thing, NOON + LATE) is None
    assert late(thing, NOON + 2 * LATE) == NOON.timestamp()
