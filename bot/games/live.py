"""A stored game as it is played: the engine's game, who sits where, and who made which move.

A `LiveGame` is never changed: whoever plays on gets another one. So a look-up needs no lock, and
a move that could not be stored leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.games.now import turn_key
from bot.games.setups import setup_of
from bot.games.turn import Turn, turn_on
from engine import Applied, Game, Legal, current
from engine.actions import AnyAction
from engine.events import Event, RoundStarted, StepSkipped, TurnStarted
from engine.journal import Entry, Redo, Undo, play
from storage import Offer, Seat, StoredGame

BEGINS = (RoundStarted, TurnStarted, StepSkipped)
"""After these a turn is another one, even where the same player is in the same step."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Who made a standing move: the member of Discord (None for an imported one) and the seat."""

    author: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """That a move was taken back by the entry at `place`: who did it, and the seats that agreed."""

    place: int
    author: int | None
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Logged:
    """A move in the log, with its number at the time; `back` if it was taken back.

    `seat` decided it, in the turn `turn`; `made` is the place of its entry, `touched` that of the
    entry that took it back or brought it back last. `why` the bot made it itself, if it did.
    """

    number: int
    applied: Applied
    seat: int | None = None
    turn: Turn | None = None
    made: int = 0
    touched: int = 0
    back: TakenBack | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game as it stands after the entry at place `sequence`.

    `since` is the place at which the turn began that is on: the decision of this player, for this
    company, in this step. `movers` are those of the moves that stand; `undone` those that redo
    would bring back, each with the member who undid them. `log` are all moves, also those that were
    taken back.
    """

    stored: StoredGame
    game: Game
    sequence: int = 0
    since: int = 0
    movers: tuple[Mover, ...] = ()
    undone: tuple[tuple[int | None, tuple[Mover, ...]], ...] = ()
    log: tuple[Logged, ...] = ()
    _legal: dict[bool, Legal | None] = field(default_factory=dict, compare=False)

    @classmethod
    def start(cls, stored: StoredGame) -> LiveGame:
        """The game before its first entry."""
        game = Game(setup_of(stored))
        game.seal()
        return cls(stored, game)

    def after(
        self, entries: Iterable[tuple[Entry, int | None]], whys: Sequence[str | None] = ()
    ) -> tuple[LiveGame, tuple[Event, ...]]:
        """The game after further entries, each with its author; and what the last of them did.

        `whys` says of each why the bot made it itself, None where it did not.

        Raises RuleViolation for an entry that the rules forbid.
        """
        game = self.game.copy()
        sequence, since = self.sequence, self.since
        movers, undone, logged = list(self.movers), list(self.undone), list(self.log)
        events: tuple[Event, ...] = ()
        for index, (entry, author) in enumerate(entries):
            before = turn_key(game)
            turn = turn_on(game, _last_turn(logged))
            events = play(game, entry)
            sequence += 1
            if isinstance(entry, Undo):
                undone.append((author, tuple(movers[entry.to :])))
                del movers[entry.to :]
                _strike(logged, entry.to, TakenBack(sequence, author, entry.agreed))
            elif isinstance(entry, Redo):
                movers += undone.pop()[1]
                _bring_back(logged, sequence)
            else:
                number, applied = len(game.history), game.history[-1]
                why = whys[index] if index < len(whys) else None
                logged.append(Logged(number, applied, before[0], turn, sequence, sequence, why=why))
                undone.clear()
                movers.append(Mover(author, before[0]))
            begun = any(isinstance(event, BEGINS) for event in events)
            if begun or not events or before != turn_key(game):
                since = sequence
        game.seal()
        return (
            LiveGame(
                self.stored, game, sequence, since, tuple(movers), tuple(undone), tuple(logged)
            ),
            events,
        )

    def legal(self, *, lays: bool = True) -> Legal | None:
        """What may be done now, remembered. To look at only."""
        if lays not in self._legal:
            self._legal[lays] = self.game.legal(lays)
        return self._legal[lays]

    def try_out(self, action: AnyAction) -> None:
        """Check an action without taking it. Raises RuleViolation if the rules forbid it."""
        current(state := self.game.fork()).apply(state, action)

    @property
    def turn(self) -> Turn | None:
        """The turn that is on, in which the next move would be."""
        return turn_on(self.game, self.last_turn)

    @property
    def last_turn(self) -> Turn | None:
        """The turn of the last move that stands."""
        return _last_turn(self.log)

    def turns_of(self, place: int) -> list[Turn]:
        """The turns of moves that the entry at `place` made, or that it or a later one touched."""
        rows = (row for row in self.log if row.made <= place <= row.touched)
        return list(dict.fromkeys(row.turn for row in rows if row.turn is not None))

    @property
    def offer(self) -> Offer | None:
        """The offer for a train that waits for its answer; it ends with the next entry."""
        offer = self.stored.offer
        return offer if offer is not None and offer.sequence == self.sequence else None

    @property
    def authors(self) -> set[int]:
        """The members who made, took back or brought back what is kept of the moves."""
        found = {mover.author for mover in self.movers} | {author for author, _ in self.undone}
        found |= {mover.author for _, movers in self.undone for mover in movers}
        found |= {row.back.author for row in self.log if row.back is not None}
        return {author for author in found if author is not None}

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


def _strike(logged: list[Logged], to: int, back: TakenBack) -> None:
    """Mark the standing moves after the first `to`."""
    standing = [place for place, row in enumerate(logged) if row.back is None]
    for place in standing[to:]:
        logged[place] = replace(logged[place], back=back, touched=back.place)


def _bring_back(logged: list[Logged], at: int) -> None:
    """Take the mark from the moves that were taken back last."""
    latest = max(row.back.place for row in logged if row.back is not None)
    for place, row in enumerate(logged):
        if row.back is not None and row.back.place == latest:
            logged[place] = replace(row, back=None, touched=at)


def _last_turn(logged: Sequence[Logged]) -> Turn | None:
    """The turn of the last move that stands."""
    return next((row.turn for row in reversed(logged) if row.back is None), None)
