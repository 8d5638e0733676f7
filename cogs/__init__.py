"""One cog for each thing a player does: read the options, call the service, show the answer.

The package is itself an extension that loads all the others.
"""

from discord.ext import commands

EXTENSIONS = (
    "cogs.about",
    "cogs.game",
    "cogs.lookup",
    "cogs.track",
    "cogs.station",
    "cogs.run",
    "cogs.dividend",
    "cogs.trains",
    "cogs.certificates",
    "cogs.powers",
    "cogs.passing",
    "cogs.stock",
    "cogs.hand",
)
"""Every cog, in the order of loading."""


async def setup(bot: commands.Bot) -> None:
    """Load every cog into the bot."""
    for extension in EXTENSIONS:
        await bot.load_extension(extension)
