"""A log is followed in a process that ends in any case, one log after another."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.apart import MOST_WAITING
from bot.games.importing import follow
from bot.games.reading import InItsOwnProcess
from bot.refusal import PlayerError
from tests.bot.games.works import die, fail, hang, note
from tests.cogs.played import CRASH, log_of
from tests.support.patience import PATIENCE


async def test_a_log_is_followed_to_the_same_end() -> None:
    found = await InItsOwnProcess(PATIENCE).read(log_of(CRASH), "rulebook", 40)
    assert found == follow(log_of(CRASH), "rulebook", 40)
    assert len(found.actions) == 40
    assert found.setup.seed == follow(log_of(CRASH), "rulebook", 0).setup.seed


async def test_what_is_wrong_with_a_log_comes_through() -> None:
    with pytest.raises(PlayerError, match="not JSON"):
        await InItsOwnProcess(PATIENCE).read(b"no", "site", None)


async def test_a_log_that_never_ends_is_ended(tmp_path: Path) -> None:
    """The event loop goes on meanwhile, and nothing is left of the process."""
    path, beats = tmp_path / "process", 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.01)
            beats += 1

    beating = asyncio.create_task(beat())
    with pytest.raises(PlayerError, match="takes longer than 3 seconds"):
        await InItsOwnProcess(3, hang).read(str(path).encode(), "site", None)
    beating.cancel()
    assert beats > 10
    if path.exists():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.read_text()), 0)


async def test_a_process_that_dies_is_told_in_a_sentence() -> None:
    with pytest.raises(PlayerError, match="broke off"):
        await InItsOwnProcess(PATIENCE, die).read(b"", "site", None)


async def test_a_fault_is_a_fault() -> None:
    with pytest.raises(KeyError):
        await InItsOwnProcess(PATIENCE, fail).read(b"", "site", None)


async def test_one_log_after_another_and_not_too_many(tmp_path: Path) -> None:
    path = tmp_path / "log"
    reader = InItsOwnProcess(PATIENCE, note)
    outcomes = await asyncio.gather(
        *(reader.read(str(path).encode(), "site", None) for _ in range(MOST_WAITING + 2)),
        return_exceptions=True,
    )
    texts = [str(outcome) for outcome in outcomes]
    assert texts.count("noted") == MOST_WAITING
    assert sum("try again in a minute" in text for text in texts) == 2
    assert path.read_text() == "begin\nend\n" * MOST_WAITING
