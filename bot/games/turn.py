"""The turns of a game's log: to which turn of a company, or of a player, each move belongs."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game, OperatingRound, StockRound
from engine.events import EntityId


@dataclass(frozen=True, slots=True)
class Turn:
    """A company's turn in an Operating Round, or a player's in a Stock Round.

    `set` and `number` are those of its round; `selling` tells the two kinds of stock turns apart
    (1.4). It began after `begun` moves: so it is the same turn after an undo within it, and another
    one where moves before it were taken back.
    """

    actor: EntityId
    round: str
    set: int
    number: int
    selling: bool
    begun: int

    @property
    def name(self) -> str:
        """A name that no other turn of the game has."""
        kind = f"{self.round}-{self.set}-{self.number}{'-selling' if self.selling else ''}"
        return f"{kind}-{self.actor}-{self.begun}"


def turn_on(game: Game, last: Turn | None) -> Turn | None:
    """The turn to which the next move belongs; `last` is that of the last move.

    None in the selection and in the draft, where a turn is a single choice. A question, of a home
    station or of GIPR's exchange, belongs to the turn in which it came up.
    """
    state = game.state
    round_ = state.round
    selling = False
    if state.pending and last is not None:
        return last
    if isinstance(round_, OperatingRound):
        if round_.turn is None:
            return last
        actor: EntityId = round_.turn.company
    elif isinstance(round_, StockRound):
        actor, selling = round_.actor(state), round_.selling
    else:
        return None
    found = Turn(actor, round_.name, state.turn, round_.number, selling, len(game.history))
    if last is not None and _same(found, last):
        return last
    return found


def _same(one: Turn, other: Turn) -> bool:
    own = (one.actor, one.round, one.set, one.number, one.selling)
    return own == (other.actor, other.round, other.set, other.number, other.selling)
