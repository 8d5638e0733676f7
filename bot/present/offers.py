"""The sentences about an offer for a train."""

from __future__ import annotations

from bot.present import words
from engine import Game
from engine.state import Company
from storage import Offer


def _owner(game: Game, offer: Offer) -> Company | None:
    return next((c for c in game.state.companies.values() if c.train(offer.train)), None)


def _terms(game: Game, offer: Offer) -> str:
    """As in "**MR** offers ₹210 for a 2 train of **CGR**"."""
    kind, owner = words.train(offer.train.rpartition("-")[0]), _owner(game, offer)
    of = f" of **{owner.id}**" if owner else ""
    return f"**{offer.company}** offers {words.money(offer.price)} for a {kind} train{of}"


def offer_line(game: Game, offer: Offer, seat: int, holder: int) -> str:
    """The question to the head of the seller."""
    return f"<@{holder}>: {_terms(game, offer)}. {words.player(game.state, seat)} decides."


def asking_line(game: Game, offer: Offer) -> str:
    """The offer as the one who decides it reads it."""
    return f"{_terms(game, offer)}."


def waiting_line(game: Game, offer: Offer) -> str:
    """The offer as the status shows it while it waits."""
    owner = _owner(game, offer)
    who = words.player(game.state, owner.head) if owner and owner.head else "Its owner"
    return f"{_terms(game, offer)}: {who} has not answered yet."


def ended_line(game: Game, offer: Offer, how: str) -> str:
    """What becomes of the question: "Refused", "Withdrawn" or the like."""
    return f"~~{_terms(game, offer)}.~~ {how}."
