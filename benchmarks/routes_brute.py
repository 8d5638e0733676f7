"""Compares the search with brute force on random networks: `python -m benchmarks.routes_brute`."""

from __future__ import annotations

import sys
import time
from collections import Counter

from engine.routes import best_runs
from tests.engine.routes.brute import TooLargeError, best_total
from tests.engine.routes.networks import random_network


def main(count: int = 3000, first: int = 1_000_000) -> int:
    """Try `count` networks; the exit code is 1 when one differs."""
    start = time.perf_counter()
    kinds: Counter[str] = Counter()
    large = wrong = earning = 0
    for seed in range(first, first + count):
        state, company = random_network(seed)
        found = best_runs(state, company, limit=60.0, alternatives=0)
        try:
            expected = best_total(state, company)
        except TooLargeError:
            large += 1
            continue
        kinds.update(t.kind for t in company.trains)
        earning += expected > 0
        if found.best.total != expected or not found.proved:
            wrong += 1
            print(f"seed {seed}: found {found.best.total}, brute force {expected}")
    print(
        f"{count - large} networks compared ({earning} with revenue), "
        f"{large} too large, {wrong} wrong"
    )
    print(", ".join(f"{kind}: {n}" for kind, n in sorted(kinds.items())))
    print(f"{time.perf_counter() - start:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
