"""The first thing that a newcomer sees in an empty channel: a new game, or a ready-made one."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.lobby import Terms
from bot.games.setups import RANDOM, SEALED
from bot.lasting import Lasting, LastingView
from cogs.game import bringing, people
from cogs.game.lobby import open_lobby

GREETING = (
    "**A table for 18 India.** Open a new game, and let the others join; or look around in a "
    "ready-made one, in the middle of an Operating Round."
)
LABELS = {"new": "New game", "example": "Ready-made example"}
EXAMPLE, EXAMPLE_NAME, EXAMPLE_SEATS = "example.json", "Example", 3
"""A recorded game of three, in the middle of an Operating Round."""
EXAMPLE_NOTE = (
    "You have all seats of this example, so that you can look around alone: `/status`, `/map`, "
    "`/treasury`, or play on. `/game leave seat:` gives a seat to somebody else, `/game archive` "
    "makes room for a game of your own."
)


async def greet(channel: discord.abc.Messageable) -> None:
    """Say in an empty channel what can be done there, with buttons to do it."""
    view = LastingView(*(GreetingButton(deed) for deed in LABELS))
    await channel.send(GREETING, view=view)


async def open_new(interaction: play.Interaction) -> None:
    """A lobby with the usual terms."""
    name = f"{people.asker(interaction).name}'s game"
    text = await open_lobby(interaction, Terms(name, "rulebook", SEALED, None, RANDOM), [])
    await play.say(interaction, text)


async def open_example(interaction: play.Interaction) -> None:
    """The example, with every seat for the one who asked: nobody else is needed to look around."""
    text = (resources.files("bot.games") / EXAMPLE).read_bytes()
    seats = interaction.user.mention * EXAMPLE_SEATS
    await bringing.take_in(interaction, text, EXAMPLE_NAME, "rulebook", None, seats)
    await bringing.tell(interaction, EXAMPLE_NOTE)


DEEDS = {"new": open_new, "example": open_example}


class GreetingButton(Lasting[discord.ui.Button[Any]], template=r"greet:(?P<deed>new|example)"):
    """Opens a game in the channel."""

    def __init__(self, deed: str) -> None:
        primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
        super().__init__(
            discord.ui.Button(
                label=LABELS[deed],
                style=primary if deed == "new" else secondary,
                custom_id=f"greet:{deed}",
            )
        )
        self.deed = deed

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(match["deed"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Somebody pressed it."""
        await play.defer(interaction)
        await DEEDS[self.deed](interaction)
