"""What the companies ran for in their last turns."""

from __future__ import annotations

from engine import Game
from engine.events import DividendDecided, TrainsRan


def last_runs(game: Game, most: int) -> dict[str, tuple[tuple[int, bool], ...]]:
    """The last runs of each company, the latest last: ₹ in all, and whether they were paid out."""
    found: dict[str, list[tuple[int, bool]]] = {}
    for applied in game.history:
        for event in applied.events:
            if isinstance(event, TrainsRan):
                found.setdefault(event.company, []).append((event.revenue, False))
            elif isinstance(event, DividendDecided) and event.company in found:
                found[event.company][-1] = (event.revenue, event.paid)
    return {company: tuple(runs[-most:]) for company, runs in found.items()}
