"""Step 5, `/train`: buy trains of the bank or of other companies, sell trains to the bank."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import dealing
from cogs.trains import offers


class Trains(commands.GroupCog, name="train", description="Step 5: buy and sell trains"):
    """The company's trains."""

    @app_commands.command(description="Buy a train")
    @app_commands.rename(seller="from")
    @app_commands.describe(
        train="Which kind",
        seller="bank, discard, or a company",
        price="₹, for a company's train only",
    )
    async def buy(
        self,
        interaction: discord.Interaction,
        train: str,
        seller: str | None = None,
        price: app_commands.Range[int, 1, 9000] | None = None,
    ) -> None:
        """Buy a train; the head of another player's company is asked first."""
        await offers.buy_train(
            interaction, lambda game: dealing.buy_train(game, train, seller, price)
        )

    @app_commands.command(description="Sell a train to the bank")
    @app_commands.describe(train="Which kind")
    async def sell(self, interaction: discord.Interaction, train: str) -> None:
        """Sell a train to the bank."""
        await play.move(interaction, lambda game: dealing.sell_train(game, train))

    @buy.autocomplete("train")
    async def _kinds(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(dealing.kinds(await play.mine(interaction)), typed)

    @buy.autocomplete("seller")
    async def _sellers(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        return play.choices(dealing.sellers(live, play.filled(interaction, "train")), typed)

    @sell.autocomplete("train")
    async def _own(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(dealing.own(await play.mine(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(Trains())
    bot.add_dynamic_items(offers.OfferButton)
