"""A stored game as it is played: the engine's game, who sits where, and who made which move."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.games.setups import setup_of
from bot.present import words
from engine.actions import AnyAction
from engine.events import EntityId, Event
from engine.flow import Legal, current
from engine.game import Game
from engine.journal import Entry, Redo, Undo, decode, play
from storage import Seat, StoredAction, StoredGame


@dataclass(frozen=True, slots=True)
class Mover:
    """Who made a standing move: the member of Discord (None for an imported one) and the seat."""

    author: int | None
    seat: int | None


@dataclass(slots=True)
class LiveGame:
    """A game in memory; `sequence` is the place of the last entry that it has taken in.

    `movers` are those of the moves that stand; `undone` those that redo would bring back, each
    with the member who undid them.
    """

    stored: StoredGame
    game: Game
    sequence: int = 0
    movers: list[Mover] = field(default_factory=list)
    undone: list[tuple[int | None, list[Mover]]] = field(default_factory=list)
    _legal: dict[bool, Legal | None] = field(default_factory=dict)

    @classmethod
    def start(cls, stored: StoredGame) -> LiveGame:
        """The game before its first entry."""
        return cls(stored, Game(setup_of(stored)))

    def renew(self, stored: StoredGame, names: tuple[str, ...]) -> None:
        """Take in how the game is stored now: its seats, and what the players are called."""
        self.stored = stored
        self.game.call(names)

    def take(self, entry: Entry, author: int | None) -> tuple[Event, ...]:
        """Play the next entry of the list. Raises RuleViolation, nothing then being changed."""
        seat = self.game.player_to_act
        events = play(self.game, entry)
        self.sequence += 1
        self._legal.clear()
        if isinstance(entry, Undo):
            self.undone.append((author, self.movers[entry.to :]))
            del self.movers[entry.to :]
        elif isinstance(entry, Redo):
            self.movers += self.undone.pop()[1]
        else:
            self.undone.clear()
            self.movers.append(Mover(author, seat))
        return events

    def replay(self, actions: tuple[StoredAction, ...]) -> None:
        """Take in entries that were stored meanwhile."""
        for action in actions:
            self.take(decode(action.body), action.author)

    def legal(self, *, lays: bool = True) -> Legal | None:
        """What may be done now, remembered until the next entry."""
        if lays not in self._legal:
            self._legal[lays] = self.game.legal(lays)
        return self._legal[lays]

    def try_out(self, action: AnyAction) -> None:
        """Check an action without taking it. Raises RuleViolation if the rules forbid it."""
        current(state := self.game.fork()).apply(state, action)

    # -- who sits where --------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the game's order; their numbers count from 1, as the engine's do."""
        return self.stored.seats

    def seat(self, number: int) -> Seat:
        """The seat of that number."""
        return next(s for s in self.seats if s.number == number)

    def seats_of(self, user_id: int) -> list[Seat]:
        """The seats that a member holds."""
        return [s for s in self.seats if s.user_id == user_id]

    def holder(self, number: int) -> int | None:
        """The member in a seat, if it is claimed."""
        return self.seat(number).user_id


def who(game: Game, entity: EntityId) -> str:
    """The name of a player or company, with nothing in it that Discord would format or link."""
    return words.player_name(game.state.name(entity))
