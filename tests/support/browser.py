"""A person at the local table: composes commands, presses buttons, looks at the channel.

    async with open_page(table.url) as page:
        await page.run("help", topic="treasury")
        assert "/treasury" in await page.last_message()

Only what a person can do and see: every step is a click or a key in the real page.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, ViewportSize, async_playwright, expect

from tests.support.patience import PATIENCE

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZE = ViewportSize(width=1280, height=900)
PATIENCE_MS = PATIENCE * 1000
SEVERAL, AGAIN_MS = 5, 10_000
expect.set_options(timeout=PATIENCE_MS)
OPTION = ".preview-select.is-open .select-option"

needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None,
        reason="NO CHROMIUM: browser tests are skipped; install Debian's package chromium",
    ),
]


class TablePage:
    """The page of the local table in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._composer = page.locator("#channel-composer-input")
        self._suggestions = page.locator(".command-suggestion")

    async def view_as(self, player: str) -> None:
        """Switch to another player's seat."""
        await self.page.locator("#viewer-picker").select_option(label=player)
        await self._until("() => simcordPreview.ready && !simcordPreview.pendingAction")
        await expect(self.page.locator("#viewer-picker option:checked")).to_have_text(player)

    async def run(self, command: str, **options: str | Path) -> None:
        """Compose `/command` with these options, send it, and wait until it is answered.

        A path is chosen as the file of an attachment option; a text is picked from the choices
        where the option offers some, by the value or the label that it has there.
        """
        await self.compose(command, **options)
        await self.send()

    async def compose(self, command: str, **options: str | Path) -> None:
        """Compose a command without sending it.

        Where the page shows something new just as the command is chosen, it is to be chosen again.
        """
        chosen = expect(self.page.locator(".command-chip"))
        for _ in range(SEVERAL):
            await self._choose(command)
            with suppress(AssertionError):
                await chosen.to_have_text(f"/{command}", timeout=AGAIN_MS)
                break
        await chosen.to_have_text(f"/{command}", timeout=AGAIN_MS)
        for name, value in options.items():
            await self._fill(name, value)

    async def _choose(self, command: str) -> None:
        """Choose a command in the list of those that begin as typed."""
        await self._composer.fill(f"/{command}")
        entry = self.page.locator(".command-entry").filter(
            has=self.page.locator("strong", has_text=f"/{command}").and_(
                self.page.get_by_text(f"/{command}", exact=True)
            )
        )
        await entry.click()

    async def choices(self, name: str, typed: str) -> list[str]:
        """What the option offers, by label, after something was typed into it."""
        await self._show(name)
        await self._type(name, typed)
        return [text.strip() for text in await self._suggestions.all_inner_texts()]

    async def send(self) -> None:
        """Send the composed command and wait until the bot has answered."""
        before = await self.page.evaluate("simcordPreview.lastAction?.requestId ?? null")
        await self.page.locator("#send-message").click()
        await self._answered(before)

    async def press(self, label: str) -> None:
        """Press the newest button of that label."""
        await self.tap(self.page.locator(".component-button", has_text=label).last)

    async def tap(self, control: Locator) -> None:
        """Press a button, or an option of a list, and wait until it is answered."""
        before = await self.page.evaluate("simcordPreview.lastAction?.requestId ?? null")
        await control.click()
        await self._answered(before)

    async def choose(self, hint: str, *options: str) -> None:
        """Take these options alone of the newest select with that hint, by their values.

        The page remembers what was marked in a select that was there before.
        """
        before = await self.page.evaluate("simcordPreview.lastAction?.requestId ?? null")
        await self._open_select(hint)
        marked = self.page.locator(f'{OPTION}[aria-selected="true"]')
        chosen = await marked.evaluate_all("options => options.map(o => o.dataset.value)")
        for option in {*chosen} ^ {*options}:
            await self.page.locator(f'{OPTION}[data-value="{option}"]').click()
        apply = self.page.locator(".select-apply")
        if await apply.count():
            await apply.click()
        await self._answered(before)

    async def options(self, hint: str) -> list[str]:
        """The values that the newest select with that hint offers."""
        await self._open_select(hint)
        values: list[str] = await self.page.locator(OPTION).evaluate_all(
            "options => options.map(option => option.dataset.value)"
        )
        await self.page.keyboard.press("Escape")
        return values

    async def _open_select(self, hint: str) -> None:
        select = self.page.locator(".preview-select").filter(has_text=hint).last
        await select.locator(".select-trigger").click()

    async def submit(self) -> None:
        """Submit the open form."""
        before = await self.page.evaluate("simcordPreview.lastAction?.requestId ?? null")
        await self.page.locator("#modal-root button[type=submit]").click()
        await self._answered(before)

    async def last_message(self) -> str:
        """All text of the newest message that this player sees."""
        return await self.messages.last.inner_text()

    @property
    def panel(self) -> Locator:
        """The newest message that this player alone sees."""
        return self.messages.filter(has_text="Only you can see this").last

    @property
    def messages(self) -> Locator:
        """The messages of the channel, oldest first."""
        return self.page.locator("#channel-message-list article")

    async def screenshot(self, path: Path) -> None:
        """Take a picture of the page."""
        await self.page.screenshot(path=path)

    async def _fill(self, name: str, value: str | Path) -> None:
        await self._show(name)
        if isinstance(value, Path):
            await self.page.locator(f'.command-file-input[data-option="{name}"]').set_input_files(
                value
            )
            return
        field = self._field(name)
        if await field.get_attribute("role") != "combobox":
            await field.fill(value)
            return
        await self._type(name, value)
        chosen = self._suggestions.filter(
            has=self.page.locator(".command-suggestion-label").get_by_text(value, exact=True)
        ).or_(self.page.locator(f'.command-suggestion[data-value="{value}"]'))
        await chosen.first.click()

    async def _type(self, name: str, value: str) -> None:
        """Type into an option with choices, and wait until they are there."""
        field = self._field(name)
        await field.click()
        await field.fill(value)
        await self._until(
            "() => !['loading'].includes(simcordPreview.commandPicker.autocomplete.state)"
            " && simcordPreview.ready"
        )

    async def _show(self, name: str) -> None:
        """Add an optional option to the command if it is not there yet."""
        if await self.page.locator(f'.command-pill[data-option="{name}"]').count():
            return
        if not await self._suggestions.count():
            await self.page.locator(".command-ghost").click()
        await self._suggestions.filter(
            has=self.page.locator(".command-suggestion-label").get_by_text(name, exact=True)
        ).click()

    def _field(self, name: str) -> Locator:
        return self.page.locator(f'.command-option-input[data-option="{name}"]')

    async def _answered(self, before: str | None) -> None:
        await self._until(
            "before => simcordPreview.lastAction"
            " && simcordPreview.lastAction.requestId !== before"
            " && !simcordPreview.pendingAction && simcordPreview.ready"
            " && simcordPreview.awaitingRevision === null"
            " && simcordPreview.publishedRevision >= (simcordPreview.lastAction.revision ?? 0)",
            before,
        )
        done = await self.page.evaluate("simcordPreview.lastAction")
        assert done["settlement"] == "settled", done

    async def _until(self, condition: str, argument: object = None) -> None:
        await self.page.wait_for_function(condition, arg=argument)


@asynccontextmanager
async def open_page(url: str) -> AsyncIterator[TablePage]:
    """The local table in headless Chromium, as the first player sees it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = await browser.new_page(viewport=SIZE)
            page.set_default_timeout(PATIENCE_MS)
            await page.goto(url)
            await page.wait_for_function("() => simcordPreview.ready")
            yield TablePage(page)
        finally:
            await browser.close()
