"""Moves taken back: one's own without asking, those of others with the consent of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.live import LiveGame, Mover
from bot.games.refusals import NotYourMove
from bot.refusal import PlayerError
from engine import Applied
from engine.actions import KeepCards
from engine.events import RoundStarted, TurnStarted
from engine.journal import Undo

ONE, TURN = "one", "turn"
NOTHING = "There is nothing to undo: no move was made yet."


@dataclass(frozen=True, slots=True)
class TakingBack:
    """What would be taken back: all moves after the first `to`; `asked` are to agree to it.

    `others` are the numbers (from 1) of the moves that are not the asker's own to take back.
    """

    to: int
    moves: tuple[Applied, ...]
    asked: tuple[int, ...]
    others: tuple[int, ...]


class NeedsConsent(PlayerError):
    """Others must agree before those moves are taken back."""

    def __init__(self, live: LiveGame, taking: TakingBack) -> None:
        super().__init__("Others made some of those moves: `/game undo` asks them.")
        self.live = live
        self.taking = taking


def taking_back(live: LiveGame, user_id: int, to: int) -> TakingBack:
    """What a member would take back, and who is to agree.

    Past something that was uncovered, the choices of the selection, everybody is asked.

    Raises:
        PlayerError: There is nothing, or the member has no part in this game.
    """
    if not live.movers:
        raise PlayerError(NOTHING)
    if not 0 <= to < len(live.movers):
        raise PlayerError(f"The game has {len(live.movers)} moves: choose one of them.")
    last = live.movers[-1]
    if not live.seats_of(user_id) and not is_own(live, last, user_id):
        raise NotYourMove(live, last.seat)
    moves = tuple(live.game.history[to:])
    foreign = {
        number: mover
        for number, mover in enumerate(live.movers[to:], to + 1)
        if not is_own(live, mover, user_id)
    }
    owners = [owner_of(live, mover) for mover in foreign.values()]
    uncovering = {number for number, move in enumerate(moves, to + 1) if _uncovers(move)}
    if uncovering:
        owners += [seat.user_id for seat in live.seats]
    asked = dict.fromkeys(user for user in owners if user is not None and user != user_id)
    return TakingBack(to, moves, tuple(asked), tuple(sorted({*foreign, *uncovering})))


def undo_entry(live: LiveGame, user_id: int | None, to: int, agreed: tuple[int, ...]) -> Undo:
    """The entry that takes moves back, if all who are asked are among those who agreed.

    Raises:
        NeedsConsent: Somebody must be asked first.
        PlayerError: There is nothing to take back.
    """
    taking = taking_back(live, user_id or 0, to)
    if not set(taking.asked) <= set(agreed):
        raise NeedsConsent(live, taking)
    seats = [seat.number for seat in live.seats if seat.user_id in taking.asked]
    return Undo(to, tuple(seats))


def alone(live: LiveGame, user_id: int, to: int) -> bool:
    """Whether a member may take back all moves after the first `to` without asking anybody."""
    return not taking_back(live, user_id, to).asked


def last_move(live: LiveGame) -> int:
    """How many moves stand without the last one."""
    return len(live.movers) - 1


def start_of_turn(live: LiveGame, user_id: int) -> int:
    """How many moves stand without those of the member's turn: of the last one, if it is over."""
    to = last_move(live)
    while to > 0 and is_own(live, live.movers[to - 1], user_id) and not _begins(live, to - 1):
        to -= 1
    return max(to, 0)


def last_turn(live: LiveGame, user_id: int) -> int:
    """How many moves stood when the member's last turn was over; one that is on is not counted."""
    end = len(live.movers)
    seat = live.game.player_to_act
    if seat is not None and live.holder(seat) == user_id:
        while end and is_own(live, live.movers[end - 1], user_id) and not _begins(live, end - 1):
            end -= 1
    while end and not is_own(live, live.movers[end - 1], user_id):
        end -= 1
    return end


def is_own(live: LiveGame, mover: Mover, user_id: int) -> bool:
    """Whether a move was made by a member, or from a seat that he has now."""
    return user_id in {mover.author, live.holder(mover.seat) if mover.seat else None}


def owner_of(live: LiveGame, mover: Mover) -> int | None:
    """The member who has a move now: the holder of its seat."""
    return live.holder(mover.seat) if mover.seat else mover.author


def _begins(live: LiveGame, place: int) -> bool:
    """Whether another turn began with the move at a place."""
    return any(isinstance(e, TurnStarted | RoundStarted) for e in live.game.history[place].events)


def _uncovers(move: Applied) -> bool:
    """Whether a move laid open what was hidden: the last choice of the selection does (1.3)."""
    return isinstance(move.action, KeepCards) and any(
        isinstance(event, RoundStarted) for event in move.events
    )
