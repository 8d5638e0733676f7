"""`/privacy`: what the bot keeps of a member, shown, as a file, or forgotten."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.errors import answers_errors
from bot.lasting import Lasting, LastingView
from bot.present import privacy as words
from bot.speak.attachment import Attachment

LABELS = {"delete": "Forget me", "keep": "Keep it"}


class PrivacyCommands(commands.GroupCog, name="privacy", description="What I keep of you"):
    """Each answers the asker alone."""

    @app_commands.command(description="What I keep of you, for how long, and what you can do")
    async def show(self, interaction: discord.Interaction) -> None:
        """Tell it in a few lines."""
        bot = play.client(interaction)
        kept = await bot.privacy.kept(interaction.user.id)
        await play.say(interaction, words.kept_text(kept, bot.settings.leave_days))

    @app_commands.command(description="All that I keep of you, as a file for you alone")
    async def export(self, interaction: discord.Interaction) -> None:
        """Give it as JSON."""
        await play.defer(interaction)
        bot = play.client(interaction)
        data = await bot.privacy.file(interaction.user.id, bot.clock())
        file = Attachment(data, "privacy.json")
        await play.say(interaction, "This is all that I keep of you.", files=[file])

    @app_commands.command(description="Make me forget you, after a question")
    async def delete(self, interaction: discord.Interaction) -> None:
        """Nothing is forgotten before the answer."""
        kept = await play.client(interaction).privacy.kept(interaction.user.id)
        view = LastingView(*(PrivacyButton(answer) for answer in ("keep", "delete")))
        await play.say(interaction, words.question(kept), view=view)


class PrivacyButton(Lasting[discord.ui.Button[Any]], template=r"privacy:(?P<answer>delete|keep)"):
    """The answer to the question; it stands in a message that its asker alone sees."""

    def __init__(self, answer: str) -> None:
        styles = {"delete": discord.ButtonStyle.danger, "keep": discord.ButtonStyle.secondary}
        super().__init__(
            discord.ui.Button(
                label=LABELS[answer], style=styles[answer], custom_id=f"privacy:{answer}"
            )
        )
        self.answer = answer

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(match["answer"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The member has answered."""
        await play.defer(interaction)
        if self.answer == "keep":
            await play.edit(interaction, content=words.STAYS, view=None)
            return
        bot = play.client(interaction)
        forgotten = await bot.privacy.forget(interaction.user.id)
        await play.edit(interaction, content=words.DONE, view=None)
        for lobby_id in forgotten.lobbies:
            await bot.lobby_board.renew(lobby_id)
        for game_id in forgotten.games:
            await bot.notifier.flush_game(game_id)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(PrivacyCommands())
    bot.add_dynamic_items(PrivacyButton)
