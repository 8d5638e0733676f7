"""`/settings`: how a member wants pictures, calls and reminders."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.games.hours import read_quiet, zone_of
from bot.present.preferences import CALLS, settings_text
from bot.speak.pictures import CONTRAST, STANDARD
from bot.typed import times


class OwnSettings(commands.Cog):
    """What a member chose for himself, in all servers."""

    @app_commands.command(description="Your own settings: pictures, calls, reminders, quiet hours")
    @app_commands.describe(
        contrast="Pictures in high contrast",
        numbers="The numbers of the tiles on the map",
        words="Pictures in words as a file too, where their own text is too short",
        calls="How you are called when it is your turn",
        remind="After how many hours you are reminded, or off",
        quiet="Hours without reminders, such as 22-7, or off",
        zone="Your time zone, such as Europe/Berlin",
    )
    @app_commands.choices(calls=[app_commands.Choice(name=n, value=v) for v, n in CALLS.items()])
    async def settings(
        self,
        interaction: discord.Interaction,
        contrast: bool | None = None,
        numbers: bool | None = None,
        words: bool | None = None,
        calls: str | None = None,
        remind: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
    ) -> None:
        """Change what is given, then show all; what is left out stays as it is."""
        bot, user = play.client(interaction), interaction.user.id
        changes: dict[str, Any] = {}
        if calls is not None:
            changes |= {"calls": calls, "unreachable": False}
        if remind is not None:
            changes["remind"] = times.read_remind(remind)
        if quiet is not None:
            begins, ends = read_quiet(quiet) or (None, None)
            changes |= {"quiet_from": begins, "quiet_to": ends}
        if zone is not None:
            changes["zone"] = zone_of(zone.strip()).key
        if contrast is not None:
            await bot.pictures.set_theme(user, CONTRAST if contrast else STANDARD)
        if numbers is not None:
            await bot.pictures.set_numbers(user, numbers)
        if words is not None:
            await bot.pictures.set_words(user, words)
        prefer = bot.waiting.prefer if changes else bot.waiting.preferences.of
        wanted = await prefer(user, **changes)
        text = settings_text(
            wanted,
            bot.clock(),
            contrast=await bot.pictures.theme(user) == CONTRAST,
            numbers=await bot.pictures.wants_numbers(user),
            in_words=await bot.pictures.wants_words(user),
        )
        await play.say(interaction, text)

    @settings.autocomplete("remind")
    async def _reminders(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(times.hours_offered(), typed)

    @settings.autocomplete("zone")
    async def _zones(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        offered = times.zones_offered(play.client(interaction).clock())
        return play.choices(offered, typed.replace(" ", "_"))


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(OwnSettings())
