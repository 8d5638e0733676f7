"""One company's turn in an Operating Round: what it has done so far, and the shape of its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.errors import RuleViolation
from engine.legal import Legal
from engine.state import Company, State

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
    line: list[str] = field(default_factory=list)
    upgraded: bool = False
    unmarked: bool = False
    track_over: bool = False
    discount: int = 0
    discounted: bool = False
    station_over: bool = False
    run_over: bool = False
    revenue: int = 0
    dividend_over: bool = False
    trains_over: bool = False
    fresh: list[str] = field(default_factory=list)
    sell_over: bool = False
    buy_over: bool = False
    ended: bool = False
    lost: bool = False
    """True when the company closed in the middle of its turn."""


class Step(ABC):
    """One of the steps of a company's turn; every method gets the state, the turn, the company."""

    actions: ClassVar[tuple[type, ...]]
    """The actions that this step knows, Pass apart."""
    refused: ClassVar[str] = ""
    """What a player is told who passes where that is not allowed."""

    @abstractmethod
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        """Whether somebody must take the step now; if not, it is passed over."""

    @abstractmethod
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        """Why nobody is asked, as the event `StepSkipped` has it; None if the step was taken."""

    @abstractmethod
    def leave(self, state: State, turn: Turn, company: Company) -> None:
        """What happens by itself when the step is over."""

    def may_pass(self, state: State, turn: Turn, company: Company) -> bool:
        """Whether the step may be passed."""
        return True

    def pass_(self, state: State, turn: Turn, company: Company) -> None:
        """End the step. Raises RuleViolation where it cannot be passed."""
        raise RuleViolation(self.refused)

    @abstractmethod
    def apply(self, state: State, turn: Turn, company: Company, action: Any) -> None:
        """Validate one of `actions` in full, then take it. Raises RuleViolation."""

    @abstractmethod
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        """Add to `found` what may be done in the step; without `lays` leave out the tiles."""
