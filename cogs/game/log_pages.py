"""`/game log`: what happened, a page at a time, turned with buttons."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.lasting import Lasting
from bot.present.lines import log_rows
from bot.present.pages import LONGEST, fitting
from bot.refusal import PlayerError

MOST = 20
"""So many moves are shown without `since`."""
ROOM = LONGEST - 60
"""Letters of a page beside its last line."""
NONE_YET = "No move was made yet."


def page_from(live: LiveGame, first: int) -> tuple[str, int, int]:
    """The page that begins with a move: its text, its first and its last move."""
    lines = log_rows(live, first, first - 1 + MOST)
    shown = fitting(lines, ROOM)
    return "\n".join(lines[:shown]), first, first - 1 + shown


def page_to(live: LiveGame, last: int) -> tuple[str, int, int]:
    """The page that ends with a move."""
    lines = log_rows(live, last - MOST + 1, last)
    shown = fitting(lines[::-1], ROOM)
    return "\n".join(lines[-shown:]), last + 1 - shown, last


def show(live: LiveGame, page: tuple[str, int, int]) -> tuple[str, discord.ui.View]:
    """A page with what it holds of the whole, and the buttons that turn it."""
    text, first, last = page
    moves = len(live.log)
    view = discord.ui.View(timeout=None)
    for item in (
        PageButton("from", 1, "First", first > 1),
        PageButton("to", first - 1, "Earlier", first > 1),
        PageButton("from", last + 1, "Later", last < moves),
        PageButton("to", moves, "Last", last < moves),
    ):
        view.add_item(item)
    gone = sum(row.back is not None for row in live.log)
    note = f", {gone} of them taken back" if gone else ""
    return f"{text}\nMoves {first} to {last} of {moves}{note}.", view


async def open_log(interaction: play.Interaction, since: int | None) -> None:
    """Show the last moves, or those from `since` on.

    Raises:
        PlayerError: There are not so many.
    """
    live = await play.look(interaction)
    moves = len(live.log)
    if since is not None and since > moves:
        raise PlayerError(f"The game has {moves} moves.")
    if not moves:
        await play.say(interaction, NONE_YET)
        return
    text, view = show(live, page_to(live, moves) if since is None else page_from(live, since))
    await play.say(interaction, text, view=view)


class PageButton(
    Lasting[discord.ui.Button[Any]],
    template=r"log:(from|to):(\d+):(First|Earlier|Later|Last)",
):
    """Turns to the page that begins `from` a move, or that goes `to` one."""

    def __init__(self, way: str, number: int, label: str, useful: bool = True) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=f"log:{way}:{number}:{label}", disabled=not useful
        )
        super().__init__(button)
        self.way = way
        self.number = number

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a page shown before a restart."""
        return cls(match[1], int(match[2]), match[3])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player turns the page."""
        live = await play.look(interaction)
        moves = len(live.log)
        if not moves:
            await play.edit(interaction, content=NONE_YET, view=None)
            return
        number = max(1, min(self.number, moves))
        page = page_from(live, number) if self.way == "from" else page_to(live, number)
        text, view = show(live, page)
        await play.edit(interaction, content=text, view=view)
