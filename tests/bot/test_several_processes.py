"""Three real processes share a database, each with its servers; one dies, and all is said once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.cluster import cluster
from tests.support.patience import PATIENCE
from tests.support.postgres import Server

SHARDS = {"one": "0/3", "two": "1/3", "three": "2/3"}
LINES = 12


async def test_every_line_is_said_once_though_a_process_is_killed(
    postgres: Server, tmp_path: Path
) -> None:
    async with cluster(tmp_path, postgres.migrated(), servers=3) as run:
        run.discord.seconds = 0.05
        await run.lay(LINES)
        await asyncio.gather(*(run.start(name, shards) for name, shards in SHARDS.items()))
        await asyncio.wait_for(run.discord.posted.get(), PATIENCE)
        await run.kill("two")
        await run.lay(1)
        await run.start("two", SHARDS["two"])
        await run.all_said()
        said = run.said()
    assert said.lines == 3 * (LINES + 1)
    assert (said.never, said.twice, said.out_of_order) == (0, 0, 0)
    assert said.again <= 1, "only what was sent when it died, and not noted yet"
