"""Every kind of option, button and form works at the local table, and so do the tests' hands."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import tasks
from playwright.async_api import expect

from bot.client import OperatingRoundBot
from bot.errors import answers_errors
from bot.refusal import PlayerError
from bot.start.local_table import open_table
from tests.support.browser import TablePage, needs_chromium, open_page
from tests.support.world import settings_for

pytestmark = needs_chromium
HEXES = [f"{letter}{number}" for letter in "ABCDEFGH" for number in range(1, 6)]


class Form(discord.ui.Modal, title="A form"):
    """A form with one line."""

    line: discord.ui.Label["Form"] = discord.ui.Label(
        text="Line", component=discord.ui.TextInput[Any](default="said in a form")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat the line."""
        assert isinstance(self.line.component, discord.ui.TextInput)
        await interaction.response.send_message(f"form: {self.line.component.value}")


class Buttons(discord.ui.View):
    """Two buttons: one edits the message, one opens a form."""

    @discord.ui.button(label="Count")
    @answers_errors
    async def count(
        self, interaction: discord.Interaction, button: discord.ui.Button["Buttons"]
    ) -> None:
        """Count the presses in the message."""
        assert interaction.message is not None
        if interaction.message.content.endswith("2"):
            raise PlayerError("Two is enough.")
        presses = int(interaction.message.content.split()[-1]) + 1
        await interaction.response.edit_message(content=f"pressed {presses}")

    @discord.ui.button(label="Write")
    @answers_errors
    async def write(
        self, interaction: discord.Interaction, button: discord.ui.Button["Buttons"]
    ) -> None:
        """Open the form."""
        await interaction.response.send_modal(Form())


trial = app_commands.Group(name="trial", description="Tries everything")


@trial.command(name="take", description="Takes a file")
async def take(
    interaction: discord.Interaction, file: discord.Attachment, until: int | None = None
) -> None:
    """Tell what was in the file."""
    await interaction.response.defer()
    text = (await file.read()).decode()
    await interaction.followup.send(f"{file.filename}: {text} until {until}")


@trial.command(name="lay", description="Lays a tile")
async def lay(
    interaction: discord.Interaction,
    hex: str,  # noqa: A002
    rotation: app_commands.Range[int, 0, 5],
    public: bool = False,
    by: discord.Member | None = None,
) -> None:
    """Repeat the options."""
    who = by.display_name if by else "nobody"
    await interaction.response.send_message(f"{hex} {rotation} {public} {who}")


@lay.autocomplete("hex")
async def hexes(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the hexes that begin as typed."""
    return [
        app_commands.Choice(name=f"{h} (free)", value=h)
        for h in HEXES
        if h.startswith(typed.strip().upper())
    ][:25]


@trial.command(name="buttons", description="Shows buttons")
async def buttons(interaction: discord.Interaction) -> None:
    """Show the buttons."""
    await interaction.response.send_message("pressed 0", view=Buttons())


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[TablePage]:
    """A local table whose bot has the trial commands."""
    settings = settings_for(tmp_path / "data", table_port=0)
    bot = OperatingRoundBot(settings, always_sync=True)
    bot.tree.add_command(trial)
    async with (
        open_table(bot, settings) as (_, preview),
        open_page(preview.url) as page,
    ):
        yield page


async def test_a_file(page: TablePage, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text('{"id": 1}')
    await page.run("trial take", file=log, until="7")
    assert 'log.json: {"id": 1} until 7' in await page.last_message()


async def test_options(page: TablePage) -> None:
    await page.compose("trial lay")
    assert await page.choices("hex", "b") == [f"B{n} (free)" for n in range(1, 6)]
    await page.page.locator(".command-context-close").click()
    await page.run("trial lay", hex="B3", rotation="2", public="True", by="Bela")
    assert "B3 2 True Bela" in await page.last_message()


async def test_buttons_and_a_form(page: TablePage, tmp_path: Path) -> None:
    await page.run("trial buttons")
    for presses in (1, 2):
        await page.press("Count")
        assert f"pressed {presses}" in await page.last_message()
    await page.press("Count")
    assert "Two is enough." in await page.last_message()
    await page.press("Write")
    await page.screenshot(tmp_path / "form.png")
    await page.submit()
    assert "form: said in a form" in await page.last_message()


async def test_what_the_bot_says_of_its_own_accord(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "data", table_port=0)
    bot = OperatingRoundBot(settings, always_sync=True)

    @tasks.loop(seconds=2, count=2)
    async def bell() -> None:
        await bot.guilds[0].text_channels[0].send(f"ring {bell.current_loop}")

    @app_commands.command(name="ring", description="Rings twice")
    async def ring(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("soon")
        bell.start()

    bot.tree.add_command(ring)
    async with open_table(bot, settings) as (_, preview), open_page(preview.url) as page:
        await page.run("ring")
        for _ in range(5):
            await page.run("help")
        await expect(page.messages.filter(has_text="ring 1")).to_have_count(1)


async def test_two_players_at_two_windows(page: TablePage) -> None:
    async with open_page(page.page.url) as other:
        await other.view_as("Bela")
        await asyncio.gather(*(p.run("trial buttons") for p in (page, other)))
        await expect(page.messages.filter(has_text="pressed 0")).to_have_count(2)
        await expect(other.messages.filter(has_text="pressed 0")).to_have_count(2)
