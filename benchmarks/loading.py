"""Prints how long a long game takes to be loaded from the store: from its list, and from its copy.

    python -m benchmarks.loading

The least of several loads, as processor time; SQLite's own thread counts.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bot.games.service import GameService
from engine import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from storage import Store
from storage.schema import snapshots
from tests.cogs.played import log_of
from tests.support.databases import lay_file
from tests.support.stored import store_game

LONG = "made-353-3p-mixed"
TIMES = 7


async def load(url: str, *, copied: bool) -> float:
    """Seconds for a load in a new service; without a copy, that is taken away before."""
    store = await Store.open(url)
    if not copied:
        async with store.writing() as connection:
            await connection.execute(snapshots.delete())
    begun = time.process_time()
    games = GameService(store)
    async with games.playing(await games.find(1, 2)):
        seconds = time.process_time() - begun  # before a copy is made
    await store.close()
    return seconds


async def run(url: str) -> None:
    """Store the game, and load it both ways."""
    game = Replay(parse(log_of(LONG)), RULEBOOK).run()
    store = await Store.open(url)
    await store_game(store, game.setup, (applied.action for applied in game.history))
    await store.close()
    for words, copied in (("its list", False), ("its copy", True)):
        found = [await load(url, copied=copied) for _ in range(TIMES)]
        print(f"{len(game.history)} moves from {words}: {min(found) * 1000:4.0f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(lay_file(Path(folder) / "games.db")))
