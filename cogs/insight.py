"""What people would rather look at than read: the spreadsheet, charts, statements by round."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.games.chronicle import chronicle
from bot.present import accounts, words
from bot.present.charts import KINDS, chart_view
from bot.present.choices import company_choices
from bot.present.embeds import embed
from bot.present.spreadsheet import companies_table, holdings_table
from bot.present.treasury import find_company
from bot.speak.attachment import Attachment
from bot.typed import players

WHAT = [app_commands.Choice(name=text, value=kind) for kind, (text, _) in KINDS.items()]


class Insight(commands.Cog):
    """Shows the game in tables and lines; only the asker sees it unless asked for in public."""

    @app_commands.command(description="The game as a spreadsheet: companies, and who owns what")
    @play.for_all
    async def table(self, interaction: discord.Interaction, public: bool = False) -> None:
        """Two pictures, each wide enough to be read on a phone."""
        game = (await play.look(interaction)).game
        theme = await play.theme(interaction)
        for name, view in (
            ("companies", companies_table(game, theme)),
            ("owners", holdings_table(game, theme)),
        ):
            await play.show(interaction, view, name, public=public, in_words=True)

    @app_commands.command(description="The course of the game as a picture")
    @app_commands.describe(
        what="What to draw",
        company="Only this company",
        player="Only this player",
    )
    @play.for_all
    @app_commands.choices(what=WHAT)
    async def chart(
        self,
        interaction: discord.Interaction,
        what: str,
        company: str | None = None,
        player: str | None = None,
        public: bool = False,
    ) -> None:
        """Worth, prices, treasuries, revenue, owners or the bank, round by round."""
        live = await play.look(interaction)
        seat = players.read_player(live, player, interaction.user.id) if player else None
        named = company.strip().upper() if company else None
        moments = await asyncio.to_thread(chronicle, live.game.copy())
        theme = await play.theme(interaction)
        view = chart_view(live.game.state, moments, what, named, seat, theme)
        await play.show(interaction, view, "chart", public=public, in_words=True)

    @app_commands.command(description="What came in and went out of a treasury, round by round")
    @app_commands.describe(company="Which company")
    @play.for_all
    async def statement(
        self, interaction: discord.Interaction, company: str, public: bool = False
    ) -> None:
        """The latest rounds; where there are more, all of them as a file."""
        game = (await play.look(interaction)).game
        found = find_company(game, company)
        paragraphs = accounts.account_lines(game, found.id)
        text, left_out = accounts.shown(paragraphs)
        page = embed(f"{found.id} · in and out by round", text, found.id)
        files = []
        if left_out:
            page.set_footer(text=f"{words.count(left_out, 'earlier round')}: in the file.")
            everything = words.unmarked("\n\n".join(paragraphs)).encode()
            files.append(Attachment(everything, f"{found.id}-statement.txt"))
        await play.say(interaction, embed=page, public=public, files=files)

    @chart.autocomplete("company")
    @statement.autocomplete("company")
    async def _companies(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(company_choices((await play.look(interaction)).game), typed)

    @chart.autocomplete("player")
    async def _players(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(players.players(await play.look(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Insight())
