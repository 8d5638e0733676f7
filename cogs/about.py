"""`/help` and `/about`: how to use the bot, what it is, and its version."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__, play
from bot.client import OperatingRoundBot

TOPICS = {
    "start": (
        "**Operating Round** keeps a game of 18 India in this channel: you give the moves by slash "
        "commands, the bot keeps every rule, the bank and the map.\n"
        "Bring a game in progress with `/game import` and a log from 18xx.games; then `/status` "
        "shows the whole board."
    ),
    "operating round": (
        "A company's turn has six steps, each with its command: `/track`, `/station`, `/run`, "
        "`/dividend`, `/train`, `/certificate`. `/pass` ends a step. While you type, the options "
        "offer what is legal now."
    ),
    "treasury": (
        "`/treasury` shows all companies in a table, `/treasury company:` one of them with what "
        "came in and went out this round. Only you see the answer, unless you add `public: True`."
    ),
}
"""What can be asked about, and the answer."""

ABOUT = (
    f"**Operating Round {__version__}**: groups play the railway game 18 India by chat.\n"
    "Free software under the MIT licence. 18 India is a game of GMT Games and its designers; this "
    "is an unofficial helper for people who own it. `/help` says how to use it."
)


class About(commands.Cog):
    """Tells people what this bot does."""

    @app_commands.command(name="help", description="Rules and how-to, in short")
    @app_commands.describe(topic="What you want to know about")
    @app_commands.choices(topic=[app_commands.Choice(name=t, value=t) for t in TOPICS])
    async def help(self, interaction: discord.Interaction, topic: str = "start") -> None:
        """Answer with the text of one topic, to the asker only."""
        await play.say(interaction, TOPICS[topic])

    @app_commands.command(name="about", description="What this bot is: version and licence")
    async def about(self, interaction: discord.Interaction) -> None:
        """Answer with the version and the licence, to the asker only."""
        await play.say(interaction, ABOUT)


async def greet(channel: discord.abc.Messageable) -> None:
    """Tell a channel without a game how to begin."""
    await channel.send(TOPICS["start"])


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(About())
    bot.notifier.greeting = greet
