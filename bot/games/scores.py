"""The end of a game as facts: that it comes, and what each player has in the end (1.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.games.facts import Closing, Score, Scored, ShareWorth
from engine import Game, scoring
from engine.components import components
from engine.events import BankBroken, Event
from engine.state import SHARE, Player, State, face_value


def closing(before: Game, after: Game, events: Sequence[Event]) -> Closing | None:
    """That a move has broken the bank, or brought a price to the end of the market."""
    state = after.state
    reason: Literal["bank", "stock_market"] | None = None
    if any(isinstance(event, BankBroken) for event in events):
        reason = "bank"
    if state.end_reached and not before.state.end_reached:
        reason = "stock_market"
    if reason is None or after.finished:
        return None
    return Closing(reason, state.round.name, state.turn, state.round.number)


def scored(game: Game) -> Scored:
    """The scores as they stand, with how each is made up."""
    state = game.state
    held = {company for player in state.players.values() for company in player.shares}
    worths = tuple(_share(state, company) for company in state.companies if company in held)
    return Scored(tuple(_score(player, worth) for player, worth in scoring.standing(state)), worths)


def _share(state: State, name: str) -> ShareWorth:
    company = state.companies[name]
    book = scoring.book_value(state, company)
    return ShareWorth(name, company.price, book, scoring.share_worth(state, company))


def _score(player: Player, worth: int) -> Score:
    return Score(
        player.id,
        worth,
        player.cash,
        sum(face_value(private) for private in player.privates),
        player.bonds * components().bond_value,
        tuple((c, percent // SHARE) for c, percent in sorted(player.shares.items()) if percent),
    )
