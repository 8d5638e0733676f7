"""The best runs of a company as its game stands, searched beside the event loop."""

from __future__ import annotations

import asyncio

from bot.games.live import LiveGame
from engine import joined_to_stop
from engine.routes import BestRuns, best_runs
from engine.state import Company, State

AT_ONCE = 0.5
"""Seconds for the search behind a look-up, which is answered at once."""
SOON = 0.15
"""So many seconds an answer waits for a search before it is given without what that finds."""


async def search(live: LiveGame, company: Company, limit: float) -> BestRuns:
    """The best runs of a company now, the best that are found within `limit` seconds."""
    return await search_in(live.game.fork(), company.id, limit)


async def forecast(live: LiveGame, company: Company) -> BestRuns | None:
    """What a company would earn if it ran its trains now; None if it has none that could run."""
    if not company.trains or not joined_to_stop(live.game.state.board, company.id):
        return None
    return await search(live, company, AT_ONCE)


async def search_in(state: State, company: str, limit: float) -> BestRuns:
    """The best runs of a company in a state that nothing else will change meanwhile."""
    return await asyncio.to_thread(_search, state, company, limit)


def _search(state: State, company: str, limit: float) -> BestRuns:
    return best_runs(state, state.companies[company], limit)
