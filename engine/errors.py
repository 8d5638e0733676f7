"""What the engine says when an action cannot be taken."""

from __future__ import annotations


class RuleViolation(Exception):
    """An action that the rules forbid. The message is for a player; the state is untouched.

    `clause` is the rulebook's number where it is known, such as "8.4.1".
    """

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause


class WrongStepError(RuleViolation):
    """An action of another step than the one that is on."""


def require(condition: object, message: str, clause: str | None = None) -> None:
    """Raise RuleViolation with `message` unless `condition` holds."""
    if not condition:
        raise RuleViolation(message, clause)
