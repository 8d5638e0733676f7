"""An earlier moment of a game, as it is typed: a move's number, a round, one's own last turn."""

from __future__ import annotations

import re

from bot.games.live import LiveGame
from bot.games.undoing import last_turn
from bot.present import words
from bot.refusal import PlayerError
from engine import Game
from engine.events import RoundStarted

LAST_TURN = "my last turn"
ROUND = re.compile(r"(or|sr)\s*(\d{1,3})(?:\.([12]))?", re.IGNORECASE)


def read_moment(live: LiveGame, text: str, user_id: int) -> int:
    """After how many moves the moment was that is meant: a round means its beginning.

    Raises:
        PlayerError: The game has no such moment.
    """
    wanted = text.strip().lstrip("#")
    if wanted.casefold() == LAST_TURN:
        if not live.seats_of(user_id):
            raise PlayerError("You have no seat in this game, so no turn of yours is in its log.")
        return last_turn(live, user_id)
    begun = begun_rounds(live.game)
    if found := ROUND.fullmatch(wanted):
        name = round_key(found[1], found[2], found[3])
        if name in begun:
            return begun[name]
        raise PlayerError(f"{name} has not begun. {_known(begun)}")
    moves = len(live.game.history)
    if not wanted.isdecimal():
        raise PlayerError(f"Say a round, as `OR 2.1`, or the number of a move. {_known(begun)}")
    if len(wanted) > 6 or int(wanted) > moves:
        raise PlayerError(f"The game has {words.count(moves, 'move')}.")
    return int(wanted)


def round_key(kind: str, turn: str | int, number: str | int | None) -> str:
    """A round as it is typed: "OR 2.1", "SR 3"."""
    return f"OR {turn}.{number or 1}" if kind.upper() == "OR" else f"SR {turn}"


def begun_rounds(game: Game) -> dict[str, int]:
    """The rounds that have begun, by what is typed for them, each with the moves before it."""
    found = {}
    for place, applied in enumerate(game.history, 1):
        for event in applied.events:
            if isinstance(event, RoundStarted) and event.round in ("stock", "operating"):
                kind = "OR" if event.round == "operating" else "SR"
                found[round_key(kind, event.turn, event.number)] = place
    return found


def moments(live: LiveGame, user_id: int) -> list[tuple[str, str]]:
    """(value, label) of the moments that autocomplete offers, the latest first."""
    turn = [(LAST_TURN, LAST_TURN)] if live.seats_of(user_id) else []
    begun = begun_rounds(live.game)
    return [*turn, *((name, f"{name} began (move {begun[name]})") for name in reversed(begun))]


def _known(begun: dict[str, int]) -> str:
    last = list(begun)[-1:]
    return f"The last round that began is {last[0]}." if last else "No round has begun yet."
