"""What the engine says when an action cannot be taken."""

from __future__ import annotations

from engine.clauses import clauses


class RuleViolation(Exception):
    """An action that the rules forbid. The message is for a player; the state is untouched.

    `clause` is that of `docs/rules.md`, such as "1.6.2.1"; None where no rule is meant but a slip.
    """

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    @property
    def citation(self) -> str | None:
        """The clause as a player can look it up."""
        return clauses()[self.clause].citation if self.clause else None


class WrongStepError(RuleViolation):
    """An action of another step than the one that is on."""


def require(condition: object, message: str, clause: str | None = None) -> None:
    """Raise RuleViolation with `message` unless `condition` holds."""
    if not condition:
        raise RuleViolation(message, clause)
