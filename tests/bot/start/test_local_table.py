"""The local table: what is done again and again there passes in its own time."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from pathlib import Path

import pytest

from bot.client import OperatingRoundBot
from bot.speak import roll_call
from bot.start import local_table
from bot.start.local_table import lay_table
from storage import Processes
from tests.support.world import settings_for

PAUSE = 2.0
"""Seconds, within those for which the table waits for an answer to be complete."""
NIGHT = 3600.0
"""Seconds for which the computer slept: enough to make up for in more than a pause."""


async def test_no_answer_waits_for_what_is_done_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    async def renew(self: Processes) -> None:
        calls.append(1)

    monkeypatch.setattr(roll_call, "PAUSE", PAUSE)
    monkeypatch.setattr(Processes, "renew", renew)
    bot = OperatingRoundBot(settings_for(tmp_path / "data"), always_sync=True)
    table = lay_table(bot, seats=1)
    await table.env.start()
    calls.clear()  # it began with one
    try:
        result = await table.members[0].slash(table.channel, "help")
        assert result.response is not None
        assert calls == []
        for done in (1, 2):
            await table.env.advance_time(PAUSE)
            assert len(calls) == done
    finally:
        await table.env.shutdown()
        await bot.close()


async def test_what_the_table_itself_has_begun_sleeps_too(tmp_path: Path) -> None:
    """It wakes the schedule by a lobby that it posts again."""
    bot = OperatingRoundBot(settings_for(tmp_path / "data"), always_sync=True)
    table = lay_table(bot, seats=1)
    await table.env.start()
    try:
        sleeping = asyncio.ensure_future(bot.sleep(PAUSE))
        await asyncio.sleep(0)
        await table.env.settle()
        assert not sleeping.done()
        sleeping.cancel()
    finally:
        await table.env.shutdown()
        await bot.close()


async def test_after_a_night_in_which_the_computer_slept_players_are_answered_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tmp_path / "data", table_port=0)
    bot = OperatingRoundBot(settings, always_sync=True)
    async with local_table.open_table(bot, settings) as (table, preview):
        behind = local_table._behind
        monkeypatch.setattr(local_table, "_behind", lambda env: behind(env) + NIGHT)
        morning = table.env.now() + timedelta(seconds=NIGHT)
        waited = 0.0
        while table.env.now() < morning:
            began = time.monotonic()
            async with preview.turn:  # as whoever does something
                waited = max(waited, time.monotonic() - began)
            await asyncio.sleep(0.01)
    assert waited < PAUSE
