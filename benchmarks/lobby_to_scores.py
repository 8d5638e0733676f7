"""Plays recorded games with the real bot on a Discord in memory, from the lobby to the scores.

    python -m benchmarks.lobby_to_scores LOG.json ...

Each is opened with the shuffle of 18xx.games and its seed, played by commands and buttons, and
compared with the record at the end of every round. Where a record ends before the game does, its
players go on at random.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import traceback
from functools import partial
from pathlib import Path
from random import Random

from bot.games.service import Hand
from engine import RULEBOOK, SITE, Game
from engine.actions import AnyAction, BuyTrain
from engine.events import RoundStarted
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import Played
from tests.engine.play import STYLES, offers
from tests.support.world import open_world

MOST = 3000
"""Moves at random after which a game is called endless."""


def read(path: Path) -> Replay:
    """A recorded game; those of players on the site follow its rules."""
    ruleset = SITE if path.name.startswith("real-") else RULEBOOK
    return Replay(parse(path.read_bytes()), ruleset)


async def follow(played: Played) -> int:
    """Play the record to its end; returns how often the states were compared."""
    compared = 0
    while len(played.game.history) < len(played.record.entries):
        if beyond_words(played.game, played.action):
            await take(played, played.action)
            played.advance()
        else:
            await played.step()
        over = any(isinstance(e, RoundStarted) for e in played.game.history[-1].events)
        if over or played.game.finished:
            await played.check()
            compared += 1
    await played.check()
    return compared + 1


def beyond_words(game: Game, action: AnyAction) -> bool:
    """Whether it is a train of the discard turned into another kind that lies there, too.

    `/train buy` takes the one that lies there.
    """
    if not isinstance(action, BuyTrain) or action.kind is None:
        return False
    kinds = {train.id: train.kind for train in game.state.discard}
    own = kinds.get(action.train, action.kind)
    return own != action.kind and action.kind in kinds.values()


async def take(played: Played, action: AnyAction) -> None:
    """Make a move without a command; it is told all the same."""
    bot, live = played.world.bot, await played.live()
    by = Hand(live.holder(live.game.player_to_act or 0))
    moved = await bot.games.move(played.place, by, partial(_made, action))
    bot.games.answering.discard(moved.line_id)
    await bot.notifier.flush_game(live.stored.id)


async def go_on(played: Played) -> int:
    """Play on at random until the game is over; returns the number of moves."""
    rng, style = Random(1), STYLES["payer"]  # noqa: S311 - moves are drawn, not secrets
    for number in range(MOST):
        live = await played.live()
        legal = live.game.legal()
        if legal is None:
            return number
        state = live.game.fork()
        await take(played, style.choose(state, offers(state, legal, rng), rng))
    raise AssertionError(f"no end after {MOST} moves at random")


def _made(action: AnyAction, _game: Game) -> AnyAction:
    return action


async def one(record: Replay) -> str:
    """Play a game; returns a line about it. Raises AssertionError where it goes another way."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder)) as world:
            played = await Played.open(world, record, record.game.setup.ruleset.name)
            compared = await follow(played)
            more = await go_on(played)
            end = (await played.live()).game.state.end_reason
            if not any("Final scores" in text for text in world.said()):
                raise AssertionError("no final scores")
    return (
        f"{len(record.game.setup.players)} players, {len(record.entries)} moves, compared "
        f"{compared} times, {more} more at random, ended by {end}"
    )


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
            traceback.print_exc()
        print(f"{path.name}: {told} ({time.process_time() - began:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main([Path(name) for name in sys.argv[1:]])) else 0)
