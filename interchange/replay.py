"""Replays a log: entry by entry through the engine, stopping at the first that it cannot follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import AnyAction
from engine.errors import RuleViolation, require
from engine.game import Game
from engine.ruleset import SITE, Ruleset
from interchange.convert import Converter
from interchange.site_log import RawAction, SiteLog, is_action, shown, standing


@dataclass(frozen=True, slots=True)
class Followed:
    """An entry that was followed, its number among those that stand (from 1), and its actions."""

    n: int
    raw: RawAction
    actions: tuple[AnyAction, ...]


class ReplayError(Exception):
    """The first entry that could not be followed: its number, its id, the entry and why."""

    def __init__(self, n: int, raw: RawAction, reason: str) -> None:
        super().__init__(f"action {n} (id {shown(raw.get('id'))}, {raw.get('type')}): {reason}")
        self.n = n
        self.raw = raw
        self.reason = reason


class Replay:
    """A log and the game that follows it. The states of the game are those after each entry."""

    def __init__(self, log: SiteLog, ruleset: Ruleset = SITE) -> None:
        self.entries = standing(log.actions)
        self.game = Game.new(log.seed, [name for _, name in log.players], ruleset)
        seats = {id_: seat for seat, (id_, _) in enumerate(log.players, 1)}
        self.converter = Converter(self.game, seats)

    def steps(self, until: int | None = None) -> Iterator[Followed]:
        """Follow the entries one by one, at most `until` of them. Raises ReplayError."""
        for n, raw in enumerate(self.entries[:until], 1):
            yield self._follow(n, raw)

    def run(self, until: int | None = None) -> Game:
        """Follow the entries, at most `until` of them. Raises ReplayError."""
        for _ in self.steps(until):
            pass
        return self.game

    def _follow(self, n: int, raw: RawAction) -> Followed:
        actions: list[AnyAction] = []
        auto = raw.get("auto_actions") or []
        try:
            proper = isinstance(auto, list) and all(is_action(a) for a in auto)
            require(proper, "Its auto_actions are no list of actions.")
            for part in (raw, *auto):
                if part is not raw and self.converter.stands(part):
                    continue
                action = self.converter.action(part)
                if action is not None:
                    self.game.apply(action)
                    self.converter.took(part)
                    actions.append(action)
        except RuleViolation as fault:
            raise ReplayError(n, raw, fault.message) from fault
        return Followed(n, raw, tuple(actions))
