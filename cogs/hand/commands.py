"""`/hand` and `/draft`: a player's own certificates, which nobody else may see."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import kind_choices
from bot.refusal import PlayerError
from cogs.hand import choosing, ranking
from engine import Game
from engine.actions import DraftCard

NOTHING = {"", "-", "none", "empty"}


def player_on_turn(game: Game) -> int:
    """The player who drafts now."""
    actor = game.actor
    if not isinstance(actor, int):
        raise PlayerError("Cards are drafted at the start of a game only.")
    return actor


def read_cards(text: str) -> tuple[str, ...]:
    """Cards by their names, with blanks or commas between."""
    return tuple(text.upper().replace(",", " ").split())


class Hand(commands.GroupCog, name="hand", description="Your own hand, for your eyes only"):
    """The hand of the asker."""

    @app_commands.command(description="Show your hand, to you alone")
    async def show(self, interaction: discord.Interaction) -> None:
        """The certificates that the asker may buy from the hand."""
        await choosing.show(interaction, await play.look(interaction))

    @app_commands.command(description="Keep certificates of the hand that was dealt to you")
    @app_commands.describe(cards="The cards to keep, as EIR_3 P2 …, with blanks between")
    async def keep(self, interaction: discord.Interaction, cards: str) -> None:
        """Select the certificates to keep; what they are stays hidden."""
        kept = await choosing.keep(interaction, read_cards(cards))
        await play.say(interaction, choosing.kept_text(kept))
        bot = play.client(interaction)
        await bot.notifier.flush_game(kept.live.stored.id)
        await bot.notifier.warn(interaction, kept.live.stored.id)


class Draft(commands.GroupCog, name="draft", description="The draft of certificates"):
    """The draft."""

    @app_commands.command(description="Take one card of the draft")
    @app_commands.describe(card="Which card")
    async def pick(self, interaction: discord.Interaction, card: str) -> None:
        """Draft a card."""
        name = card.strip().upper()
        await play.move(interaction, lambda game: DraftCard(player_on_turn(game), name))

    @app_commands.command(description="Your private list, from which the bot picks in your turn")
    @app_commands.describe(
        cards="The best first, as EIR_0 P2 …; none clears the list; leave it out to see the list",
        seat="Which of your seats, if you have several",
    )
    async def queue(
        self,
        interaction: discord.Interaction,
        cards: str | None = None,
        seat: app_commands.Range[int, 1, 5] | None = None,
    ) -> None:
        """Rank cards for the draft."""
        live = await play.look(interaction)
        own = ranking.seat_of(live, interaction.user.id, seat)
        if cards is not None:
            named = () if cards.strip().lower() in NOTHING else read_cards(cards)
            await play.client(interaction).opening.rank(live, own, named)
        await ranking.show(interaction, live, own)

    @pick.autocomplete("card")
    async def _cards(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal(lays=False)
        if legal is None or legal.step != "draft":
            raise PlayerError("No draft is on: cards are drafted at the start of a game.")
        return play.choices(kind_choices(live.game, legal.draft), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cogs to the bot."""
    await bot.add_cog(Hand())
    await bot.add_cog(Draft())
    bot.add_dynamic_items(choosing.KeepSelect, ranking.RankSelect, ranking.RankButton)
