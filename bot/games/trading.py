"""How many certificates a player has once he has traded, and may have (1.4), as a fact."""

from __future__ import annotations

from engine import Game
from engine.actions import AnyAction, BuyCard, BuyShare, ConvertBond, SellCard, SellShares
from engine.state import certificate_limit, certificates

TRADES = (BuyCard, BuyShare, SellShares, SellCard, ConvertBond)


def held_after(game: Game, action: AnyAction) -> tuple[int, int] | None:
    """The certificates of the player who made a trade, and the limit; None for other moves."""
    if not isinstance(action, TRADES) or not isinstance(action.actor, int):
        return None
    return certificates(game.state, game.state.players[action.actor]), certificate_limit(game.state)
