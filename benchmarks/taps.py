"""Plays whole recorded games by taps on the panel and prints how many each step and turn took.

    python -m benchmarks.taps [GAME ...]

What the panel does not offer as it was recorded (a run of other routes, say) is played by command
and counted. It begins after the selection, in which all choose at the same time. A game is checked
against its record at the end. A few minutes for each.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from engine.actions import KeepCards
from tests.cogs.played import CRASH, HOARDER, MIXED2
from tests.cogs.turn.test_taps import play_by_taps, recorded
from tests.support.world import open_world

GAMES = (CRASH, MIXED2, HOARDER)


async def one(name: str) -> None:
    """Play a whole game."""
    moves, began = recorded(name), time.perf_counter()
    start = sum(isinstance(move, KeepCards) for move in moves)
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder)) as world:
            tapper = await play_by_taps(world, name, start, len(moves))
    taps, turns = sum(tapper.by_step.values()), len(tapper.turns)
    took = time.perf_counter() - began
    print(f"{name}: {len(moves)} moves, {taps} taps in {turns} turns of companies, {took:.0f} s\n")


def main(names: list[str]) -> None:
    """Play these games one after the other."""
    for name in names or GAMES:
        asyncio.run(one(name))


if __name__ == "__main__":
    main(sys.argv[1:])
