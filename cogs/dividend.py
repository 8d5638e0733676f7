"""Step 4, `/dividend`: pay the revenue out, or withhold it."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed.on_turn import check_step, company_on_turn
from engine import Game
from engine.actions import Dividend as Decision


def decision(game: Game, *, pay: bool) -> Decision:
    """What the company on turn decides. Raises PlayerError in another step."""
    company = company_on_turn(game)
    check_step(game, "dividend")
    return Decision(company.id, pay=pay)


class Dividend(commands.GroupCog, name="dividend", description="Step 4: pay or withhold"):
    """Pay or withhold."""

    @app_commands.command(description="Pay the revenue to the shareholders")
    async def pay(self, interaction: discord.Interaction) -> None:
        """Pay everything out."""
        await play.move(interaction, lambda game: decision(game, pay=True))

    @app_commands.command(description="Keep the revenue in the treasury")
    async def withhold(self, interaction: discord.Interaction) -> None:
        """Withhold everything."""
        await play.move(interaction, lambda game: decision(game, pay=False))


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Dividend())
