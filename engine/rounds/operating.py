"""The Operating Round (1.6): income, then the companies by their price, each step by step."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from engine import ledger, market
from engine.actions import AnyAction, ByCompany, ByEither, Pass
from engine.components import GIPR, components
from engine.errors import require
from engine.events import BANK, StepSkipped, TurnStarted
from engine.flow import wrong_step
from engine.legal import Legal
from engine.questions import closing
from engine.state import Company, Round, State
from engine.steps import powers
from engine.steps.buy import BuyStep
from engine.steps.dividend import DividendStep
from engine.steps.run import RunStep
from engine.steps.sell import SellStep
from engine.steps.station import StationStep
from engine.steps.track import TrackStep
from engine.steps.trains import TrainsStep
from engine.turn import Step, Turn

BY_NAME: dict[str, Step] = {
    "track": TrackStep(),
    "station": StationStep(),
    "run": RunStep(),
    "dividend": DividendStep(),
    "trains": TrainsStep(),
    "sell": SellStep(),
    "buy": BuyStep(),
}


@dataclass(slots=True)
class OperatingRound(Round):
    """`queue` are the companies that still have to operate, `done` those that have.

    `turn` is None only between two turns.
    """

    number: int
    queue: list[str]
    done: list[str] = field(default_factory=list)
    turn: Turn | None = None
    name: str = "operating"

    def now(self) -> Turn:
        """The turn of the company that operates. Raises AssertionError between two turns."""
        if self.turn is None:
            raise AssertionError("no company is operating")
        return self.turn

    @override
    def step(self, state: State) -> str:
        return self.now().step

    @override
    def actor(self, state: State) -> str:
        return self.now().company

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        turn = self.now()
        company = state.companies[turn.company]
        if not isinstance(action, ByCompany | ByEither):
            raise wrong_step(state)
        require(
            action.actor == company.id,
            f"It is {company.id}'s turn, led by {state.name(company.head)}.",
        )
        step = BY_NAME[turn.step]
        if powers.handles(action):
            powers.apply(state, turn, company, action)
        elif isinstance(action, Pass):
            require(not step.compulsory, step.compulsory)
            turn.over = True
        elif isinstance(action, step.actions):
            step.apply(state, turn, company, action)
        else:
            raise wrong_step(state)
        turn.begun = True

    @override
    def advance(self, state: State) -> bool:
        """Bring the turn to the next step that must be taken; start and end turns."""
        while not state.pending:
            turn = self.turn
            if turn is None:
                if not self._next_company(state):
                    return True
                continue
            company = state.companies.get(turn.company)
            if company is None:
                self._end(turn)
                continue
            step = BY_NAME[turn.step]
            if not turn.over and step.asked(state, turn, company):
                return False
            reason = None if turn.begun else step.passed_over(state, turn, company)
            if reason:
                state.emit(StepSkipped(company.id, turn.step, reason, company.cash))
            step.leave(state, turn, company)
            if not turn.go_on():
                self._end(turn)
                if not company.trains:
                    market.move_marker(state, company, -1, "no_train")
                    closing.check(state, company)
        return False

    def _end(self, turn: Turn) -> None:
        self.done.append(turn.company)
        self.turn = None

    def _next_company(self, state: State) -> bool:
        while self.queue:
            company = self.queue.pop(0)
            if company in state.companies:
                self.turn = Turn(company)
                state.emit(TurnStarted(company))
                return True
        return False

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        turn = self.now()
        company = state.companies[turn.company]
        step = BY_NAME[turn.step]
        found = Legal(turn.step, company.id, may_pass=not step.compulsory)
        step.fill(state, turn, company, found, lays)
        powers.fill(state, turn, company, found, lays)
        return found


def open_round(state: State, number: int) -> OperatingRound:
    """Pay the income of Privates and bonds, and fix the order."""
    pay_income(state)
    return OperatingRound(number, [c.id for c in operating_order(state)])


def operating_order(state: State) -> list[Company]:
    """Floated companies, highest price first; GIPR is left out in Phase I."""
    floated = [
        c
        for c in state.companies.values()
        if c.floated and not (c.id == GIPR and state.phase == "I")
    ]
    return market.price_order(state, floated)


def pay_income(state: State) -> None:
    """The bank pays players in seating order, then companies, for their Privates and bonds."""
    printed = components()
    for owner in state.owners():
        income = (
            sum(printed.privates[p].income for p in owner.privates)
            + owner.bonds * printed.bond_income
        )
        ledger.move(state, BANK, owner.id, income, "income of Privates and Royal Bonds")


def turn_now(state: State) -> Turn | None:
    """The company's turn that is on, if one is."""
    return state.round.turn if isinstance(state.round, OperatingRound) else None
