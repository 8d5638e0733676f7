"""The local table in a real browser."""

import asyncio
from pathlib import Path

from playwright.async_api import expect

from tests.support.browser import TablePage, needs_chromium, open_page
from tests.support.process import free_port, running_table

pytestmark = needs_chromium


async def test_help_at_the_local_table(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        async with open_page(table.url) as page:
            await page.run("help", topic="money")
            await page.screenshot(tmp_path / "help.png")
            answer = await page.last_message()
            assert "/treasury" in answer
            assert "Only you can see this" in answer
            await page.view_as("Bela")
            assert await page.messages.count() == 1
            assert "ready-made" in await page.last_message()
            await page.run("status")
            assert "No game is played in this channel" in await page.last_message()
            await page.run("help", topic="bring a game")
            assert "18xx.games" in await page.last_message()
            await answers_come_into_view(page)


async def answers_come_into_view(page: TablePage) -> None:
    """Also where the channel is long, and its reader has scrolled up."""
    for _ in range(6):
        await page.run("help")
        await expect(page.messages.last).to_be_in_viewport(ratio=1)
    await page.page.locator("#channel-timeline").hover()
    await page.page.mouse.wheel(0, -10_000)
    await expect(page.messages.last).not_to_be_in_viewport()
    await page.run("help")
    await expect(page.messages.last).to_be_in_viewport(ratio=1)


async def test_the_address_stays_and_a_wrong_one_says_so(tmp_path: Path) -> None:
    port = str(free_port())
    with running_table(tmp_path, TABLE_PORT=port) as table:
        async with open_page(table.url) as page:
            note = page.page.get_by_text("This address opens no table")
            await asyncio.to_thread(table.kill)
            with running_table(tmp_path, TABLE_PORT=port) as again:
                assert again.url == table.url
                await expect(note).to_be_visible()
                await page.page.reload()
                await page.page.wait_for_function("() => simcordPreview.ready")
                await page.run("help")
                assert "/game new" in await page.last_message()
                await expect(note).not_to_be_visible()
                await page.page.goto(table.url.partition("#")[0])
                await expect(note).to_be_visible()
