"""`/turn`: the panel of the step that is on. `/whatif`: the same on a private copy."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import OperatingRoundBot
from cogs.turn import desk, items


class TurnPanel(commands.Cog):
    """The panel of the player who decides."""

    @app_commands.command(name="turn", description="Take your turn with buttons")
    async def turn(self, interaction: discord.Interaction) -> None:
        """Open the panel."""
        await desk.open_panel(interaction)

    @app_commands.command(name="whatif", description="Try moves on a private copy of the game")
    async def whatif(self, interaction: discord.Interaction) -> None:
        """Open the panel on a private copy."""
        await desk.open_panel(interaction, trying=True)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its controls to the bot."""
    items.control(desk.press)
    await bot.add_cog(TurnPanel())
    bot.add_dynamic_items(items.PanelButton, items.PanelSelect)
