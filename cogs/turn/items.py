"""Panels as Discord shows them: text, picture, buttons and selects that outlive a restart.

A control's id carries the game, the place in its list for which it was made, and what it does.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.lasting import Lasting, LastingView
from cogs.turn.panel import Button, Form, Panel, Select

PLACE = r"turn:(?P<game>\d{1,9}):(?P<after>\d{1,9})(?:\+(?P<tries>[0-9a-f]+))?"
WHAT = r":(?P<verb>[a-z0-9_]+):(?P<args>[^|]*)"
STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}
LABEL = 80
FORM_SECONDS = 3600.0
"""So long a form is remembered: whether a player has closed it, Discord does not tell."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a control belongs: a game after so many entries, and after moves tried on a copy.

    `tries` is the mark of those moves; None for the real game.
    """

    game: int
    after: int
    tries: str | None = None

    def id(self, verb: str, args: str) -> str:
        """The id of a control."""
        tries = "" if self.tries is None else f"+{self.tries}"
        return f"turn:{self.game}:{self.after}{tries}:{verb}:{args}"

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The place in an id."""
        return cls(int(match["game"]), int(match["after"]), match["tries"])


Press = Callable[[play.Interaction, Place, str, str, Sequence[str]], Awaitable[None]]
"""Does what a control stands for: its place, verb, arguments, and what was chosen or typed."""


class _Control:
    press: Press
    """Set once, when the cog is loaded: all controls do the same."""


class PanelButton(Lasting[discord.ui.Button[Any]], template=f"{PLACE}{WHAT}"):
    """A button of a panel."""

    def __init__(self, place: Place, button: Button) -> None:
        super().__init__(
            discord.ui.Button(
                label=button.label[:LABEL],
                style=STYLES[button.style],
                disabled=button.off,
                custom_id=place.id(button.verb, button.args),
            )
        )
        self.place, self.button = place, button

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(Place.read(match), Button("…", match["verb"], match["args"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Do what the button stands for."""
        await _Control.press(interaction, self.place, self.button.verb, self.button.args, ())


class PanelSelect(Lasting[discord.ui.Select[Any]], template=rf"{PLACE}{WHAT}\|(?P<row>\d)"):
    """A select of a panel."""

    def __init__(self, place: Place, select: Select, row: int) -> None:
        options = [
            discord.SelectOption(value=o.value, label=o.label[:100], description=o.note[:100])
            for o in select.options
        ]
        super().__init__(
            discord.ui.Select(
                placeholder=select.hint[:150],
                options=options,
                min_values=select.least,
                max_values=max(1, min(select.most, len(options))) if options else select.most,
                custom_id=f"{place.id(select.verb, select.args)}|{row}",
            )
        )
        self.place, self.select = place, select

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The select of a message sent before a restart."""
        known = Select(match["verb"], "…", (), args=match["args"])
        return cls(Place.read(match), known, int(match["row"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Do what the chosen options stand for."""
        data: Any = interaction.data or {}
        values = [str(value) for value in data.get("values", [])]
        await _Control.press(interaction, self.place, self.select.verb, self.select.args, values)


class PanelForm(discord.ui.Modal):
    """A question that is answered by typing."""

    def __init__(self, place: Place, form: Form) -> None:
        super().__init__(title=form.title[:45], timeout=FORM_SECONDS)
        self.place, self.form = place, form
        self.answers: list[discord.ui.TextInput[Any]] = []
        for label, example in form.fields:
            text: discord.ui.TextInput[Any] = discord.ui.TextInput(placeholder=example[:100])
            self.answers.append(text)
            self.add_item(discord.ui.Label(text=label[:45], component=text))

    @answers_errors
    async def on_submit(self, interaction: play.Interaction) -> None:
        """Do what was typed."""
        typed = [answer.value for answer in self.answers]
        await _Control.press(interaction, self.place, self.form.verb, self.form.args, typed)


def control(press: Press) -> None:
    """Say what all controls do."""
    _Control.press = staticmethod(press)


def call_view(live: LiveGame) -> discord.ui.View:
    """The button under the call of the player whose turn begins."""
    place = Place(live.stored.id, live.sequence)
    label = "Show my hand" if live.game.step == "select" else "Take my turn"
    return controls(place, Panel("", ((Button(label, "open", style="main"),),)))


def controls(place: Place, panel: Panel) -> discord.ui.View:
    """The rows of a panel, for a message."""
    view = LastingView()
    for number, row in enumerate(panel.rows):
        if isinstance(row, Select):
            view.add_item(PanelSelect(place, row, number))
            continue
        for button in row:
            item = PanelButton(place, button)
            item.item.row = number
            view.add_item(item)
    return view
