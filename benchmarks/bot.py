"""Prints how long autocomplete takes in a late game, and a move: the bot's part, without Discord.

    python -m benchmarks.bot [LOG.json]

Every option with autocomplete is asked at moments of the last third of the game, each time after
a move, when nothing is remembered. Target: an answer within 100 ms.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from discord.app_commands import Command, Group

from benchmarks.engine import line
from bot.client import OperatingRoundBot
from bot.games.live import LiveGame
from bot.games.service import GameService, Hand, Place
from bot.settings import Settings
from engine import RULEBOOK, SITE, Game
from engine.actions import AnyAction
from interchange.replay import Replay
from interchange.site_log import parse
from storage import Store
from tests.support.stored import store_game

ROOT = Path(__file__).parents[1]
GAME = ROOT / "tests" / "data" / "made-353-3p-mixed.json"
GUILD, CHANNEL, PLAYER = 1, 2, 3
MOMENTS = 60
Ask = Callable[[Any, str], Any]


def ms(since: float) -> float:
    """Milliseconds since a moment, waiting for the disk included."""
    return (time.perf_counter() - since) * 1000


def actions_of(path: Path) -> tuple[Game, list[AnyAction]]:
    """A recorded game at its end, and its moves."""
    rules = SITE if path.name.startswith("real-") else RULEBOOK
    game = Replay(parse(path.read_bytes()), rules).run()
    return game, [applied.action for applied in game.history]


def _given(action: AnyAction, _game: Game) -> AnyAction:
    """The move that is made whatever the game looks like."""
    return action


async def completions(bot: OperatingRoundBot) -> list[tuple[str, Ask]]:
    """Every option that has autocomplete, with the function that answers it."""
    await bot.load_extension("cogs")
    commands: list[Any] = [*bot.tree.get_commands()]
    found: list[tuple[str, Ask]] = []
    while commands:
        command = commands.pop()
        if isinstance(command, Group):
            commands += command.commands
        elif isinstance(command, Command):
            found += [
                (f"/{command.qualified_name} {p.display_name}:", _asker(command, p.name))
                for p in command.parameters
                if p.autocomplete
            ]
    return sorted(found)


def _asker(command: Command[Any, Any, Any], option: str) -> Ask:
    callback: Any = command._params[option].autocomplete  # noqa: SLF001
    bound = command.binding
    return lambda interaction, typed: (
        callback(bound, interaction, typed) if bound else callback(interaction, typed)
    )


async def measure(path: Path, folder: Path) -> None:
    """Measure and print."""
    game, actions = actions_of(path)
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    late = len(actions) * 2 // 3
    stored = await store_game(
        store,
        game.setup,
        actions[:late],
        guild_id=GUILD,
        channel_id=CHANNEL,
        users=[PLAYER] * len(game.setup.players),
    )
    bot = OperatingRoundBot(Settings(_env_file=None))
    games = GameService(store)
    start = time.perf_counter()
    live = await games.fresh(stored)
    print(f"{path.name}: {late} moves loaded in {ms(start):.0f} ms")
    client = SimpleNamespace(games=games, store=store)
    await _ask_all(await completions(bot), client, games, live, actions[late:])
    await store.close()


async def _ask_all(
    options: list[tuple[str, Ask]],
    client: SimpleNamespace,
    games: GameService,
    live: LiveGame,
    actions: list[AnyAction],
) -> None:
    times: dict[str, list[float]] = defaultdict(list)
    moves: list[float] = []
    every = max(1, len(actions) // MOMENTS)
    for n, action in enumerate(actions):
        if n % every == 0:
            for name, ask in options:
                interaction = _interaction(client, live)
                live._legal.clear()  # noqa: SLF001  (as after a move)
                live.game.state.board.changed()
                start = time.perf_counter()
                await ask(interaction, "")
                times[name].append(ms(start))
        start = time.perf_counter()
        await games.move(Place(GUILD, CHANNEL), Hand(PLAYER), partial(_given, action))
        moves.append(ms(start))
    for name, values in times.items():
        print(line(name, values))
    everything = [value for values in times.values() for value in values]
    print(line("all options", everything))
    print(line("a move, checked and on the disk", moves))


def _interaction(client: SimpleNamespace, live: LiveGame) -> SimpleNamespace:
    """What autocomplete sees of a player who has filled in a hex and a tile."""
    lays = live.game.legal()
    hex_id, tile, _ = lays.lay[0] if lays and lays.lay else ("G8", "9", 0)
    private = next(iter(lays.powers.at_hand()), "P2") if lays else "P2"
    return SimpleNamespace(
        client=client,
        guild_id=GUILD,
        channel_id=CHANNEL,
        user=SimpleNamespace(id=PLAYER),
        namespace=SimpleNamespace(hex=hex_id, tile=tile, private=private, train=None),
    )


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else GAME
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(measure(chosen, Path(place)))
