"""A game of 18 India: its setup and its list of actions; the state is what replaying them gives.

>>> game = Game.new(seed=301, players=["Asha", "Bela"])
>>> game.step, game.actor
('select', 1)
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.actions import AnyAction, EndGame
from engine.errors import RuleViolation
from engine.events import EntityId, Event, GameEnded
from engine.flow import current, head_of
from engine.legal import Legal
from engine.rounds import sequence
from engine.ruleset import RULEBOOK, Ruleset
from engine.sealed import Secret
from engine.setup import new_state
from engine.state import State

CHECKPOINT_EVERY = 16
"""Actions between two copies of the state from which an undo replays."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: `players` in seating order, the seed of 18xx.games or a secret."""

    seed: int | Secret
    players: tuple[str, ...]
    ruleset: Ruleset = RULEBOOK


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that stands, the step in which it was taken, and what it did."""

    action: AnyAction
    step: str
    events: tuple[Event, ...]


class Game:
    """A running game.

    `opening` is what happened in the setup, `history` the actions that stand, `undone` those that
    redo would bring back, by the undo that took them.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state = new_state(setup.seed, setup.players, setup.ruleset)
        self.opening = tuple(self.state.events)
        self.state.events = []
        self.history: list[Applied] = []
        self.undone: list[list[AnyAction]] = []
        self._checkpoints: dict[int, bytes] = {0: _packed(self.state)}
        self._called = setup.players
        self._sealed = False

    @classmethod
    def new(cls, seed: int | Secret, players: Sequence[str], ruleset: Ruleset = RULEBOOK) -> Game:
        """Set a game up. Raises ValueError unless there are 2 to 5 players."""
        return cls(Setup(seed, tuple(players), ruleset))

    def call(self, names: Sequence[str]) -> None:
        """Call the players by other names from now on, in the order of their seats.

        They are no part of the game: `setup` keeps the names that it began with.
        """
        self._called = tuple(names)
        _name(self.state, names)

    def renamed(self, names: Sequence[str]) -> Game:
        """A copy that began with players of other names, in the order of their seats.

        The names that it had stand nowhere in it.
        """
        other = self.copy()
        other.setup = replace(self.setup, players=tuple(names))
        other.call(names)
        other._checkpoints = {  # noqa: SLF001 - a copy of our own
            n: _called(kept, names) for n, kept in self._kept().items()
        }
        return other

    # -- looking ---------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the game is over, by the rules or by hand."""
        return self.state.finished

    @property
    def over_by_rules(self) -> bool:
        """Whether the rules ended the game, not the players."""
        return self.state.finished and not self.state.ended_by_hand

    @property
    def step(self) -> str | None:
        """The step that somebody must take; None when the rules have ended the game."""
        return None if self.over_by_rules else current(self.state).step(self.state)

    @property
    def actor(self) -> EntityId | None:
        """The player (seat) or the company that must act."""
        return None if self.over_by_rules else current(self.state).actor(self.state)

    @property
    def player_to_act(self) -> int | None:
        """The seat of the player who decides now: the actor, or the head of the acting company."""
        actor = None if self.finished else self.actor
        return None if actor is None else head_of(self.state, actor)

    def legal(self, lays: bool = True) -> Legal | None:
        """Everything that the actor may do; None when the game is over.

        `lays` false leaves out the tiles to lay, the costly part.
        """
        return None if self.finished else current(self.state).legal(self.state, lays)

    # -- playing ---------------------------------------------------------------------------------

    def apply(self, action: AnyAction) -> tuple[Event, ...]:
        """Validate the action in full and take it. Returns what happened.

        Raises RuleViolation, the state then being untouched. Forgets what could be redone.
        """
        events = self._take(action)
        self.undone.clear()
        return events

    def _take(self, action: AnyAction) -> tuple[Event, ...]:
        self._check_open()
        state = self.state
        if state.finished:
            raise RuleViolation("The game is over.")
        state.events = []
        step = self.step or ""
        if isinstance(action, EndGame):
            state.finished = state.ended_by_hand = True
            state.end_reason = "manually_ended"
            state.emit(GameEnded("manually_ended"))
        else:
            current(state).apply(state, action)
            sequence.advance(state)
        events = tuple(state.events)
        state.events = []
        self.history.append(Applied(action, step, events))
        n = len(self.history)
        if n % CHECKPOINT_EVERY == 0:
            self._checkpoints[n] = _packed(state)
        return events

    def undo(self, to: int | None = None) -> list[AnyAction]:
        """Take back the last action, or all after the first `to`; returns them for a redo.

        Raises RuleViolation when there is nothing to take back.
        """
        self._check_open()
        n = len(self.history)
        to = n - 1 if to is None else to
        if not 0 <= to < n:
            raise RuleViolation("There is nothing to undo.")
        taken = [a.action for a in self.history[to:]]
        self._rewind(to)
        self.undone.append(taken)
        return taken

    def redo(self) -> list[AnyAction]:
        """Bring back what the latest undo took; returns it.

        Raises RuleViolation when there is nothing to bring back.
        """
        self._check_open()
        if not self.undone:
            raise RuleViolation("There is nothing to redo.")
        actions = self.undone.pop()
        for action in actions:
            self._take(action)
        return actions

    def _rewind(self, to: int) -> None:
        start = max(n for n in self._checkpoints if n <= to)
        again = [a.action for a in self.history[start:to]]
        self._checkpoints = {n: c for n, c in self._checkpoints.items() if n <= start}
        self.state = _unpacked(self._checkpoints[start])
        self.call(self._called)
        del self.history[start:]
        for action in again:
            self._take(action)

    def copy(self) -> Game:
        """The same game, to be played on without this one."""
        other = object.__new__(Game)
        other.setup, other.opening, other.state = self.setup, self.opening, self.fork()
        other.history, other.undone = list(self.history), list(self.undone)
        other._checkpoints, other._sealed = dict(self._checkpoints), False
        other._called = self._called
        return other

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: of the copies of the state only the first and the last.

        An undo between them plays more actions again, and makes copies anew. They are states there,
        not bytes, so that whoever reads a pickle with care is shown all that is in it.
        """
        kept = {n: _unpacked(packed) for n, packed in self._kept().items()}
        return {**vars(self), "_checkpoints": kept}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        """Pack the copies of the state again."""
        vars(self).update(pickled)
        self._checkpoints = {n: _packed(state) for n, state in pickled["_checkpoints"].items()}

    def _kept(self) -> dict[int, bytes]:
        """The first and the last copy of the state."""
        return {n: self._checkpoints[n] for n in (0, max(self._checkpoints))}

    def until(self, n: int) -> Game:
        """The game as it was after the first `n` actions, to be looked at or played on.

        Raises ValueError when not so many have been taken.
        """
        if not 0 <= n <= len(self.history):
            raise ValueError(f"{n} of {len(self.history)} actions")
        other = self.copy()
        if n < len(self.history):
            other.undo(n)
        other.undone.clear()
        return other

    def seal(self) -> None:
        """Let nobody play on here any more, only in a copy."""
        self._sealed = True

    def _check_open(self) -> None:
        if self._sealed:
            raise TypeError("this game is sealed: play on in a copy of it")

    def fork(self) -> State:
        """A copy of the state to try things on."""
        return _thawed(_frozen(self.state))

    def at(self, n: int) -> State:
        """A copy of the state as it was after the first `n` actions.

        Raises ValueError when not so many have been taken.
        """
        return self.until(n).state


def _name(state: State, names: Sequence[str]) -> None:
    for player, name in zip(state.players.values(), names, strict=True):
        player.name = name


def _called(packed: bytes, names: Sequence[str]) -> bytes:
    """A copy of a state with players of other names."""
    state = _unpacked(packed)
    _name(state, names)
    return _packed(state)


def _frozen(state: State) -> bytes:
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


def _thawed(frozen: bytes) -> State:
    state: State = pickle.loads(frozen)  # noqa: S301 - bytes of `_frozen`, never stored or sent
    return state


def _packed(state: State) -> bytes:
    """A copy of a state to be kept: a long game has dozens, packed they take a third."""
    return zlib.compress(_frozen(state), 1)


def _unpacked(packed: bytes) -> State:
    return _thawed(zlib.decompress(packed))
