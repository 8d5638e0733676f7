"""Look-ups: the game, treasuries, players, the map, the share track, trains, IPO rows, bonds."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.games.live import LiveGame
from bot.lasting import LastingView
from bot.present import lookups, scenes
from bot.present.calling import waits_for
from bot.present.choices import company_choices
from bot.present.status import status_embed
from bot.present.treasury import find_company, treasuries_embed
from bot.typed import places, players
from bot.typed.moments import moments, read_moment
from cogs.lookup import in_words, map_view, treasury_view
from cogs.turn.items import call_view


def status_view(live: LiveGame) -> discord.ui.View:
    """What stands under the status of a game: the way to one's turn, and all of it in words."""
    view = LastingView() if live.game.finished else call_view(live)
    return view.add_item(in_words.InWords(live.stored.id))


class Lookup(commands.Cog):
    """Answers questions; only the asker sees the answer unless it is asked for in public."""

    @app_commands.command(description="The game: whose turn, operating order, every company")
    @play.for_all
    async def status(self, interaction: discord.Interaction, public: bool = False) -> None:
        """The state of the game."""
        live = await play.look(interaction)
        times = await play.client(interaction).calling.times(live)
        embed = status_embed(live.game, live.stored.name, live.offer, times)
        seats = live.seats_of(interaction.user.id)
        if not public and any(waits_for(live, seat.number) for seat in seats):
            await play.say(interaction, embed=embed, view=call_view(live))
            return
        await play.say(interaction, embed=embed, public=public)

    @app_commands.command(description="A company's treasury, or all in a table")
    @app_commands.describe(company="Which company")
    @play.for_all
    async def treasury(
        self, interaction: discord.Interaction, company: str | None = None, public: bool = False
    ) -> None:
        """What a company has, and what came in and went out in this round."""
        live = await play.look(interaction)
        if company is None:
            await play.say(interaction, embed=treasuries_embed(live.game), public=public)
            return
        found = find_company(live.game, company)
        await treasury_view.show(interaction, live, found, public=public)

    @app_commands.command(description="What a player owns (never the hand)")
    @app_commands.describe(who="Which player")
    @play.for_all
    async def player(
        self, interaction: discord.Interaction, who: str | None = None, public: bool = False
    ) -> None:
        """Cash, certificates and worth of a player."""
        live = await play.look(interaction)
        seat = players.read_player(live, who, interaction.user.id)
        await play.say(interaction, embed=lookups.player_embed(live.game, seat), public=public)

    @app_commands.command(description="The share track with its markers")
    @play.for_all
    async def market(self, interaction: discord.Interaction, public: bool = False) -> None:
        """The share prices."""
        game = (await play.look(interaction)).game
        view = scenes.market_view(game, await play.theme(interaction))
        await play.show(
            interaction, view, "market", embed=lookups.market_embed(game), public=public
        )

    @app_commands.command(name="map", description="The map around a company, a hex, or the whole")
    @app_commands.describe(
        area="A company, a hex, a region, whole, or legend",
        at="As it was: a round, the number of a move, or my last turn",
        routes="With the best routes of the company's trains",
    )
    @play.for_all
    async def map_(
        self,
        interaction: discord.Interaction,
        area: str | None = None,
        at: str | None = None,
        routes: bool = False,
        public: bool = False,
    ) -> None:
        """A picture of the map, with a text that tells it all."""
        live = await play.look(interaction)
        theme, limit = await play.theme(interaction), play.patience(interaction)
        text = None
        if at is None:
            view = await map_view.view(live, area, theme, routes=routes, limit=limit)
        else:
            moment = read_moment(live, at, interaction.user.id)
            view, text = await map_view.as_it_was(live, moment, area, theme, routes=routes)
        view = await play.client(interaction).pictures.numbered(view, interaction.user.id)
        await play.show(interaction, view, "map", text, public=public, in_words=True)

    @app_commands.command(description="Trains on sale, in the discard, and owned")
    @play.for_all
    async def trains(self, interaction: discord.Interaction, public: bool = False) -> None:
        """The trains."""
        game = (await play.look(interaction)).game
        await play.say(interaction, embed=lookups.trains_embed(game), public=public)

    @app_commands.command(description="The IPO rows and the Open Market")
    @play.for_all
    async def ipo(self, interaction: discord.Interaction, public: bool = False) -> None:
        """What is for sale."""
        game = (await play.look(interaction)).game
        await play.say(interaction, embed=lookups.ipo_embed(game), public=public)

    @app_commands.command(description="The Royal Bonds and their conversion")
    @play.for_all
    async def bonds(self, interaction: discord.Interaction, public: bool = False) -> None:
        """The Royal Bonds."""
        game = (await play.look(interaction)).game
        await play.say(interaction, embed=lookups.bonds_embed(game), public=public)

    @treasury.autocomplete("company")
    async def _companies(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(company_choices((await play.look(interaction)).game), typed)

    @map_.autocomplete("area")
    async def _areas(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(places.areas((await play.look(interaction)).game), typed)

    @map_.autocomplete("at")
    async def _moments(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.look(interaction)
        return play.choices(moments(live, interaction.user.id), typed)

    @player.autocomplete("who")
    async def _players(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(players.players(await play.look(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot, and its button to the status and the cards."""
    await bot.add_cog(Lookup())
    bot.add_dynamic_items(in_words.InWords)
    bot.notifier.cards.words = in_words.words_view
    bot.notifier.standing.buttons = status_view
