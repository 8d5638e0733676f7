"""Plays random games for some minutes, steered to homes and the Danish EIC, and checks every state.

Prints each game that came to a dead end, or in which something was lost, and what was met.

    python -m benchmarks.soak [MINUTES] [FIRST_SEED]
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from random import Random

from engine import RULESETS, Game, RuleViolation
from tests.engine import invariants
from tests.engine.builders import PLAYERS
from tests.engine.play import HOMES, offer_danish, play

MOST_MOVES = 450
"""By then the homes stand; the rest of a game is for the ordinary random play."""


def soak(seed: int, met: Counter[str]) -> None:
    """Play one game. Raises AssertionError at a dead end, or when something is lost."""
    rules = sorted(RULESETS)[seed % len(RULESETS)]
    game = Game.new(seed, PLAYERS[: 2 + seed // 2 % 4], RULESETS[rules])
    offer_danish(game.state)
    beside: set[str] = set()
    rng = Random(seed)  # noqa: S311 — moves are drawn, not secrets
    for legal in play(game, rng, MOST_MOVES, HOMES):
        invariants.check(game.state)
        beside |= {n.hex for n in game.state.board.all_cities() if n.beside_slots()}
        met["moves"] += 1
        met["questions for a home"] += bool(legal.homes)
        met["of them with one answer"] += legal.only_home is not None
    met["games"] += 1
    met["games with a station beside the slots"] += bool(beside)


def main(minutes: float = 5.0, seed: int = 0) -> int:
    """Play until the time is over; 1 if a game failed."""
    end = time.monotonic() + minutes * 60
    met: Counter[str] = Counter()
    failed = 0
    while time.monotonic() < end:
        try:
            soak(seed, met)
        except (AssertionError, RuleViolation):
            failed += 1
            print(f"seed {seed}:", traceback.format_exc(), sep="\n")
        seed += 1
    print(*(f"{n:7,} {what}" for what, n in met.items()), f"{failed:7,} failed", sep="\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(*(kind(a) for kind, a in zip((float, int), sys.argv[1:], strict=False))))
