"""`/map`: which picture of the board answers a question, with best routes if asked for."""

from __future__ import annotations

import asyncio

from bot.games.forecast import search
from bot.games.live import LiveGame
from bot.present import scenes
from bot.present.earlier import changes_text, earlier_view
from bot.refusal import PlayerError
from bot.typed.places import read_area
from render.view import BoardView, LegendView, ThemeName


async def view(
    live: LiveGame, area: str | None, theme: ThemeName, *, routes: bool, limit: float
) -> BoardView | LegendView:
    """The part of the map that was asked for; `limit` seconds for a search of routes.

    Raises:
        PlayerError: There is no such place, or routes are asked for without a company.
    """
    where = read_area(live.game, area)
    if not routes:
        return scenes.area_view(live.game, where, theme, live.legal())
    named = live.game.state.companies.get(where or "")
    company = named or (scenes.shown_company(live.game) if not where else None)
    if company is None:
        raise PlayerError("Routes are those of a company: name one with `area:`, as `area:NWR`.")
    if not company.trains:
        raise PlayerError(f"{company.id} has no train, so there are no routes to draw.")
    found = await search(live, company, limit)
    return scenes.run_view(live.game, company.id, found.best.runs, theme)


async def as_it_was(
    live: LiveGame, at: int, area: str | None, theme: ThemeName, *, routes: bool
) -> tuple[BoardView | LegendView, str]:
    """The map after `at` moves, and what has changed on it since.

    Raises:
        PlayerError: There is no such place, or routes are asked for.
    """
    if routes:
        raise PlayerError("Routes are those of now: ask for them without `at:`.")
    where = read_area(live.game, area)
    view = await asyncio.to_thread(earlier_view, live.game, at, where, theme)
    return view, changes_text(live.game, at)
