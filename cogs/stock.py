"""The stock round, `/stock`: sell in the selling turn, buy in a buying turn."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import cards


class Stock(commands.GroupCog, name="stock", description="Stock round: sell and buy"):
    """A player's trade in cards."""

    @app_commands.command(description="Sell certificates to the Open Market")
    @app_commands.describe(what="Which certificate", count="How many shares of 10%")
    async def sell(
        self,
        interaction: discord.Interaction,
        what: str,
        count: app_commands.Range[int, 1, 20] | None = None,
    ) -> None:
        """Sell shares, a Private or a bond."""
        await play.move(interaction, lambda game: cards.player_sells(game, what, count))

    @app_commands.command(description="Buy a certificate, a Private or a bond")
    @app_commands.describe(what="Which certificate")
    async def buy(self, interaction: discord.Interaction, what: str) -> None:
        """Buy one certificate or bond."""
        await play.move(interaction, lambda game: cards.player_buys(game, what))

    @app_commands.command(description="Turn a Royal Bond into a GIPR share (Phase IV)")
    async def convert(self, interaction: discord.Interaction) -> None:
        """Convert a Royal Bond."""
        await play.move(interaction, cards.player_converts)

    @sell.autocomplete("what")
    async def _sales(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(cards.player_sales(await play.mine(interaction)), typed)

    @buy.autocomplete("what")
    async def _purchases(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(cards.player_purchases(await play.mine(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Stock())
