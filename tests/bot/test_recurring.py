"""Work that is done again and again ends when it is told to."""

from __future__ import annotations

import asyncio
import contextlib

from bot.recurring import Recurring
from tests.support.patience import PATIENCE


async def test_it_ends_also_where_the_end_is_swallowed() -> None:
    """A library that is called off in the middle of its work may go on as if it had not been."""
    inside, begun = asyncio.Event(), 0

    async def deaf() -> float:
        nonlocal begun
        begun += 1
        inside.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return 0

    recurring = Recurring("deaf", deaf)
    recurring.start()
    await inside.wait()
    stopping = asyncio.create_task(recurring.stop())
    ended, _ = await asyncio.wait({stopping}, timeout=PATIENCE)
    assert ended
    assert begun == 1


async def test_it_sleeps_until_it_is_woken() -> None:
    works: asyncio.Queue[int] = asyncio.Queue()

    async def work() -> float:
        works.put_nowait(0)
        return 3600

    recurring = Recurring("sleeper", work)
    recurring.start(after=3600)
    await asyncio.sleep(0)
    assert works.empty()
    for _ in range(3):
        recurring.wake()
        await works.get()
        assert works.empty()
    await recurring.stop()


async def test_what_wakes_it_while_it_works_has_it_work_once_more() -> None:
    works = 0

    async def work() -> float:
        nonlocal works
        works += 1
        if works == 1:
            recurring.wake()
            recurring.wake()
        if works == 2:
            done.set()
        return 3600

    done = asyncio.Event()
    recurring = Recurring("busy", work)
    recurring.start()
    await done.wait()
    await asyncio.sleep(0)
    await recurring.stop()
    assert works == 2
