"""Plays whole recorded games by taps on the panel and prints how many each step and turn took.

    python -m benchmarks.taps [GAME ...]

What the panel does not offer as it was recorded (a run of other routes, say) is played by command
and counted. It begins after the selection, in which all choose at the same time. A game is played
in stretches, each brought in anew and checked against the record at its end, since the Discord in
memory gets slow with all that it remembers. A few minutes for each game.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from engine.actions import KeepCards
from tests.cogs.played import CRASH, HOARDER, MIXED2
from tests.cogs.turn.test_taps import play_by_taps, recorded
from tests.support.world import open_world

GAMES = (CRASH, MIXED2, HOARDER)


STRETCH = 60
"""So many moves are played in one Discord."""


async def one(name: str) -> None:
    """Play a whole game."""
    moves, began = recorded(name), time.perf_counter()
    start = sum(isinstance(move, KeepCards) for move in moves)
    steps: Counter[str] = Counter()
    commands = turns = 0
    for first in range(start, len(moves), STRETCH):
        with tempfile.TemporaryDirectory() as folder:
            async with open_world(Path(folder)) as world:
                last = min(first + STRETCH, len(moves))
                tapper = await play_by_taps(world, name, first, last)
        steps += tapper.by_step
        commands += tapper.commands
        turns += len(tapper.turns)
    took = time.perf_counter() - began
    print(
        f"{name}: {len(moves)} moves, {sum(steps.values())} taps in {turns} turns, "
        f"{commands} moves by command, {took:.0f} s; by step: {dict(steps)}\n",
        flush=True,
    )


def main(names: list[str]) -> None:
    """Play these games one after the other."""
    for name in names or GAMES:
        asyncio.run(one(name))


if __name__ == "__main__":
    main(sys.argv[1:])
