"""The promise of the README: a game in progress is brought in and played on in the browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import expect

from bot.start.local_table import PLAYERS
from engine import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.commands import command_for
from tests.support.browser import TablePage, needs_chromium, open_page
from tests.support.data import DATA
from tests.support.process import running_table

pytestmark = needs_chromium

GAME = DATA / "made-344-2p-hoarder.json"
SEATS = 2
START = 693
"""The turn of TR begins, with all steps; the panel plays whole rounds."""
STEPS = 7


async def play_on(page: TablePage, record: Replay, moves: int) -> None:
    """Play recorded moves as the players do: each at his own seat, by slash commands."""
    game = record.game
    for entry in record.entries[len(game.history) : len(game.history) + moves]:
        seat = game.player_to_act
        assert seat is not None
        action = record.converter.action(entry)
        assert action is not None
        command, options = command_for(game, action)
        await page.view_as(PLAYERS[seat - 1])
        await page.run(command, **{k: str(v) for k, v in options.items()})
        assert "takes back" not in await page.last_message()
        game.apply(action)
        record.converter.took(entry)
        status = await page.page.locator("article", has_text="Operating order").last.inner_text()
        assert f"{len(game.history)} moves" in status


async def test_a_turn_of_a_company_is_played_in_the_browser(tmp_path: Path) -> None:
    """Without pictures up to the kill, since painting takes most of the time; with them then.

    The player who is not on turn asks for the status: the other sees that of the channel only.
    """
    record = Replay(parse(GAME.read_bytes()), RULEBOOK)
    record.run(START)
    with running_table(tmp_path, TABLE_SEATS=str(SEATS), PICTURES="false") as table:
        async with open_page(table.url) as page:
            await page.run("game import", file=GAME, until=str(START), rules="rulebook")
            for seat, player in enumerate(PLAYERS[:SEATS], 1):
                await page.view_as(player)
                await page.press(f"Take seat {seat}")
            await play_on(page, record, STEPS)
            await page.screenshot(tmp_path / "round.png")
        await asyncio.to_thread(table.kill)
    with running_table(tmp_path, TABLE_SEATS=str(SEATS)) as table:
        async with open_page(table.url) as page:
            await page.view_as(PLAYERS[1])
            await page.run("status")
            assert f"{START + STEPS} moves" in await page.last_message()
            await play_on(page, record, 2)
            standing = page.page.locator("article", has_text="Operating order")
            await expect(standing.locator("img").first).to_be_visible()
