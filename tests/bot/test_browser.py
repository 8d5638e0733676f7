"""The local table in a real browser."""

from pathlib import Path

from tests.support.browser import needs_chromium, open_page
from tests.support.process import running_table

pytestmark = needs_chromium


async def test_help_at_the_local_table(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        async with open_page(table.url) as page:
            await page.run("help", topic="treasury")
            await page.screenshot(tmp_path / "help.png")
            answer = await page.last_message()
            assert "/treasury" in answer
            assert "Only you can see this" in answer
            await page.view_as("Bela")
            assert await page.messages.count() == 0
            await page.run("status")
            assert "No game is played in this channel" in await page.last_message()
            await page.run("help")
            assert "18xx.games" in await page.last_message()
