"""`/private use`: a Private's power. `/home place`, `/exchange`: questions that come between."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import city_choice, hex_choice, private_choice, tile_choice
from bot.typed import options
from cogs.track.choosing import rotations
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
        rotation: app_commands.Range[int, 0, 5] | None = None,
        city: str | None = None,
    ) -> None:
        """Use a power; the Private closes then."""
        await play.move(
            interaction, lambda game: options.private(game, private, hex, tile, rotation, city)
        )

    @use.autocomplete("private")
    async def _privates(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        return play.choices([(p, private_choice(p)) for p in legal.powers] if legal else [], typed)

    @use.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        power = str(play.filled(interaction, "private") or "").upper()
        hexes = options.power_places(legal, power) if legal else []
        return play.choices([(h, hex_choice(h)) for h in hexes], typed)

    @use.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        if not live or not legal:
            return []
        power = str(play.filled(interaction, "private") or "").upper()
        here = str(play.filled(interaction, "hex") or "").upper()
        tiles = [t for h, t, _ in options.power_lays(legal, power) if h == here]
        return play.choices([(t, tile_choice(live.game, here, t)) for t in tiles], typed)

    @use.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        power = str(play.filled(interaction, "private") or "").upper()
        return rotations(interaction, options.power_lays(legal, power) if legal else [])

    @use.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        if not live or not legal:
            return []
        game = live.game
        cities = [(f[0], int(f[1])) for f in legal.powers.get("P5", []) if len(f) == 2]
        pairs = [(options.city_value(game, h, c), city_choice(game, h, c)) for h, c in cities]
        return play.choices(pairs, typed)


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
        city: app_commands.Range[int, 1, 2] | None = None,
        tile: str | None = None,
        rotation: app_commands.Range[int, 0, 5] | None = None,
    ) -> None:
        """Place the home station."""
        await play.move(interaction, lambda game: options.home(game, hex, city, tile, rotation))

    @place.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        places = [h for h, _ in legal.homes] + [h for h, _, _ in legal.home_tiles] if legal else []
        return play.choices([(h, hex_choice(h)) for h in places], typed)

    @place.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        if not live or not legal:
            return []
        here = str(play.filled(interaction, "hex") or "").upper()
        tiles = [t for h, t, _ in legal.home_tiles if h == here]
        return play.choices([(t, tile_choice(live.game, here, t)) for t in tiles], typed)

    @place.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        return rotations(interaction, legal.home_tiles if legal else [])

    @place.autocomplete("city")
    async def _cities(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        if not live or not legal:
            return []
        here = str(play.filled(interaction, "hex") or "").upper()
        return [
            app_commands.Choice(name=city_choice(live.game, h, c), value=c + 1)
            for h, c in legal.homes
            if h == here
        ]


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
