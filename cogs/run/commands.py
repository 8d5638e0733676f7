"""Step 3, `/run`: the trains run."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import OperatingRoundBot
from cogs.run import choosing


class Run(commands.Cog):
    """Run trains."""

    @app_commands.command(description="Run your trains; without routes see the best ones")
    @app_commands.describe(routes="Each train and its stops: 4E: G8-G6-F5-D3 | 2: E24-D23")
    async def run(self, interaction: discord.Interaction, routes: str | None = None) -> None:
        """Run the trains on the routes given, or show what would be best."""
        if routes is None:
            await choosing.offer(interaction)
        else:
            await choosing.run_typed(interaction, routes)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(Run())
    bot.add_dynamic_items(choosing.RunButton, choosing.WayButton)
