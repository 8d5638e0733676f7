"""Replays a log: entry by entry through the engine, stopping at the first that it cannot follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import SITE, Game, Ruleset, RuleViolation, require
from engine.actions import AnyAction
from interchange.chain import standing
from interchange.convert import Converter
from interchange.site_log import LogError, RawAction, SiteLog, is_action, player_key, shown

Part = tuple[RawAction, AnyAction | None]
"""An entry or one of its `auto_actions`, and the action that it stands for; None: it changes
nothing."""


@dataclass(frozen=True, slots=True)
class Followed:
    """An entry that was followed and its number among those that stand (from 1).

    `parts` are the entry and its `auto_actions`, each with its action.
    """

    n: int
    raw: RawAction
    parts: tuple[Part, ...]

    @property
    def actions(self) -> tuple[AnyAction, ...]:
        """The actions that were taken, in order."""
        return tuple(action for _, action in self.parts if action is not None)


class ReplayError(Exception):
    """The first entry that could not be followed: its number, its id, the entry and why."""

    def __init__(self, n: int, raw: RawAction, reason: str) -> None:
        super().__init__(f"action {n} (id {shown(raw.get('id'))}, {raw.get('type')}): {reason}")
        self.n = n
        self.raw = raw
        self.reason = reason


class Replay:
    """A log and the game that follows it. The states of the game are those after each entry.

    `ids` are the players' ids in the log, in seating order.
    """

    def __init__(self, log: SiteLog, ruleset: Ruleset = SITE) -> None:
        self.entries = standing(log.actions)
        self.ids = [id_ for id_, _ in log.players]
        self.game = Game.new(log.seed, [name for _, name in log.players], ruleset)
        seats = {player_key(id_): seat for seat, (id_, _) in enumerate(log.players, 1)}
        self.converter = Converter(self.game, seats)

    def check_until(self, until: int | None) -> None:
        """Raises LogError for a number of entries that the log does not have."""
        most = len(self.entries)
        if until is not None and not 0 <= until <= most:
            raise LogError(f"The log has {most:,} moves that stand, so there is no move {until:,}.")

    def steps(self, until: int | None = None) -> Iterator[Followed]:
        """Follow the entries one by one, as many as `until` says.

        Raises LogError, before anything is followed, when there are not so many; ReplayError at an
        entry that cannot be followed.
        """
        self.check_until(until)
        return (self._follow(n, raw) for n, raw in enumerate(self.entries[:until], 1))

    def run(self, until: int | None = None) -> Game:
        """Follow the entries, as many as `until` says. Raises LogError and ReplayError."""
        for _ in self.steps(until):
            pass
        return self.game

    def _follow(self, n: int, raw: RawAction) -> Followed:
        parts: list[Part] = []
        auto = raw.get("auto_actions") or []
        try:
            proper = isinstance(auto, list) and all(is_action(a) for a in auto)
            require(proper, "Its auto_actions are no list of actions.")
            for part in (raw, *auto):
                noted = part is not raw and self.converter.stands(part)
                action = None if noted else self.converter.action(part)
                if action is not None:
                    self.game.apply(action)
                    self.converter.took(part)
                parts.append((part, action))
        except RuleViolation as fault:
            raise ReplayError(n, raw, fault.message) from fault
        return Followed(n, raw, tuple(parts))
