"""`/game clock`: how many hours a turn may take."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.present.waiting import clock_text
from bot.refusal import PlayerError
from storage import GameClock

MOST = 14 * 24


class ClockCommand(commands.Cog):
    """The part of `/game` that gives a game a clock."""

    @app_commands.command(description="The clock of this game: hours for each turn, 0 for none")
    @app_commands.describe(
        hours="Hours for each turn, 0 for no clock",
        cap="The most hours that a player can save (as many as a turn has, if left open)",
    )
    async def clock(
        self,
        interaction: discord.Interaction,
        hours: app_commands.Range[int, 0, MOST] | None = None,
        cap: app_commands.Range[int, 0, MOST] | None = None,
    ) -> None:
        """Show the clock, or change it at once for all turns."""
        bot, live = play.client(interaction), await play.look(interaction)
        before = await bot.waiting.clock(live.stored.id)
        if hours is None and cap is None:
            await play.say(interaction, clock_text(before))
            return
        if not live.seats_of(interaction.user.id):
            raise PlayerError("Only who plays here can change the clock.")
        if hours is None:
            hours = before.hours if before else 0
        if not hours and cap is not None:
            raise PlayerError("Say how many `hours:` a turn has.")
        saved = cap if cap is not None else hours
        await bot.waiting.set_clock(live, GameClock(hours, saved) if hours else None)
        after = await bot.waiting.clock(live.stored.id)
        await play.say(interaction, clock_text(after), public=True)
        await bot.notifier.standing.refresh(live.stored.id)
