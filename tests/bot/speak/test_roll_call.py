"""The roll call: who else works on the database is told, and what others left is seen to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.speak import roll_call
from bot.speak.roll_call import RollCall
from storage import Busy, Processes, Share, Store
from tests.support.databases import lay_file
from tests.support.patience import PATIENCE

RUNS = 1
"""The number of a process that runs as long as the tests do."""


async def nothing() -> None:
    """See to nothing."""


@pytest.mark.parametrize(
    ("mine", "theirs", "warned"),
    [("0/1", "0/1", True), ("0-1/4", "2-3/4", False), ("0-1/4", "1/4", True)],
)
async def test_a_second_process_that_hears_the_same_servers_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mine: str, theirs: str, warned: bool
) -> None:
    url = lay_file(tmp_path / "games.db")
    one, two = [await Store.open(url, Share.parse(text)) for text in (mine, theirs)]
    first = RollCall(Processes(one, pid=RUNS), one.share, nothing)
    second = RollCall(Processes(two), two.share, nothing)
    await first.start()
    assert caplog.text == ""
    await second.start()
    assert ("another process hears the same servers" in caplog.text) is warned
    await second.stop()
    await first.stop()
    assert await Processes(one).others() == ()
    await one.close()
    await two.close()


async def test_it_goes_on_when_the_database_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    looked: list[bool] = []

    async def look() -> None:
        looked.append(True)
        if len(looked) == 1:
            raise Busy

    store = await Store.open(lay_file(tmp_path / "games.db"))
    call = RollCall(Processes(store), store.share, look)
    await call.answer()
    assert "not there" in caplog.text
    await call.answer()
    assert len(looked) == 2
    await store.close()


async def test_what_takes_long_to_be_said_keeps_nobody_from_hearing_that_it_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(lay_file(tmp_path / "games.db"))
    processes, renewed, looking = Processes(store), asyncio.Queue[bool](), asyncio.Event()

    async def look() -> None:
        looking.set()
        await asyncio.Event().wait()

    async def renew() -> None:
        renewed.put_nowait(looking.is_set())

    monkeypatch.setattr(roll_call, "PAUSE", 0.001)
    monkeypatch.setattr(processes, "renew", renew)
    call = RollCall(processes, store.share, look)
    await call.start()
    await looking.wait()
    async with asyncio.timeout(PATIENCE):
        while not await renewed.get():
            pass
    await call.stop()
    await store.close()
