"""Step 2, `/station build`: at most one station a turn."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import city_choice
from bot.typed import options


class Station(commands.GroupCog, name="station", description="Step 2: build a station"):
    """Build a station."""

    @app_commands.command(description="Build a station in a city that your network reaches")
    @app_commands.describe(city="Where")
    async def build(self, interaction: discord.Interaction, city: str) -> None:
        """Build a station."""
        await play.move(interaction, lambda game: options.station(game, city))

    @build.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal(lays=False) if live else None
        if not live or not legal:
            return []
        game = live.game
        pairs = [
            (options.city_value(game, h, c), city_choice(game, h, c)) for h, c in legal.stations
        ]
        return play.choices(pairs, typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Station())
