"""Why a move is not taken, as facts: the sentences are made where they are said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.refusal import PlayerError
from engine import WrongStepError
from engine.journal import Entry

if TYPE_CHECKING:
    from bot.games.live import LiveGame


class NotYourTurn(PlayerError):
    """Somebody else decides now."""

    def __init__(self, live: LiveGame) -> None:
        super().__init__("It is not your turn.")
        self.live = live


class NotYourMove(PlayerError):
    """The last move was made by the player of `seat`, or by nobody who sits there."""

    def __init__(self, live: LiveGame, seat: int | None) -> None:
        super().__init__("Only who made the last move can undo it.")
        self.live = live
        self.seat = seat


class WrongStep(PlayerError):
    """The action belongs to another step than the one that is on."""

    def __init__(self, live: LiveGame, refusal: WrongStepError) -> None:
        super().__init__(str(refusal))
        self.live = live


class NotAnnounced(PlayerError):
    """The command was given before its player was told of the turn that it would have hit."""

    def __init__(self, live: LiveGame, entry: Entry) -> None:
        super().__init__("The turn has changed since: give the command again.")
        self.live = live
        self.entry = entry
