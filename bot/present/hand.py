"""A player's hand, for the player alone."""

from __future__ import annotations

import discord

from bot.present import words
from engine import Game
from engine.state import face_value


def hand_embed(game: Game, seat: int) -> discord.Embed:
    """The certificates in a hand with their prices; to be shown to that player only."""
    player = game.state.players[seat]
    cards = sorted(player.hand)
    lines = [
        f"`{card}` {words.card_name(card)} – {words.money(face_value(card))}" for card in cards
    ]
    name = words.player(game.state, seat)
    return discord.Embed(
        title=f"The hand of {name}"[:256],
        description="\n".join(lines) or "No certificate is left in this hand.",
    )
