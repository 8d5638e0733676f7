"""`/pass`: ends the current step or turn."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed.on_turn import entity_on_turn
from engine import ExchangeQuestion, Game, current
from engine.actions import AnyAction, Exchange, Pass


def passing(game: Game) -> AnyAction:
    """The pass of whoever must act; of GIPR's exchange it means no."""
    if isinstance(current(game.state), ExchangeQuestion):
        return Exchange(accept=False)
    return Pass(entity_on_turn(game))


class Passing(commands.Cog):
    """Ends steps and turns."""

    @app_commands.command(name="pass", description="End the current step or turn")
    async def pass_(self, interaction: discord.Interaction) -> None:
        """Pass."""
        await play.move(interaction, passing)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Passing())
