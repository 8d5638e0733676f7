"""Step 6, `/certificate`: the company sells certificates, then makes one purchase."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import cards


class Certificates(
    commands.GroupCog, name="certificate", description="Step 6: sell and buy certificates"
):
    """The company's trade in cards."""

    @app_commands.command(description="Sell certificates of the company to the Open Market")
    @app_commands.describe(what="Which certificate", count="How many shares of 10%")
    async def sell(
        self,
        interaction: discord.Interaction,
        what: str,
        count: app_commands.Range[int, 1, 20] | None = None,
    ) -> None:
        """Sell shares, a Private or a bond."""
        await play.move(interaction, lambda game: cards.company_sells(game, what, count))

    @app_commands.command(description="Buy one certificate for the company")
    @app_commands.describe(what="Which certificate")
    async def buy(self, interaction: discord.Interaction, what: str) -> None:
        """Buy one certificate or bond; what could still be sold, is not sold then."""
        await play.moves(interaction, lambda game: cards.company_buys(game, what))

    @app_commands.command(description="Turn a Royal Bond into a GIPR share (Phase IV)")
    async def convert(self, interaction: discord.Interaction) -> None:
        """Convert a Royal Bond."""
        await play.moves(interaction, cards.company_converts)

    @sell.autocomplete("what")
    async def _sales(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(cards.company_sales(await play.mine(interaction)), typed)

    @buy.autocomplete("what")
    async def _purchases(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(cards.company_purchases(await play.mine(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Certificates())
