"""The sentences about an offer for a train."""

from __future__ import annotations

from bot.present import words
from engine import Game
from storage import Offer


def _terms(game: Game, offer: Offer) -> str:
    """As in "**MR** offers ₹210 for a 2 train of **CGR**"."""
    owned = game.state.owned_train(offer.train)
    what = f"a {words.train(owned[1].kind)} train of **{owned[0].id}**" if owned else "a train"
    return f"**{offer.company}** offers {words.money(offer.price)} for {what}"


def offer_line(game: Game, offer: Offer, seat: int, holder: int) -> str:
    """The question to the head of the seller."""
    return f"<@{holder}>: {_terms(game, offer)}. {words.player(game.state, seat)} decides."


def asking_line(game: Game, offer: Offer) -> str:
    """The offer as the one who decides it reads it."""
    return f"{_terms(game, offer)}."


def waiting_line(game: Game, offer: Offer) -> str:
    """The offer as the status shows it while it waits."""
    owned = game.state.owned_train(offer.train)
    head = owned[0].head if owned else None
    who = words.player(game.state, head) if head else "Its owner"
    return f"{_terms(game, offer)}: {who} has not answered yet."


def ended_line(game: Game, offer: Offer, how: str) -> str:
    """What becomes of the question: "Refused", "Withdrawn" or the like."""
    return f"~~{_terms(game, offer)}.~~ {how}."
