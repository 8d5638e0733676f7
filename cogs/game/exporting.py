"""`/game export`: the game as a file, with what is hidden left out."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.games import ending, exporting

FORMATS = [
    app_commands.Choice(name="own: everything, for this bot", value="own"),
    app_commands.Choice(name="18xx: a log for 18xx.games", value="18xx"),
]
HIDES = (
    "The game goes on, so the file leaves out what is hidden: the secret or seed of the shuffle, "
    "and the certificates that were kept. It cannot be played on from; take it out again when the "
    "game is over or archived."
)
WHOLE = "`/game import` takes this file back as it is."
SITE = "18xx.games follows this log. Mind that it shows the hands and the seed."


class ExportCommand(commands.Cog):
    """The part of `/game` that takes a game out."""

    @app_commands.command(name="export", description="This game as a file, for you alone")
    @app_commands.describe(format="own (the default): everything; 18xx: a log for 18xx.games")
    @app_commands.choices(format=FORMATS)
    async def export(self, interaction: discord.Interaction, format: str = "own") -> None:
        """The game of the channel, or the one that was archived there last."""
        await play.defer(interaction)
        games = play.client(interaction).games
        stored = await ending.last_of(games, interaction.guild_id, interaction.channel_id)
        live = await games.fresh(stored)
        if format == "18xx":
            export = await asyncio.to_thread(exporting.site_file, live)
            note = SITE
        else:
            export = await exporting.own_file(games, live)
            note = HIDES if export.hides else WHOLE
        file = discord.File(io.BytesIO(export.data), export.name)
        await play.say(interaction, note, files=[file])
