"""Prints how long the panel takes in a late game, by step: its text, then its picture.

    python -m benchmarks.panel [LOG.json ...]

For each step some moments of the last third of the games are shown as if nothing were remembered:
the bot's part, without Discord. Goals: 300 ms without a picture, 1 s with one.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, cast

from benchmarks.bot import ROOT, actions_of, ms
from bot.games.live import LiveGame
from bot.games.now import step_now
from cogs.turn import showing
from cogs.turn.items import Place, controls
from cogs.turn.panel import Panel, Seen
from cogs.turn.steps import track
from engine import Game
from render import alt, picture
from render.worker import Painter

GAMES = [
    ROOT / "tests" / "data" / f"{name}.json"
    for name in ("made-344-2p-hoarder", "made-353-3p-mixed")
]
MOMENTS = 6
"""Moments of each step in each game."""
WITHOUT, WITH = 300, 1000
"""The goals in ms."""
PREVIEW = "track, preview of a tile"


def moments(path: Path) -> Iterator[Game]:
    """The last third of a recorded game, position by position; not to be changed."""
    end, actions = actions_of(path)
    game = Game(end.setup)
    for number, action in enumerate(actions):
        if number > len(actions) * 2 // 3:
            yield game.copy()
        game.apply(action)


def seen_in(game: Game) -> Seen:
    """The panel's view of a game of which nothing is remembered."""
    live = cast("LiveGame", SimpleNamespace(game=game, offer=None))
    return Seen(live, game, game.player_to_act or 0, legal=game.legal())


async def shown(game: Game, *, preview: bool) -> Panel:
    """The panel with its controls, as it would be sent."""
    seen = seen_in(game)
    if preview and seen.legal is not None:
        panel = await track.preview(seen, track.NO_POWER, seen.legal.lay[0])
    else:
        panel = await showing.present(seen)
    controls(Place(1, len(game.history)), panel)
    return panel


class Times:
    """Milliseconds by step: to the text, and to the picture."""

    def __init__(self) -> None:
        self.text: dict[str, list[float]] = defaultdict(list)
        self.picture: dict[str, list[float]] = defaultdict(list)
        self.warm = False
        """Whether the painter's process runs: the first picture waits for it and does not count."""

    async def measure(self, painter: Painter, step: str, game: Game) -> None:
        """Show one moment."""
        began = time.perf_counter()
        panel = await shown(game, preview=step == PREVIEW)
        self.text[step].append(ms(began))
        if panel.picture is not None:
            png = await asyncio.wrap_future(painter.paint(panel.picture))
            alt.fit(picture.describe(panel.picture))
            if png is None:
                raise RuntimeError("no picture was made")
            if self.warm:
                self.picture[step].append(ms(began))
            self.warm = True

    def lines(self) -> Iterator[str]:
        """A line for each step."""
        for step, values in self.text.items():
            found = [_told("text", values, WITHOUT)]
            if self.picture[step]:
                found.append(_told("with picture", self.picture[step], WITH))
            yield f"{step:26} {len(values):3} moments   {'   '.join(found)}"


def _told(name: str, values: list[float], goal: int) -> str:
    worst = max(values)
    verdict = "" if worst <= goal else f" (goal {goal})"
    return f"{name}: median {median(values):4.0f}, worst {worst:4.0f} ms{verdict}"


async def main(paths: list[Path]) -> None:
    """Measure and print."""
    times, painter = Times(), Painter()
    try:
        for path in paths or GAMES:
            seen: dict[str, int] = defaultdict(int)
            for game in moments(path):
                step: Any = step_now(game)
                if game.finished or step not in showing.COMMANDS or seen[step] >= MOMENTS:
                    continue
                seen[step] += 1
                await times.measure(painter, step, game)
                legal = game.legal() if step == "track" else None
                if legal and legal.lay:
                    await times.measure(painter, PREVIEW, game)
    finally:
        painter.close()
    for told in times.lines():
        print(told)


if __name__ == "__main__":
    asyncio.run(main([Path(name) for name in sys.argv[1:]]))
