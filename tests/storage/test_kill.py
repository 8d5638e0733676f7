"""A writer killed at any moment loses nothing that it acknowledged and leaves no half game."""

import random
import subprocess
import sys
import time

from storage import Store
from tests.storage.conftest import POSTGRESQL, SQLITE
from tests.storage.writer import GAME_SIZE

KILLS = {SQLITE: 6, POSTGRESQL: 2}
"""On a server the client's death is a lost connection, which it handles itself."""


def run_and_kill(url: str, seconds: float) -> list[str]:
    """Let a writer print its first line, give it some time more, kill it; return its lines."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.writer", url], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        rest = process.stdout.read()
    return (first + rest).splitlines()


async def test_kill_9(url: str, kind: str) -> None:
    chance = random.Random(18)
    acknowledged: dict[int, int] = {}
    for _ in range(KILLS[kind]):
        for line in run_and_kill(url, chance.uniform(0, 0.12)):
            words = line.split()
            if words[:1] == ["game"] and len(words) == 2:
                acknowledged[int(words[1])] = GAME_SIZE
            elif words[:1] == ["action"] and len(words) == 3:
                acknowledged[int(words[1])] = int(words[2])
    assert len(acknowledged) >= KILLS[kind]

    store = await Store.open(url)
    try:
        games = {game.id: game for game in await store.games_of(1)}
        said = await store.pending_outbox(limit=100_000)
        for game_id, last in acknowledged.items():
            assert games[game_id].last_sequence >= last
        for game in games.values():
            assert len(game.seats) == 2
            bodies = [action.body for action in await store.actions(game.id)]
            assert len(bodies) >= GAME_SIZE
            assert bodies == [str(n) for n in range(1, len(bodies) + 1)]
            assert [e.body for e in said if e.game_id == game.id] == bodies[GAME_SIZE:]
    finally:
        await store.close()
