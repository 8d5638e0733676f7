"""`/hand` and `/draft`: a player's own certificates, which nobody else may see."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import card_choice
from bot.present.hand import hand_embed
from bot.refusal import PlayerError
from engine.actions import DraftCard, KeepCards
from engine.game import Game


def player_on_turn(game: Game) -> int:
    """The player who selects or drafts now."""
    actor = game.actor
    if not isinstance(actor, int):
        raise PlayerError("Certificates are chosen and drafted at the start of a game only.")
    return actor


class Hand(commands.GroupCog, name="hand", description="Your own hand, for your eyes only"):
    """The hand of the asker."""

    @app_commands.command(description="Show your hand, to you alone")
    async def show(self, interaction: discord.Interaction) -> None:
        """The certificates that the asker may buy from the hand."""
        live = await play.look(interaction)
        seats = live.seats_of(interaction.user.id)
        if not seats:
            raise PlayerError("You have no seat in this game, so you have no hand.")
        embeds = [hand_embed(live.game, seat.number) for seat in seats]
        await play.say(interaction, embeds=embeds)

    @app_commands.command(description="Keep certificates of the hand that was dealt to you")
    @app_commands.describe(cards="The cards to keep, as EIR_3 P2 …, with blanks between")
    async def keep(self, interaction: discord.Interaction, cards: str) -> None:
        """Select the certificates to keep; what they are stays hidden."""
        chosen = tuple(cards.upper().replace(",", " ").split())
        await play.move(
            interaction,
            lambda game: KeepCards(player_on_turn(game), chosen),
            aside=f"You keep {', '.join(chosen)}. `/hand show` shows your hand, to you alone.",
        )


class Draft(commands.GroupCog, name="draft", description="The draft of certificates"):
    """The draft."""

    @app_commands.command(description="Take one card of the draft")
    @app_commands.describe(card="Which card")
    async def pick(self, interaction: discord.Interaction, card: str) -> None:
        """Draft a card."""
        name = card.strip().upper()
        await play.move(interaction, lambda game: DraftCard(player_on_turn(game), name))

    @pick.autocomplete("card")
    async def _cards(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal(lays=False)
        if legal is None or legal.step != "draft":
            raise PlayerError("No draft is on: cards are drafted at the start of a game.")
        return play.choices([(c, card_choice(live.game, c)) for c in legal.draft], typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cogs to the bot."""
    await bot.add_cog(Hand())
    await bot.add_cog(Draft())
