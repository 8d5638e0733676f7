"""Kills the bot under load, or plays for long; prints what was lost or doubled, and the memory.

    python -m benchmarks.endurance kills [N] [--url URL]
    python -m benchmarks.endurance play [MINUTES] [--url URL] [--pictures] [--pause SECONDS]

`kills`: at N random moments while 100 users play, the process is killed and started again. Each
command that was not answered is given once more as the same interaction, as Discord may do. In the
end each game must be its record move by move: none that was acknowledged is missing, none is there
twice. `play`: so many minutes without a kill; the memory is printed every half minute, beside it
that of the process which paints pictures. Each player pauses for so many seconds at most.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from pathlib import Path

from benchmarks.hosted import Bot
from benchmarks.traffic import GAMES, Game, Traffic, lay, running, url_of
from bot.games.service import GameService
from interchange.trace import state_json
from storage import Store

TICK = 30.0
PAUSE, HASTE = 4.0, 1.0
"""Seconds that are at most between two things that a player does: for long, or until a kill."""
MOST = 20
"""At most so many moves are acknowledged before the next kill."""
PATIENCE = 90.0
MOST_TOLD = 5
"""Of so many players who give up it is told why."""


async def kills(count: int, given: str | None) -> None:
    """Kill it so many times, then compare."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = url_of(folder, given)
        games = await lay(url, GAMES, 0)
        store = await Store.open(url)
        async with running(folder, url, games, forked=True) as (traffic, bot):
            chance, again = random.Random(18), 0  # noqa: S311  (nothing hangs on it)
            for number in range(1, count + 1):
                took = await bot.start()
                again += await traffic.send_again()
                await agree(store, games)
                players = [
                    asyncio.create_task(_play(traffic, game, seat, HASTE))
                    for game in games
                    for seat in (0, 1)
                ]
                await _some(traffic, chance.randint(1, MOST))
                await asyncio.sleep(chance.uniform(0, 0.2))
                bot.kill()
                for player in players:
                    player.cancel()
                await asyncio.gather(*players, return_exceptions=True)
                print(
                    f"kill {number}: started in {took:.1f} s, {len(traffic.moves)} moves "
                    "acknowledged so far",
                    flush=True,
                )
            await bot.start()
            again += await traffic.send_again()
            lost, doubled = await count_faults(store, traffic)
            print(f"{count} kills, {len(traffic.moves)} acknowledged moves in {GAMES} games")
            print(f"  lost: {lost}, doubled: {doubled}")
            print(f"  interactions that were not answered, and sent once more: {again}")
            twice = traffic.discord.sent_again
            print(f"  messages sent once more with their nonce, which Discord shows once: {twice}")
        await store.close()


async def _some(traffic: Traffic, count: int) -> None:
    """Wait until so many further moves are acknowledged."""
    wanted = len(traffic.moves) + count
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while len(traffic.moves) < wanted:
                traffic.moved.clear()
                await traffic.moved.wait()


async def _play(traffic: Traffic, game: Game, seat: int, pause: float) -> None:
    """A player goes on until told to stop; what is not answered in time is let be."""
    chance = random.Random(seat)  # noqa: S311  (nothing hangs on it)
    while True:
        await traffic.play(game.users[seat], game, chance)
        await asyncio.sleep(chance.uniform(0, pause))


async def agree(store: Store, games: list[Game]) -> None:
    """Go on in each record where its game stands: a move may be stored and not acknowledged."""
    for game in games:
        stored = await store.game(game.number)
        while len(game.record.game.history) < stored.last_sequence:
            game.advance()


async def count_faults(store: Store, traffic: Traffic) -> tuple[int, int]:
    """Acknowledged moves that are not stored, and games that are not what their record makes them.

    A move that was stored twice would make its game another one.
    """
    lost = doubled = 0
    games = GameService(store)
    for interaction, number in traffic.moves.items():
        place = await store.place_of(interaction)
        lost += place is None or place[0] != number
    await agree(store, traffic.games)
    for game in traffic.games:
        live = await games.fresh(await store.game(game.number))
        if state_json(live.game) != state_json(game.record.game):
            doubled += 1
            print(
                f"  game {game.number} is another one than its record after {live.sequence} moves"
            )
    return lost, doubled


async def play(minutes: float, given: str | None, pause: float, *, pictures: bool) -> None:
    """Play for some minutes and print the memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = url_of(folder, given)
        games = await lay(url, GAMES, 0)
        async with running(folder, url, games, pictures=pictures) as (traffic, bot):
            await bot.start()
            players = [
                asyncio.create_task(_play(traffic, game, seat, pause))
                for game in games
                for seat in (0, 1)
            ]
            await _watch(traffic, bot, minutes)
            failed = [task for task in players if task.done()]
            for task in failed[:MOST_TOLD]:
                print(f"a player gave up: {task.exception()!r}")
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            played = [len(game.record.game.history) for game in games]
            print(
                f"{len(traffic.seconds)} commands, {len(failed)} players gave up; the games have "
                f"{min(played)} to {max(played)} moves, and {traffic.refused} moves were refused"
            )


async def _watch(traffic: Traffic, bot: Bot, minutes: float) -> None:
    began = time.monotonic()
    while (passed := time.monotonic() - began) < minutes * 60:
        print(
            f"{passed / 60:5.1f} min  {bot.memory:6.1f} MB, painting {bot.painting:6.1f} MB  "
            f"{len(traffic.seconds):6} commands  {len(traffic.moves):5} moves",
            flush=True,
        )
        await asyncio.sleep(min(TICK, minutes * 60 - passed))
    print(f"{minutes:5.1f} min  {bot.memory:6.1f} MB", flush=True)


def main() -> None:
    """Read the options and begin."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["kills", "play"])
    parser.add_argument("amount", type=float, nargs="?")
    parser.add_argument("--url")
    parser.add_argument("--pause", type=float, default=PAUSE)
    parser.add_argument("--pictures", action="store_true")
    given = parser.parse_args()
    if given.what == "kills":
        asyncio.run(kills(int(given.amount or 10), given.url))
    else:
        asyncio.run(play(given.amount or 30, given.url, given.pause, pictures=given.pictures))


if __name__ == "__main__":
    main()
