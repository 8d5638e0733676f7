"""Step 2, `/station build`: at most one station a turn."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import building


class Station(commands.GroupCog, name="station", description="Step 2: build a station"):
    """Build a station."""

    @app_commands.command(description="Build a station in a city that your network reaches")
    @app_commands.describe(city="Where")
    async def build(self, interaction: discord.Interaction, city: str) -> None:
        """Build a station."""
        await play.move(interaction, lambda game: building.station(game, city))

    @build.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(building.stations(await play.mine(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Station())
