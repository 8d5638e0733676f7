"""`/game log`: what happened, a page at a time, turned with buttons."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.undoing import last_turn
from bot.lasting import Lasting, LastingView
from bot.present import words
from bot.present.lines import log_rows
from bot.present.pages import LONGEST, fitting
from bot.refusal import PlayerError
from bot.typed.moments import LAST_TURN

MOST = 20
"""So many moves are shown without `since`."""
ROOM = LONGEST - 60
"""Letters of a page beside its last line."""
NONE_YET = "No move was made yet."

OFFERED = 300
"""So many moves back autocomplete looks."""


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
    view = LastingView(
        PageButton("from", 1, "First", first > 1),
        PageButton("to", first - 1, "Earlier", first > 1),
        PageButton("from", last + 1, "Later", last < moves),
        PageButton("to", moves, "Last", last < moves),
    )
    gone = sum(row.back is not None for row in live.log)
    note = f", {gone} of them taken back" if gone else ""
    return f"{text}\nMoves {first} to {last} of {moves}{note}.", view


async def open_log(interaction: play.Interaction, since: str | None) -> None:
    """Show the last moves, or those from `since` on: the number of a move, or the last turn.

    Raises:
        PlayerError: There is no such move, or nothing has happened since.
    """
    live = await play.look(interaction)
    moves = len(live.log)
    if not moves:
        await play.say(interaction, NONE_YET)
        return
    page = page_to(live, moves)
    if since is not None:
        page = page_from(live, _first(live, since.strip(), interaction.user.id))
    text, view = show(live, page)
    await play.say(interaction, text, view=view)


def _first(live: LiveGame, since: str, user_id: int) -> int:
    """The place in the log from which it is to be shown."""
    if since.casefold() == LAST_TURN:
        return _after_last_turn(live, user_id)
    number = since.lstrip("`#").partition(" ")[0].rstrip(".`")
    if not number.isdecimal():
        raise PlayerError(f"Choose from the list: `{LAST_TURN}`, or the number of a move.")
    found = [
        place for place, row in enumerate(live.log, 1) if str(row.number) == number.lstrip("0")
    ]
    if not found:
        raise PlayerError(f"The game has {words.count(len(live.game.history), 'move')}.")
    return found[-1]


def _after_last_turn(live: LiveGame, user_id: int) -> int:
    if not live.seats_of(user_id):
        raise PlayerError("You have no seat in this game, so no turn of yours is in its log.")
    end = last_turn(live, user_id)
    standing = [place for place, row in enumerate(live.log, 1) if row.back is None]
    first = standing[end - 1] + 1 if end else 1
    if first > len(live.log):
        raise PlayerError("Nothing was done since your last turn.")
    return first


async def offered(interaction: play.Interaction, typed: str) -> play.Choices:
    """What `since` may be: the last turn, then the moves, the last ones first."""
    live = await play.look(interaction)
    logged = live.log[-OFFERED:]
    rows = log_rows(live, len(live.log) - len(logged) + 1, len(live.log))
    told = [(str(move.number), words.unmarked(row)) for move, row in zip(logged, rows, strict=True)]
    turn = [(LAST_TURN, LAST_TURN)] if live.seats_of(interaction.user.id) else []
    return play.choices([*turn, *reversed(told)], typed)


class PageButton(
    Lasting[discord.ui.Button[Any]],
    template=r"log:(from|to):(\d{1,9}):(First|Earlier|Later|Last)",
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
