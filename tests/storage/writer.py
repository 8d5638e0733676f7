"""A writer to be killed: starts games and appends, and prints what was acknowledged.

`python -m tests.storage.writer URL` prints "game ID COUNT" and "action ID SEQUENCE" lines.
"""

import asyncio
import sys

from storage import NewAction, NewMessage, Seat, Store

GAME_SIZE = 40


async def write(url: str) -> None:
    """Write until killed."""
    store = await Store.open(url)
    channel_id = len(await store.games_of(1)) + 1
    while True:
        game = await store.create_game(
            guild_id=1,
            channel_id=channel_id,
            name="Killed",
            ruleset="rulebook",
            setup="{}",
            source="import",
            seats=[Seat(0, "Asha"), Seat(1, "Bela")],
            actions=[NewAction(str(n)) for n in range(1, GAME_SIZE + 1)],
        )
        print("game", game.id, flush=True)
        for sequence in range(GAME_SIZE + 1, GAME_SIZE + 6):
            message = NewMessage(channel_id, "line", str(sequence))
            await store.append(game.id, sequence, str(sequence), None, outbox=[message])
            print("action", game.id, sequence, flush=True)
        channel_id += 1


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
