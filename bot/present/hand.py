"""A player's hand, for the player alone."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.present import words
from bot.present.ask import POWERS
from engine import Game
from engine.state import face_value


def hand_embed(game: Game, seat: int, kept: Collection[str] = ()) -> discord.Embed:
    """The certificates in a hand with their prices and powers, the equal ones in one line.

    What its player has chosen to keep comes first and apart from what he gives back. To be shown
    to that player only.
    """
    cards = sorted(game.state.players[seat].hand)
    if kept:
        stays = [card for card in cards if card in kept]
        goes = [card for card in cards if card not in kept]
        lines = [f"**Kept ({len(stays)})**", *_lines(stays)]
        lines += [f"**Given back ({len(goes)})**", *_lines(goes)]
    else:
        lines = _lines(cards)
    name = words.player(game.state, seat)
    return discord.Embed(
        title=f"The hand of {name}"[:256],
        description="\n".join(lines) or "No certificate is left in this hand.",
    )


def _lines(cards: Collection[str]) -> list[str]:
    alike: dict[str, list[str]] = {}
    for card in cards:
        power = f", {POWERS[card]}" if card in POWERS else ""
        text = f"{words.card_name(card)} – {words.money(face_value(card))}{power}"
        alike.setdefault(text, []).append(f"`{card}`")
    return [
        f"{' '.join(same)} {text}" + (f", {len(same)} of them" if len(same) > 1 else "")
        for text, same in alike.items()
    ]
