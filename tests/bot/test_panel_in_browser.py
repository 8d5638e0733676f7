"""A whole Operating Round at the local table, played with the panel alone."""

from __future__ import annotations

import re
from pathlib import Path

from bot.start.local_table import PLAYERS
from tests.support.browser import TablePage, needs_chromium, open_page
from tests.support.data import DATA
from tests.support.process import running_table

pytestmark = needs_chromium

GAME = DATA / "made-350-4p-crash.json"
START, FIRST = 79, 3
"""After so many moves Operating Round 1.2 begins, with the third player."""
OVER = ("Stock Round 2", "selling turn")
"""What a panel says once the round is over."""
PREFERRED = (
    r"^(No station, )?[Rr]un ₹.*pay",
    r"^Run nothing",
    r"^Lay it, end track",
    r"^\d+$",
    r"^No station",
    r"^[A-Z] ",
    r"^End turn",
    r"^No track",
    r"^(Pay|GIPR)",
)
"""What is tapped, whichever is there first: an ordinary turn."""
MANY_TILES = "Which tile?"
"""The list that stands in place of numbered buttons where there are more than eight ways."""
MOST_TAPS = 12
"""Taps of a company's turn, from its call to its end."""


async def tapped(page: TablePage) -> str:
    """Tap what an ordinary turn takes next; what the panel says then."""
    buttons = page.panel.locator("button.component-button:not([disabled])")
    labels = [label.strip() for label in await buttons.all_inner_texts()]
    ways = (label for way in PREFERRED for label in labels if re.search(way, label))
    wanted = next(ways, None)
    if wanted is not None:
        await page.tap(buttons.nth(labels.index(wanted)))
    else:
        first, *_ = await page.options(MANY_TILES)
        await page.choose(MANY_TILES, first)
    return await page.panel.inner_text()


async def test_a_round_is_played_with_the_panel_alone(tmp_path: Path) -> None:
    settings = {"TABLE_SEATS": "4", "PICTURES": "false", "FORECAST_SECONDS": "0"}
    with running_table(tmp_path, **settings) as table:
        async with open_page(table.url) as page:
            await page.run("game import", file=GAME, until=str(START), rules="rulebook")
            for seat, player in enumerate(PLAYERS[:FIRST], 1):
                await page.view_as(player)
                await page.press(f"Take seat {seat}")
                if seat > 1:
                    await page.view_as(PLAYERS[0])
                    await page.press("Yes, it is")
            companies: set[str] = set()
            taps, mover = 0, PLAYERS[FIRST - 1]
            while True:
                await page.view_as(mover)
                if taps:
                    await page.press("Take my turn")
                else:
                    await page.run("turn")
                said = await page.panel.inner_text()
                while not any(words in said for words in ("Next: ", *OVER)):
                    companies.update(re.findall(r"(\w+), Operating Round", said))
                    said = await tapped(page)
                    taps += 1
                    assert taps <= MOST_TAPS * len(companies), said
                if any(words in said for words in OVER):
                    break
                mover = said.partition("led by ")[2].partition(",")[0]
            assert companies == {"BR", "DHR", "KGF", "WR"}
            await page.screenshot(tmp_path / "round.png")
            await page.run("status")
            assert "Stock Round 2" in await page.last_message()
