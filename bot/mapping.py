"""`/map`: which picture of the board answers a question, with best routes if asked for."""

from __future__ import annotations

from bot import views
from bot.errors import PlayerError
from bot.live import LiveGame
from bot.running import search
from render.view import BoardView, LegendView, ThemeName


async def view(
    live: LiveGame, area: str | None, theme: ThemeName, *, routes: bool, limit: float
) -> BoardView | LegendView:
    """The part of the map that was asked for; `limit` seconds for a search of routes.

    Raises:
        PlayerError: There is no such place, or routes are asked for without a company.
    """
    if not routes:
        return views.area_view(live.game, area, theme, live.legal())
    named = live.game.state.companies.get((area or "").strip().upper())
    company = named or (views.shown_company(live.game) if not area else None)
    if company is None:
        raise PlayerError("Routes are those of a company: name one with `area:`.")
    found = await search(live, company, limit)
    return views.run_view(live.game, company.id, found.best.runs, theme)
