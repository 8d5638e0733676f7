"""One cog for each thing a player does: read the options, call the service, show the answer.

The package is itself an extension that loads all the others.
"""

from discord.ext import commands

EXTENSIONS = (
    "cogs.about",
    "cogs.settings",
    "cogs.privacy",
    "cogs.game.commands",
    "cogs.lookup.commands",
    "cogs.insight",
    "cogs.track.commands",
    "cogs.station",
    "cogs.run.commands",
    "cogs.dividend",
    "cogs.trains.commands",
    "cogs.certificates",
    "cogs.powers",
    "cogs.passing",
    "cogs.turn.commands",
    "cogs.waiting",
    "cogs.stock",
    "cogs.hand.commands",
    "cogs.programs.commands",
)
"""Every cog, in the order of loading."""


async def setup(bot: commands.Bot) -> None:
    """Load every cog into the bot."""
    for extension in EXTENSIONS:
        await bot.load_extension(extension)
