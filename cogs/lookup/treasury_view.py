"""A company's treasury: what it has at once, what it could earn by an edit of the answer."""

from __future__ import annotations

import asyncio
from functools import partial

from bot import play
from bot.games import forecast
from bot.games.live import LiveGame
from bot.present.treasury import treasury_embed
from engine import Outlook, outlook
from engine.state import Company


async def show(
    interaction: play.Interaction, live: LiveGame, company: Company, *, public: bool
) -> None:
    """Answer with what a company has; to the asker alone, add what one thing more would bring."""
    bot, name = play.client(interaction), company.id
    searching = asyncio.ensure_future(forecast.forecast(live, company))
    await asyncio.wait({searching}, timeout=forecast.SOON)
    runs = searching.result() if searching.done() else None
    embed = treasury_embed(live.game, name, runs, looking=not searching.done())
    sent = await play.say(interaction, embed=embed, public=public)
    seconds = bot.settings.forecast_seconds
    alone = company.floated and not public and bool(seconds)
    if searching.done() and not alone:
        return

    async def add(more: Outlook | None) -> None:
        await sent.edit(embed=treasury_embed(live.game, name, await searching, more))

    search = partial(outlook, live.game.fork(), name, seconds)
    bot.later.begin(interaction.id, search if alone else lambda: None, add)
