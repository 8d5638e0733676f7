"""`/program`: sets moves ahead, lists them and ends them."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.games.live import LiveGame
from bot.games.programs import AnyProgram
from bot.present.choices import card_choice
from bot.present.layout import CHOICE, clip
from bot.present.programs import card_text, is_card, program_text
from bot.typed import programs as typed_programs
from cogs.programs import setting

SEAT = "Which of your seats, if you have several"


class ProgramCog(commands.GroupCog, name="program", description="Moves made ahead, for you alone"):
    """What a player sets ahead."""

    @app_commands.command(
        name="pass", description="Pass in the stock round until something happens"
    )
    @app_commands.describe(
        traded="Until others buy or sell shares of these: EIR NWR, or any",
        floats="Until one of these floats: EIR NWR, or any",
        control="Until one of these has another head: EIR NWR, or any",
        price="Until the price of one of these changes: EIR NWR, or any",
        seat=SEAT,
    )
    async def pass_(
        self,
        interaction: discord.Interaction,
        traded: str | None = None,
        floats: str | None = None,
        control: str | None = None,
        price: str | None = None,
        seat: app_commands.Range[int, 1, 5] | None = None,
    ) -> None:
        """Pass in the stock round."""
        live = await play.look(interaction)
        own = typed_programs.seat_for(live, interaction.user.id, seat)
        program = typed_programs.passing(
            live, {"traded": traded, "floated": floats, "control": control, "price": price}
        )
        await _set(interaction, live, own, program)

    @app_commands.command(description="Buy in the stock round while it can be had")
    @app_commands.describe(
        what="A certificate, a Private, a company for its Open Market shares, or bond",
        most="How many at most: 1, of Royal Bonds all that there are",
        seat=SEAT,
    )
    async def buy(
        self,
        interaction: discord.Interaction,
        what: str,
        most: app_commands.Range[int, 1, 20] | None = None,
        seat: app_commands.Range[int, 1, 5] | None = None,
    ) -> None:
        """Buy in the stock round."""
        live = await play.look(interaction)
        own = typed_programs.seat_for(live, interaction.user.id, seat)
        await _set(interaction, live, own, typed_programs.buying(live, own, what, most))

    @app_commands.command(description="A company of yours skips steps in its turn")
    @app_commands.describe(
        company="Which company", stations="No station", trains="No train", certificates="None"
    )
    async def skip(
        self,
        interaction: discord.Interaction,
        company: str,
        stations: bool = False,
        trains: bool = False,
        certificates: bool = False,
    ) -> None:
        """Pass steps of a company."""
        live = await play.look(interaction)
        name, seat = typed_programs.seat_of_head(live, interaction.user.id, company)
        wanted = {"station": stations, "trains": trains, "certificates": certificates}
        steps = tuple(step for step, skipped in wanted.items() if skipped)
        await _set(interaction, live, seat, typed_programs.skipping(live, name, steps))

    @app_commands.command(
        description="A company runs the best and pays, if nothing else is possible"
    )
    @app_commands.describe(company="Which company")
    async def run(self, interaction: discord.Interaction, company: str) -> None:
        """Run and pay."""
        live = await play.look(interaction)
        name, seat = typed_programs.seat_of_head(live, interaction.user.id, company)
        await _set(interaction, live, seat, typed_programs.running(live, name))

    @app_commands.command(
        name="list", description="What you have set ahead, with lists to change it"
    )
    async def list_(self, interaction: discord.Interaction) -> None:
        """Show it to its player."""
        await setting.show(interaction, await play.look(interaction))

    @app_commands.command(description="End what you have set ahead")
    @app_commands.describe(which="Which of them")
    async def end(self, interaction: discord.Interaction, which: int) -> None:
        """End it."""
        live = await play.look(interaction)
        note = await setting.end(interaction, live, which)
        await setting.show(interaction, live, note)

    @skip.autocomplete("company")
    @run.autocomplete("company")
    async def _led(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.look(interaction)
        led = typed_programs.led_by(live, interaction.user.id)
        return play.choices([(company, company) for company in led], typed)

    @buy.autocomplete("what")
    async def _buyable(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.look(interaction)
        seat = typed_programs.seat_for(live, interaction.user.id)
        found = typed_programs.buyable(live, seat)
        labels = [
            (c, card_choice(live.game, c, seat) if is_card(c) else card_text(c)) for c in found
        ]
        return play.choices(labels, typed)

    @end.autocomplete("which")
    async def _own(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.look(interaction)
        own = await play.client(interaction).ahead.of(live, interaction.user.id)
        labels = [(one.stored.id, clip(program_text(one.program), CHOICE)) for one in own]
        wanted = typed.strip().lower()
        return play.numbers([pair for pair in labels if wanted in f"{pair[0]} {pair[1]}".lower()])


async def _set(
    interaction: discord.Interaction, live: LiveGame, seat: int, program: AnyProgram
) -> None:
    """Set it, and show all that is set."""
    note = await setting.set_ahead(interaction, live, seat, program)
    await setting.show(interaction, live, note)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ProgramCog())
    bot.add_dynamic_items(setting.AheadSelect)
