"""Prints how fast the engine replays whole games, and how long `legal()` takes late in a game.

Times are processor time, so that neighbours on the machine do not count.

    python -m benchmarks.engine [LOG.json ...]

Without files: the recorded games of the suite, and the shared ones where they are at hand.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from engine import RULEBOOK, SITE, Game, Setup
from engine.actions import AnyAction
from interchange.replay import Replay
from interchange.site_log import parse

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT.parent / "shared" / "games", ROOT / "tests" / "data")
LEGAL_EVERY = 3
ROUNDS = 3


@dataclass
class Times:
    """Milliseconds of what was measured."""

    applied: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    legal: list[float] = field(default_factory=list)
    lays: list[float] = field(default_factory=list)


def games(paths: Sequence[Path]) -> list[tuple[Setup, list[AnyAction]]]:
    """The setup and the actions of each log."""
    found = []
    for path in paths:
        rules = SITE if path.name.startswith("real-") else RULEBOOK
        game = Replay(parse(path.read_bytes()), rules).run()
        found.append((game.setup, [a.action for a in game.history]))
    return found


def ms(since: float) -> float:
    """Milliseconds since a moment."""
    return (time.process_time() - since) * 1000


def replay(setup: Setup, actions: list[AnyAction], times: Times) -> None:
    """Apply all actions, without legal()."""
    game = Game(setup)
    late = len(actions) * 2 // 3
    for i, action in enumerate(actions):
        start = time.process_time()
        game.apply(action)
        took = ms(start)
        times.applied.append(took)
        if i >= late:
            times.late.append(took)


def ask(setup: Setup, actions: list[AnyAction], times: Times) -> None:
    """Ask what is legal in the last third: outside track laying, and at track steps with lays."""
    game = Game(setup)
    late = len(actions) * 2 // 3
    for i, action in enumerate(actions):
        if i >= late and i % LEGAL_EVERY == 0:
            game.state.board.changed()
            start = time.process_time()
            game.legal(lays=False)
            times.legal.append(ms(start))
        if i >= late and game.step == "track":
            game.state.board.changed()
            start = time.process_time()
            game.legal()
            times.lays.append(ms(start))
        game.apply(action)


def line(name: str, values: list[float]) -> str:
    """Median, 95th percentile and worst of some times."""
    rows = sorted(values)
    high = rows[len(rows) * 95 // 100]
    return f"{name:34} median {median(rows):7.2f}   95% {high:7.2f}   worst {rows[-1]:7.2f} ms"


def main(arguments: list[str]) -> None:
    """Measure and print."""
    paths = {p.name: p for f in FOLDERS for p in sorted(f.glob("*.json"))}
    chosen = [Path(a) for a in arguments] or list(paths.values())
    times = Times()
    played = games(chosen)
    for _ in range(ROUNDS):
        for setup, actions in played:
            replay(setup, actions, times)
    for setup, actions in played:
        ask(setup, actions, times)
    rate = len(times.applied) / sum(times.applied) * 1000
    print(
        f"{len(played)} games, {len(times.applied) // ROUNDS} actions: {rate:,.0f} actions a second"
    )
    print(line("one action, last third", times.late))
    print(line("legal(lays=False), last third", times.legal))
    print(line("legal() at track steps, last third", times.lays))


if __name__ == "__main__":
    main(sys.argv[1:])
