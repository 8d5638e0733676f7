"""Plays whole random games through the services: no crash, no dead end, nothing lost or told.

    python -m benchmarks.whole_games [GAMES] [FIRST_SEED]

Every game is played with undo, redo and restarts in between, by 2 to 5 players, by both rulesets
and both shuffles, and then taken out and brought in again.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.support.databases import in_this_thread
from tests.support.whole import RandomGame

SHARED = Path("/", "dev", "shm")
MEMORY = SHARED if SHARED.is_dir() else None
"""A folder in memory: a disk that must write for certain takes most of the time."""

LOOK_EVERY = 100


def watch(game: RandomGame) -> None:
    """Nothing hidden was said or shown."""
    found = list(game.leaks())
    if found:
        raise AssertionError(f"{len(found)} secrets were public")


async def one(seed: int) -> str:
    """Play a game; returns a line about it."""
    rules, kind = [("rulebook", "sealed"), ("site", "site")][seed % 2]
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        url = f"sqlite+aiosqlite:///{folder}/games.db"
        game = await RandomGame.begin(url, seed, 2 + seed % 4, rules=rules, kind=kind)
        game.look_every = LOOK_EVERY
        try:
            await game.play(watch)
            await game.check_round_trips()
        finally:
            await game.close()
    live = game.live
    return (
        f"{game.players} players, {rules}, {kind}: {len(live.game.history)} moves, "
        f"{game.undone} undone, {game.restarts} restarts, ended by {live.game.state.end_reason}"
    )


async def main(games: int, first: int) -> int:
    """Play so many games; returns how many failed."""
    in_this_thread().start()
    failed = 0
    for seed in range(first, first + games):
        began = time.process_time()
        try:
            told = await one(seed)
        except Exception as error:  # noqa: BLE001 - every fault is counted, and the next game played
            traceback.print_exc()
            failed += 1
            told = f"FAILED: {type(error).__name__}: {error}"
        print(f"{seed}: {told} ({time.process_time() - began:.0f} s)", flush=True)
    print(f"{games} games, {failed} failed")
    return failed


if __name__ == "__main__":
    GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.exit(1 if asyncio.run(main(GAMES, FIRST)) else 0)
