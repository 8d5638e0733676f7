"""`/game export`: the game as a file, with what is hidden left out."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.games import ending, exporting
from bot.games.live import LiveGame
from bot.report.making import report_file
from bot.speak.attachment import Attachment

FORMATS = [
    app_commands.Choice(name="own: everything, for this bot", value="own"),
    app_commands.Choice(name="18xx: a log for 18xx.games", value="18xx"),
    app_commands.Choice(name="report: a page on the game, for the browser", value="report"),
]
HIDES = (
    "The game goes on, so the file leaves out what is hidden: the secret or seed of the shuffle, "
    "and the certificates that were kept. It cannot be played on from; take it out again when the "
    "game is over or archived."
)
WHOLE = "`/game import` takes this file back as it is."
REPORT = (
    "A page for the browser: scores, charts, the map round by round, every run beside the best. "
    "It needs no server and may be passed on."
)
SITE = "18xx.games follows this log. Mind that it shows the hands and the seed."


class ExportCommand(commands.Cog):
    """The part of `/game` that takes a game out."""

    @app_commands.command(name="export", description="This game as a file, for you alone")
    @app_commands.describe(
        format="own (the default): everything; 18xx: a log for 18xx.games; report: a page"
    )
    @app_commands.choices(format=FORMATS)
    async def export(self, interaction: discord.Interaction, format: str = "own") -> None:
        """The game of the channel, or the one that was archived there last."""
        await play.defer(interaction)
        live = await _last(interaction)
        if format == "report":
            await _report(interaction, live)
            return
        if format == "18xx":
            export = await asyncio.to_thread(exporting.site_file, live)
            note = SITE
        else:
            export = await exporting.own_file(play.client(interaction).games, live)
            note = HIDES if export.hides else WHOLE
        file = Attachment(export.data, export.name)
        await play.say(interaction, note, files=[file])

    @app_commands.command(name="report", description="The page after the game, for the browser")
    async def report(self, interaction: discord.Interaction) -> None:
        """The page of the game that was played or put away here last."""
        await play.defer(interaction)
        await _report(interaction, await _last(interaction))


async def _last(interaction: play.Interaction) -> LiveGame:
    """The game of the channel, or the one that was put away there last. Raises PlayerError."""
    games = play.client(interaction).games
    return await games.fresh(
        await ending.last_of(games, interaction.guild_id, interaction.channel_id)
    )


async def _report(interaction: play.Interaction, live: LiveGame) -> None:
    made = await report_file(live, play.client(interaction).pages)
    file = Attachment(made, f"{exporting.file_name(live)}.html")
    await play.say(interaction, REPORT, files=[file])
