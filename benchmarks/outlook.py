"""Times what one thing more would add: `python -m benchmarks.outlook [FOLDER] [--every N]`.

For the last runs of each company in each recorded game in FOLDER it prints median, 95th percentile
and maximum, in ms of processor time for all trains, stations and tiles within reach; and how many
are done within a second.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

from benchmarks.boards import recorded
from benchmarks.routes import GAMES, percentile
from engine import outlook
from engine.steps import track
from engine.turn import Turn

LATE = 2
"""So many last runs of each company are looked at."""
LIMIT = 100.0
"""Seconds for one; far more than the bot allows, so that the worst is seen."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=GAMES)
    parser.add_argument("--every", type=int, default=1, help="look at each N-th only")
    options = parser.parse_args()
    runs: dict[tuple[str, str], list[str]] = defaultdict(list)
    for case in recorded(options.folder):
        runs[case.name.split()[0], case.company.id].append(case.name)
    late = {name for names in runs.values() for name in names[-LATE:]}
    chosen = set(sorted(late)[:: options.every])
    timings: list[tuple[float, str]] = []
    tiles = 0
    for case in recorded(options.folder):
        if case.name not in chosen:
            continue
        start = time.process_time()
        outlook(case.state, case.company.id, LIMIT, time.process_time)
        timings.append(((time.process_time() - start) * 1000, case.name))
        tiles += sum(1 for _ in track.lays(case.state, Turn(case.company.id), case.company))
    ms = [t for t, _ in timings]
    worst, name = max(timings)
    print(
        f"{len(ms)} outlooks over {tiles} tiles: median {median(ms):.1f} ms, "
        f"95% {percentile(ms, 0.95):.1f} ms, max {worst:.1f} ms ({name}), "
        f"{sum(t < 1000 for t in ms) / len(ms):.0%} within a second"
    )


if __name__ == "__main__":
    main()
