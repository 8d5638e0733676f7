"""Certificate selection (1.3): in seating order each player secretly keeps some certificates."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from engine.actions import AnyAction, KeepCards
from engine.components import components
from engine.errors import require
from engine.flow import wrong_step
from engine.legal import Legal
from engine.state import Round, State


@dataclass(slots=True)
class SelectRound(Round):
    """The hands keep all dealt cards until the last player has chosen."""

    name: str = "select"
    number: int = 1
    kept: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @override
    def step(self, state: State) -> str:
        return "select"

    @override
    def actor(self, state: State) -> int:
        return next(p for p in state.order if p not in self.kept)

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        if not isinstance(action, KeepCards):
            raise wrong_step(state)
        seat = self.actor(state)
        player = state.players[seat]
        require(
            action.actor == seat, f"It is {player.name}'s turn to select certificates.", "1.3.1"
        )
        check_choice(state, seat, action.cards)
        self.kept[seat] = action.cards

    @override
    def advance(self, state: State) -> bool:
        return len(self.kept) == len(state.order)

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        seat = self.actor(state)
        return Legal(
            "select", seat, keep=sorted(state.players[seat].hand), keep_count=keep_count(state)
        )


def check_choice(state: State, seat: int, cards: tuple[str, ...]) -> None:
    """Check what a player wants to keep (1.3.1), whoever else has chosen. Raises RuleViolation."""
    count = keep_count(state)
    require(
        len(cards) == count and len(set(cards)) == count,
        f"Keep exactly {count} certificates; you named {_named(cards)}.",
        "1.3.1",
    )
    missing = [c for c in cards if c not in state.players[seat].hand]
    require(not missing, f"Not in your hand: {', '.join(missing)}. `/hand show` shows it.", "1.3.1")


def _named(cards: tuple[str, ...]) -> str:
    """How many certificates were named, and which of them twice."""
    twice = sorted({card for card in cards if cards.count(card) > 1})
    again = f", {' and '.join(twice)} more than once" if twice else ""
    return f"{len(cards)}{again}"


def keep_count(state: State) -> int:
    """How many certificates each player keeps (1.1)."""
    return int(components().by_players("certificates_kept", len(state.players)))
