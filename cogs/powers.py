"""`/private use`: a Private's power. `/home place`, `/exchange`: questions that come between."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import hex_choice
from bot.typed import building, lays
from bot.typed.places import by_place
from cogs import laying
from cogs.laying import Rotation
from engine.actions import Exchange as Answer


class Private(commands.GroupCog, name="private", description="The powers of Privates"):
    """Privates P2 to P6."""

    @app_commands.command(description="Use a Private's power in your company's turn")
    @app_commands.describe(
        private="Which Private",
        hex="P2, P3, P6: where",
        tile="P2, P3: which tile",
        rotation="P2, P3: turned by how many times 60° clockwise",
        city="P5: where the free station goes",
    )
    async def use(
        self,
        interaction: discord.Interaction,
        private: str,
        hex: str | None = None,
        tile: str | None = None,
        rotation: Rotation | None = None,
        city: str | None = None,
    ) -> None:
        """Use a power; the Private closes then."""
        await play.move(
            interaction, lambda game: building.private(game, private, hex, tile, rotation, city)
        )

    @use.autocomplete("private")
    async def _privates(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(building.powers(await play.mine(interaction)).items(), typed)

    @use.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        places = building.power_hexes(live, play.filled(interaction, "private"))
        return play.choices(lays.hexes(live.game, places), typed)

    @use.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        private = play.filled(interaction, "private")
        return await laying.tiles(interaction, typed, lambda it: building.power_lays(it, private))

    @use.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        private = play.filled(interaction, "private")
        return await laying.rotations(interaction, lambda it: building.power_lays(it, private))

    @use.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        found = building.power_cities(live, play.filled(interaction, "private"))
        return play.choices(found, typed)


class Home(commands.GroupCog, name="home", description="Home stations that need a choice"):
    """Where a home station goes."""

    @app_commands.command(description="Place the home station that the game asks for")
    @app_commands.describe(
        hex="Where",
        city="1 or 2, where the hex has two cities",
        tile="GIPR in a town: 12, 13, 205 or 206",
        rotation="Turned by how many times 60° clockwise",
    )
    async def place(
        self,
        interaction: discord.Interaction,
        hex: str,
        city: app_commands.Range[int, -1, 2] | None = None,
        tile: str | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        """Place the home station."""
        await play.move(interaction, lambda game: building.home(game, hex, city, tile, rotation))

    @place.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        asked = building.home_question(live)
        places = [*(h for h, _ in asked.homes), *(h for h, _, _ in asked.home_tiles)]
        return play.choices([(h, hex_choice(h)) for h in sorted(places, key=by_place)], typed)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return await laying.tiles(interaction, typed, building.home_lays)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        return await laying.rotations(interaction, building.home_lays)

    @place.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.mine(interaction)
        return play.numbers(building.home_cities(live, play.filled(interaction, "hex")))


class Exchange(commands.GroupCog, name="exchange", description="GIPR's exchange tokens"):
    """Whether GIPR takes over a station of a closing company."""

    @app_commands.command(description="GIPR takes the station over")
    async def yes(self, interaction: discord.Interaction) -> None:
        """Replace the station."""
        await play.move(interaction, lambda _: Answer(accept=True))

    @app_commands.command(description="The station is removed")
    async def no(self, interaction: discord.Interaction) -> None:
        """Remove the station."""
        await play.move(interaction, lambda _: Answer(accept=False))


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cogs to the bot."""
    await bot.add_cog(Private())
    await bot.add_cog(Home())
    await bot.add_cog(Exchange())
