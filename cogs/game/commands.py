"""`/game`: bring a game in, see the server's games, claim a seat, read the log, undo and redo."""

from pathlib import PurePath

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.games import importing
from bot.games.facts import SEATS
from bot.games.names import clean
from bot.present.lookups import info_embed
from bot.present.pages import shortened
from bot.present.seating import sat_line
from cogs.game import (
    bringing,
    clock,
    ending,
    exporting,
    greeting,
    listing,
    lobby,
    lobby_buttons,
    log_pages,
    seats,
    undoing,
)

RULES = [app_commands.Choice(name=n, value=n) for n in ("site", "rulebook")]

LEFT_OUT = "… and {} more games. In a game's own channel `/game info` tells of it."


class Games(
    lobby.LobbyCommands,
    ending.EndingCommands,
    exporting.ExportCommand,
    undoing.UndoingCommands,
    clock.ClockCommand,
    commands.GroupCog,
    name="game",
    description="The game of this channel",
):
    """Games as a whole."""

    @app_commands.command(name="import", description="Bring in a game from an 18xx.games log")
    @app_commands.describe(
        file="The log, exported from 18xx.games as JSON",
        seats="Mentions in the log's order of players, - for a free seat",
        until="Stop after that many moves",
        rules="site (18xx.games, the default) or rulebook",
    )
    @app_commands.choices(rules=RULES)
    async def import_(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment,
        seats: str | None = None,
        until: app_commands.Range[int, 0] | None = None,
        rules: str = "site",
    ) -> None:
        """Follow the log to its end (or to `until`), then play on from there."""
        importing.check_size(file.size)
        await play.defer(interaction)
        name = clean(PurePath(file.filename).stem, "game")[:60]
        await bringing.bring(interaction, file, name, rules, until, seats)

    @app_commands.command(name="list", description="The games of this server")
    async def list_(self, interaction: discord.Interaction) -> None:
        """Which channel has which game, and whose turn it is; only where the asker may look."""
        await play.defer(interaction)
        none = "No game is played here where you may look. `/game new` opens one."
        await play.say(interaction, shortened(await listing.listed(interaction), LEFT_OUT) or none)

    @app_commands.command(description="This game: companies, players, rules, standing")
    async def info(self, interaction: discord.Interaction) -> None:
        """What the game is and how it stands."""
        live = await play.look(interaction)
        seats = {seat.number: seat.user_id for seat in live.seats}
        sat = [sat_line(sat) for sat in await play.client(interaction).seating.sat(live)]
        await play.say(interaction, embed=info_embed(live.game, live.stored.name, seats, sat))

    @app_commands.command(description="Take a free seat of this game")
    @app_commands.describe(seat="Its number, as `/game info` shows it")
    async def claim(self, interaction: discord.Interaction, seat: int) -> None:
        """Take a seat that nobody has, or ask for it."""
        await seats.claim(interaction, seat)

    @app_commands.command(description="What happened, in sentences")
    @app_commands.describe(since="From which move on, or what happened since your last turn")
    async def log(self, interaction: discord.Interaction, since: str | None = None) -> None:
        """The log of the game."""
        await log_pages.open_log(interaction, since)

    @log.autocomplete("since")
    async def _since(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return await log_pages.offered(interaction, typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(Games())
    bot.add_dynamic_items(
        seats.SeatButton,
        seats.SecondButton,
        seats.ClaimButton,
        lobby_buttons.LobbyButton,
        ending.EndingButton,
        greeting.GreetingButton,
        log_pages.PageButton,
        undoing.QuestionButton,
    )
    bot.notifier.saying.views[SEATS] = lambda live, _fact: seats.seats_view(live)
    bot.lobby_board.view = lobby_buttons.lobby_view
    bot.notifier.greeting = greeting.greet
