"""From the empty channel to the first Operating Round, by clicking, as two people at the table.

The seed is given, so that what is bought floats a company whose home asks no question.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from playwright.async_api import expect

from bot.start.local_table import PLAYERS
from tests.support.browser import TablePage, needs_chromium, open_page
from tests.support.process import running_table

pytestmark = needs_chromium

TWO = PLAYERS[:2]
KEPT = 8
KEEP, ADD, LOOK, HAND = f"Keep {KEPT}", "Add as the next card", "Look at ", "From your hand"
ANOTHER = "Another card"
OPERATING = "Operating Round 1.1"
STEP = f"{OPERATING}, step 1 of 6"
DONE = "Done buying"


async def choose_hand(page: TablePage, player: str) -> None:
    """Keep the first certificates of the hand."""
    await page.view_as(player)
    await page.press("Show my hand")
    await page.choose(KEEP, *(await page.options(KEEP))[:KEPT])


async def draft(page: TablePage) -> None:
    """Both rank all cards, and whoever is called takes the first: the lists do the rest."""
    for player in TWO:
        await page.view_as(player)
        await page.run("draft queue")
        cards: list[str] = []
        while await page.panel.locator(".preview-select", has_text=ADD).count():
            cards += await page.options(ADD)  # of equal cards one each time
            await page.run("draft queue", cards=" ".join(cards))
    await on_turn(page)
    await page.choose(LOOK, (await page.options(LOOK))[0])
    take = page.messages.filter(has_text=ANOTHER).last.locator(".component-button").first
    await page.tap(take)


async def on_turn(page: TablePage) -> None:
    """Look as the player who was called last, and open the panel."""
    call = await page.messages.filter(has_text="→ @").last.inner_text()
    called = call.rpartition("→ @")[2]
    await page.view_as(next(player for player in TWO if called.startswith(player)))
    await page.press("Take my turn")


async def buy(page: TablePage) -> None:
    """All that the hand has of one company; the turn ends by itself if nothing more can be had."""
    hand = await page.options(HAND)
    company, _ = Counter(card.partition("_")[0] for card in hand).most_common(1)[0]
    cards = [card for card in hand if card.startswith(f"{company}_")]
    await page.choose(HAND, *cards[:4])
    if await page.page.locator(".component-button", has_text=DONE).count():
        await page.press(DONE)


async def test_from_the_empty_channel_to_the_first_operating_round(tmp_path: Path) -> None:
    with running_table(tmp_path, TABLE_SEATS="2", PICTURES="false") as table:
        async with open_page(table.url) as page:
            await page.run("game new", name="Friday", shuffle="site", seed="301", seats="joined")
            await page.view_as(TWO[1])
            await page.press("Join")
            await page.view_as(TWO[0])
            await page.press("Start")
            for player in TWO:
                await choose_hand(page, player)
            await page.screenshot(tmp_path / "draft.png")
            await draft(page)
            await page.screenshot(tmp_path / "stock.png")
            for _ in TWO:
                await on_turn(page)
                await buy(page)
            for _ in TWO:
                await on_turn(page)
                await page.press("Pass")
            await page.screenshot(tmp_path / "operating.png")
            assert await page.messages.filter(has_text=OPERATING).count()
            panel = page.messages.filter(has_text=STEP)
            if not await panel.count():  # the one who passed last has it already if it is his turn
                await on_turn(page)
            await expect(panel.last).to_be_visible()
