"""One company's turn in an Operating Round: what it has done so far, and the shape of its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.legal import Legal
from engine.state import Company, State

MOST_YELLOW = 4
"""Yellow tiles that a company may lay in a turn (1.6.1)."""
STEPS = ("track", "station", "run", "dividend", "trains", "sell", "buy")


@dataclass(slots=True)
class Turn:
    """The turn of `company`, standing at `step`.

    `line` are the hexes of the yellow tiles laid this turn, in order; `discount` the ₹ left of the
    French EIC's 40, `discounted` whether it was declared; `fresh` the ids of the trains bought from
    the bank this turn; `revenue` that of the run in ₹.
    """

    company: str
    step: str = "track"
    begun: bool = False
    """Whether something was done in the step."""
    over: bool = False
    """Whether the step is done with, whatever could still be done in it."""
    line: list[str] = field(default_factory=list)
    upgraded: bool = False
    discount: int = 0
    discounted: bool = False
    revenue: int = 0
    fresh: list[str] = field(default_factory=list)

    @property
    def track_laid(self) -> bool:
        """Whether the step lays no further tile: one was upgraded, or the line is full (1.6.1)."""
        return self.upgraded or len(self.line) >= MOST_YELLOW

    def awaits(self, step: str) -> bool:
        """Whether that step has still to be done: it is on, or comes later."""
        here, there = STEPS.index(self.step), STEPS.index(step)
        return here < there or (here == there and not self.over)

    def go_on(self) -> bool:
        """Begin the next step; false after the last one."""
        following = STEPS[STEPS.index(self.step) + 1 :]
        if following:
            self.step, self.begun, self.over = following[0], False, False
        return bool(following)


class Step(ABC):
    """One of the steps of a company's turn; every method gets the state, the turn, the company."""

    actions: ClassVar[tuple[type, ...]]
    """The actions that this step knows, Pass apart."""
    compulsory: ClassVar[str] = ""
    """What a player is told who passes where that is not allowed; empty where it is."""

    @abstractmethod
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        """Whether there is something to do in the step; if not, it is passed over."""

    @abstractmethod
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        """Why nobody was asked, as the event `StepSkipped` has it; None for no event."""

    def leave(self, state: State, turn: Turn, company: Company) -> None:  # noqa: B027 - few do
        """What happens by itself at the end of the step."""

    @abstractmethod
    def apply(self, state: State, turn: Turn, company: Company, action: Any) -> None:
        """Validate one of `actions` in full, then take it. Raises RuleViolation."""

    @abstractmethod
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        """Add to `found` what may be done in the step; without `lays` leave out the tiles."""
