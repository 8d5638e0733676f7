"""Three real processes share a database, each with its servers; each dies, and all is said once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.cluster import cluster
from tests.support.patience import PATIENCE
from tests.support.postgres import Server

SHARDS = {"one": "0/3", "two": "1/3", "three": "2/3"}
LINES = 12


async def test_every_line_is_said_once_though_processes_are_killed_in_turn(
    postgres: Server, tmp_path: Path
) -> None:
    async with cluster(tmp_path, postgres.migrated(), servers=3) as run:
        run.discord.seconds = 0.05
        await run.lay(LINES)
        await asyncio.gather(*(run.start(name, shards) for name, shards in SHARDS.items()))
        starting = []
        for name, shards in SHARDS.items():
            await asyncio.wait_for(run.discord.posted.get(), PATIENCE)
            await run.kill(name)
            await run.lay(1)
            starting.append(asyncio.create_task(run.start(name, shards)))
        await asyncio.gather(*starting)
        await run.all_said()
        said = run.said()
    assert said.lines == 3 * (LINES + len(SHARDS))
    assert (said.never, said.twice, said.out_of_order) == (0, 0, 0)
    assert said.again <= len(SHARDS), "only what was sent when one died, and not noted yet"
