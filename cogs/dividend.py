"""Step 4, `/dividend`: pay the revenue out, or withhold it."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import options
from engine.actions import Dividend as Decision


class Dividend(commands.GroupCog, name="dividend", description="Step 4: pay or withhold"):
    """Pay or withhold."""

    @app_commands.command(description="Pay the revenue to the shareholders")
    async def pay(self, interaction: discord.Interaction) -> None:
        """Pay everything out."""
        await play.move(interaction, lambda g: Decision(options.company_on_turn(g).id, pay=True))

    @app_commands.command(description="Keep the revenue in the treasury")
    async def withhold(self, interaction: discord.Interaction) -> None:
        """Withhold everything."""
        await play.move(interaction, lambda g: Decision(options.company_on_turn(g).id, pay=False))


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Dividend())
