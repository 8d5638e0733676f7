"""The draft (1.3): rejects and Director's certificates lie open; one card a pick."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

from engine.actions import AnyAction, DraftCard
from engine.components import GIPR
from engine.errors import require
from engine.events import CardMoved
from engine.flow import wrong_step
from engine.legal import Legal
from engine.rounds.selection import SelectRound
from engine.state import Round, State


@dataclass(slots=True)
class DraftRound(Round):
    """The first cycle goes in reverse seating order, all later ones in seating order."""

    cards: list[str]
    picks: int = 0
    name: str = "draft"
    number: int = 1

    @override
    def step(self, state: State) -> str:
        return "draft"

    @override
    def actor(self, state: State) -> int:
        return picker(self.picks, len(state.order))

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        if not isinstance(action, DraftCard):
            raise wrong_step(state)
        seat = self.actor(state)
        require(action.actor == seat, f"It is {state.players[seat].name}'s turn to draft.", "1.3.2")
        require(
            action.card in self.cards,
            f"{action.card} is not among the cards of the draft.",
            "1.3.2",
        )
        self.cards.remove(action.card)
        state.players[seat].hand.append(action.card)
        state.emit(CardMoved(action.card, "draft", seat))
        self.picks += 1

    @override
    def advance(self, state: State) -> bool:
        return not self.cards

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        return Legal("draft", self.actor(state), draft=sorted(self.cards))


def picker(pick: int, players: int) -> int:
    """The seat that makes the pick number `pick` (from 0)."""
    return players - pick if pick < players else pick % players + 1


def open_draft(state: State, selection: SelectRound) -> DraftRound:
    """Move the rejects of all hands and the Director's certificates into the draft."""
    cards = [f"{c}_0" for c in state.companies if c != GIPR]
    for seat in state.order:
        player = state.players[seat]
        kept = selection.kept[seat]
        cards += [c for c in player.hand if c not in kept]
        player.hand = list(kept)
    return DraftRound(cards)
