"""Plays recorded games with the real bot on a Discord in memory, from the lobby to the scores.

    python -m benchmarks.lobby_to_scores LOG.json ...

Each is opened with the shuffle of 18xx.games and its seed, played by commands and buttons, and
compared with the record after every move.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from engine import RULEBOOK, SITE
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import Played
from tests.support.world import open_world


def read(path: Path) -> Replay:
    """A recorded game; those of players on the site follow its rules."""
    ruleset = SITE if path.name.startswith("real-") else RULEBOOK
    return Replay(parse(path.read_bytes()), ruleset)


async def one(record: Replay) -> str:
    """Play a game; returns a line about it. Raises AssertionError where it goes another way."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder)) as world:
            played = await Played.open(world, record, record.game.setup.ruleset.name)
            while len(played.game.history) < len(record.entries):
                await played.step()
                await played.check()
            if played.game.finished and not any("Final scores" in t for t in world.said()):
                raise AssertionError("no final scores")
    return f"{len(record.game.setup.players)} players, {len(record.entries)} moves"


async def main(paths: list[Path]) -> int:
    """Play the games; returns how many failed."""
    failed = 0
    for path in paths:
        began = time.process_time()
        try:
            told = await one(read(path))
        except Exception as error:  # noqa: BLE001 - every fault is counted, and the next one played
            failed += 1
            told = f"FAILED: {type(error).__name__}: {error}"
        print(f"{path.name}: {told} ({time.process_time() - began:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main([Path(name) for name in sys.argv[1:]])) else 0)
