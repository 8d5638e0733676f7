"""Times the search for the best routes: `python -m benchmarks.routes [FOLDER] [--plot FILE]`.

Prints median, 95th percentile and maximum, in ms from the state to the proof, over every train run
of the recorded games in FOLDER, and over a hundred denser boards with one, two and three trains;
and how time grows with the cycles of the network (edges − nodes + 1).
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path
from statistics import median

from benchmarks.boards import Case, dense, recorded
from engine.routes import best_runs
from engine.state import Train

GAMES = Path(__file__).parents[2] / "shared" / "games"
DENSE = 100
LIMIT = 10.0
"""Seconds for one search; far more than the bot allows, so that the worst is seen."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One search. `ms` from the state to the proof, nothing known of the board before."""

    name: str
    cycles: int
    ms: float
    proved: bool
    expresses: bool


def measure(case: Case, clock: str) -> Timing:
    """Search once. The cycles come after, so that the time holds the building of the network."""
    found = best_runs(case.state, case.company, LIMIT, 0, getattr(time, clock))
    express = [t.info.express for t in case.company.trains]
    return Timing(case.name, case.cycles, found.seconds * 1000, found.proved, all(express))


def with_trains(cases: Iterable[Case], count: int) -> Iterator[Case]:
    """The cases with so many of their two trains, or the second one once more."""
    for case in cases:
        kinds = [train.kind for train in case.company.trains]
        kinds = [*kinds, kinds[-1]][:count]
        case.company.trains = [Train(f"{kind}-{i}", kind) for i, kind in enumerate(kinds)]
        yield case


def percentile(values: Iterable[float], part: float) -> float:
    """The smallest value that is not exceeded by `part` of the values."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))]


def summary(title: str, timings: list[Timing]) -> None:
    """Print a line of the figures, and the slowest search."""
    ms = [t.ms for t in timings]
    worst = max(timings, key=lambda t: t.ms)
    unproved = sum(not t.proved for t in timings)
    print(
        f"{title}: {len(ms)} searches, median {median(ms):.2f} ms, "
        f"95% {percentile(ms, 0.95):.1f} ms, "
        f"max {worst.ms:.1f} ms ({worst.name}), {unproved} unproved"
    )


def by_cycles(timings: list[Timing]) -> dict[int, list[float]]:
    """The times in ms for each number of cycles."""
    found: dict[int, list[float]] = defaultdict(list)
    for timing in timings:
        found[timing.cycles].append(timing.ms)
    return dict(sorted(found.items()))


WIDTH, HEIGHT, LEFT, BOTTOM = 720, 400, 70, 45
DECADES = (0.1, 1, 10, 100, 1000, 10000)


def text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """A piece of text of the plot."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" text-anchor="{anchor}">{words}</text>'


def plot(path: Path, groups: list[tuple[str, str, list[Timing]]]) -> None:
    """Draw time (logarithmic) over cycles as an SVG: a dot a search."""
    most = max(t.cycles for _, _, timings in groups for t in timings) + 1

    def x(cycles: float) -> float:
        return LEFT + max(0, cycles) / most * (WIDTH - LEFT - 20)

    def y(ms: float) -> float:
        low, high = log10(DECADES[0]), log10(DECADES[-1])
        return (
            HEIGHT
            - BOTTOM
            - (log10(max(ms, DECADES[0])) - low) / (high - low) * (HEIGHT - BOTTOM - 20)
        )

    box = f"0 0 {WIDTH} {HEIGHT}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">',
        "<title>Time from the state to the proof over the cycles of the network</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    parts += [f'<path d="M{LEFT} {y(ms):.1f}H{WIDTH - 20}" stroke="#ddd"/>' for ms in DECADES]
    parts += [text(LEFT - 8, y(ms) + 4, f"{ms:g} ms", "end") for ms in DECADES]
    parts += [text(x(n), HEIGHT - BOTTOM + 18, str(n)) for n in range(0, most + 1, 5)]
    parts.append(text((WIDTH + LEFT) / 2, HEIGHT - 8, "edges − nodes + 1 of the network"))
    for i, (title, color, timings) in enumerate(groups):
        parts.append(f'<circle cx="{LEFT + 20}" cy="{26 + 18 * i}" r="4" fill="{color}"/>')
        parts.append(text(LEFT + 32, 30 + 18 * i, title, "start"))
        parts += [
            f'<circle cx="{x(t.cycles):.1f}" cy="{y(t.ms):.1f}" r="2.5" fill="{color}"/>'
            for t in timings
        ]
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def main() -> None:
    """Measure and print; with `--plot` also draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=GAMES)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--cpu", action="store_true", help="count the time of this process only")
    options = parser.parse_args()
    clock = "process_time" if options.cpu else "perf_counter"
    games = [measure(case, clock) for case in recorded(options.folder)]
    summary("recorded games", games)
    invented = {}
    for count, trains in enumerate(("one train", "two trains", "three trains"), 1):
        cases = with_trains(dense(options.folder, DENSE), count)
        invented[count] = [measure(case, clock) for case in cases]
        summary(f"denser boards, {trains}", invented[count])
        expresses = [t for t in invented[count] if t.expresses]
        summary("  of them expresses", expresses)
    print("two trains, cycles: searches, median ms, max ms")
    for cycles, ms in by_cycles(games + invented[2]).items():
        print(f"{cycles:6}: {len(ms):4} {median(ms):9.2f} {max(ms):9.1f}")
    if options.plot:
        groups = [("recorded games", "#2a6f97", games), ("denser boards", "#c1440e", invented[2])]
        plot(options.plot, groups)


if __name__ == "__main__":
    main()
