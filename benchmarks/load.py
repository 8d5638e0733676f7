"""Prints how the bot bears its load, over real sockets: 100 users on 50 games, and stored games.

    python -m benchmarks.load [--stored 1 100 10000] [--seconds 20] [--pause 2] [--url URL]
                              [--processes 1]

For each number of stored games, beside the 50 that are played: the seconds from the start to the
first answer, commands a second, and the median, 95th and 99th percentile of the time to the first
answer; first with a pause between what a user does, then with moves alone, one after the other in
each game, then with all without a pause, so that the bot has all that it can do. Then the memory
that a game in memory takes. Without --url on SQLite in a new folder; a database that is named must
be empty. With several processes each hears its shards, and the games are shared out to them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import tempfile
import time
import tracemalloc
from pathlib import Path

from benchmarks.hosted import Bot
from benchmarks.traffic import GAMES, Game, Traffic, lay, running, url_of
from bot.games.service import GameService
from storage import Store


async def measure(
    stored: int, seconds: float, pause: float, given: str | None, processes: int = 1
) -> None:
    """Measure with so many stored games, and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = url_of(folder, given)
        games = await lay(url, GAMES, stored, servers=processes)
        async with running(folder, url, games, processes) as (traffic, bot):
            print(f"{stored} stored games beside {GAMES} that are played by {2 * GAMES} users")
            print(f"  start to first answer       {await bot.start():8.1f} s")
            await asyncio.sleep(2)  # the games are being read into memory
            await load(traffic, bot, seconds, f"a pause of {pause:g} s", pause)
            await load(traffic, bot, seconds, "moves alone", None)
            await load(traffic, bot, seconds, "no pause", 0.0)
            print(f"  memory of all processes     {bot.memory:8.0f} MB", flush=True)


async def load(traffic: Traffic, bot: Bot, seconds: float, how: str, pause: float | None) -> None:
    """Let all users work for some seconds, and print what came of it; without pause they move."""
    traffic.seconds.clear()
    moves, end = len(traffic.moves), time.monotonic() + seconds
    began, worked = time.monotonic(), bot.worked

    async def user(seat: int, place: int, pause: float) -> None:
        chance = random.Random(1000 * seat + place)  # noqa: S311  (nothing hangs on it)
        game = traffic.games[place]
        await asyncio.sleep(chance.uniform(0, pause))
        while time.monotonic() < end:
            await traffic.play(game.users[seat], game, chance)
            await asyncio.sleep(chance.uniform(0, 2 * pause))

    async def mover(game: Game) -> None:
        while time.monotonic() < end and game.on_turn is not None:
            await traffic.move(game)

    if pause is None:
        await asyncio.gather(*map(mover, traffic.games))
    else:
        places = range(len(traffic.games))
        await asyncio.gather(*(user(s, p, pause) for p in places for s in (0, 1)))
    took, found = time.monotonic() - began, sorted(traffic.seconds)
    cut = [1000 * second for second in statistics.quantiles(found, n=100)]
    print(
        f"  {how:<22} {len(found) / took:8.1f} commands/s, "
        f"{(len(traffic.moves) - moves) / took:.1f} moves/s, "
        f"first answer after {cut[49]:.0f} / {cut[94]:.0f} / {cut[98]:.0f} ms "
        f"(median, 95 %, 99 %), {sum(s > 3 for s in found)} after more than 3 s, "
        f"{(bot.worked - worked) / len(found) * 1000:.0f} ms of a processor for a command"
    )


async def memory(count: int = 12) -> None:
    """Print what a game in memory takes, in a process that keeps so many."""
    for begin in (60, 500):
        with tempfile.TemporaryDirectory() as name:
            url = url_of(Path(name), None)
            await lay(url, 1, count, begin)
            store = await Store.open(url)
            games = GameService(store, count + 1)
            found = await store.played_last(count + 1)
            await games.fresh(found[0])  # what all games share is read
            tracemalloc.start()
            for stored in found[1:]:
                await games.fresh(stored)
            gc.collect()
            took = tracemalloc.get_traced_memory()[0] / 1024 / count
            tracemalloc.stop()
            print(f"a game of {begin} moves takes {took:.0f} KB of memory ({count} were loaded)")
            await store.close()


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stored", type=int, nargs="+", default=[1, 100, 10_000])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--url")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    for stored in given.stored:
        asyncio.run(measure(stored, given.seconds, given.pause, given.url, given.processes))
    asyncio.run(memory())


if __name__ == "__main__":
    main()
