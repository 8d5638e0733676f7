"""Kills processes that share a database, again and again, and counts how often each line was said.

    python -m benchmarks.processes [KILLS]

Three processes with their shards on PostgreSQL, then two that hear the same servers on one SQLite
file, where one takes on what the other leaves. Lines are laid into the outbox, and calls fall due,
all the time. A lease is 3 seconds here instead of minutes. A line that was sent when its process
died, before that was noted, is sent once more with the number of the first message, so that Discord
shows it once.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from storage import DueTimes, StoredGame, utc_now
from tests.support.cluster import Cluster, cluster
from tests.support.databases import lay_file
from tests.support.postgres import SHARED, running_server

KILLS = 12
LINES = 4
CALLED = 11
ASKS = "asks for it."
"""What a call by others says."""


class Calls:
    """Has a player called in each game, and once more when that was done."""

    def __init__(self, run: Cluster) -> None:
        self._run = run
        self._due = DueTimes(run.store)
        self._done: Counter[str] = Counter()
        self._stopping = asyncio.Event()
        self._tasks = [asyncio.create_task(self._call(game)) for game in run.games]

    async def _call(self, game: StoredGame) -> None:
        while not self._stopping.is_set():
            await self._due.put(
                "nudge", utc_now(), game_id=game.id, user_id=CALLED, body='{"by": 2}'
            )
            self._done[str(game.channel_id)] += 1
            while await self._due.find("nudge", game_id=game.id, user_id=CALLED) is not None:
                await wait(0.1)
            await wait(0.5)

    async def stop(self) -> None:
        """Wait until all who are to be called were."""
        self._stopping.set()
        await asyncio.gather(*self._tasks)

    def report(self) -> str:
        """How many calls were due, and how many were heard."""
        heard = Counter(
            message["channel_id"]
            for message in self._run.discord.shown
            if ASKS in (message.get("content") or "")
        )
        wrong = sum(heard[channel] != done for channel, done in self._done.items())
        return (
            f"{self._done.total()} calls due, {heard.total()} heard, {wrong} games with another "
            "number"
        )


async def wait(seconds: float) -> None:
    """Let so much time pass."""
    await asyncio.sleep(seconds)


async def kill_again_and_again(run: Cluster, shares: dict[str, str], kills: int) -> None:
    """Kill one after the other, each after a while, and start it again after another."""
    chance = random.Random(18)  # noqa: S311  (nothing hangs on it)
    run.discord.seconds = 0.05
    await run.lay(LINES)
    for name, shards in shares.items():
        await run.start(name, shards)
    await run.all_said()  # and so those for whom the games wait are known
    calls = Calls(run)
    for n in range(kills):
        name = list(shares)[n % len(shares)]
        for _ in range(chance.randint(1, 3)):
            await run.lay(LINES)
            await wait(chance.uniform(0, 0.4))
        await run.kill(name)
        await run.lay(LINES)
        await wait(chance.choice([0, 0.5, 4]))
        await run.start(name, shares[name])
    await calls.stop()
    await run.all_said()
    said = run.said()
    print(
        f"  {kills} kills; {said.lines} lines: {said.never} never shown, {said.twice} shown twice, "
        f"{said.out_of_order} games out of order, {said.again} sent again"
    )
    print(f"  {calls.report()}")


async def on(url: str, shares: dict[str, str], kills: int) -> None:
    """One run on a database."""
    with tempfile.TemporaryDirectory() as folder:
        async with cluster(Path(folder), url, servers=3) as run:
            await kill_again_and_again(run, shares, kills)


def main() -> None:
    """Run both."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    print("three processes, 0/3 to 2/3, on PostgreSQL")
    with running_server() as server:
        shares = {name: f"{n}/3" for n, name in enumerate(("one", "two", "three"))}
        asyncio.run(on(server.url(SHARED), shares, kills))
    print("two processes that hear the same servers, on one SQLite file")
    with tempfile.TemporaryDirectory() as folder:
        url = lay_file(Path(folder) / "games.db")
        asyncio.run(on(url, {"one": "", "two": ""}, kills))


if __name__ == "__main__":
    main()
