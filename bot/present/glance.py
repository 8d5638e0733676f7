"""What the standing status shows in pictures: what is decided by now, in a size for a phone.

The map comes with the Operating Round, cut to the company on turn. All of it at once is too small
for a phone: before the first track it would show the homes alone; in a Stock Round prices decide.
"""

from __future__ import annotations

from dataclasses import replace

from bot.present import deciding
from bot.present.scenes import market_view, shown_company, status_view
from bot.present.spreadsheet import companies_table, holdings_table, starting_table
from engine import Game, Legal
from render.view import View

MAP, MARKET, COMPANIES = "map", "market", "companies"
OWNERS, ORDER = "owners", "order"
"""The pictures by the names of their files."""
TABLES = (OWNERS, ORDER)
"""Those that stand in frames: who owns what, and the companies in operating order."""


def status_pictures(game: Game, legal: Legal | None = None) -> dict[str, View]:
    """The pictures by the names of their files; once shares are traded, the tables are the last.

    `legal` is what may be done now, if it is known already.
    """
    found: dict[str, View] = {}
    round_ = game.state.round.name
    if game.finished or round_ == "operating" or shown_company(game):
        found[MAP] = status_view(game, legal)
    elif not game.state.board.tiles:
        found[COMPANIES] = starting_table(game)
    else:
        told = deciding.situation(game, legal or game.legal())
        found[MARKET] = replace(market_view(game), situation=told)
    if round_ in ("stock", "operating"):
        found[OWNERS] = holdings_table(game)
        found[ORDER] = companies_table(game)
    return found
