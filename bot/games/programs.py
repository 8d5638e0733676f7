"""Moves made ahead: what a player may set, what ends it, and the move that it makes now.

Only what happened after the setting counts. All of it is private to its player until it acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from bot.games.live import LiveGame, Logged
from engine import StockRound, can_be_had, may_be_had, turn_now
from engine import events as ev
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    Dividend,
    Pass,
    SellShares,
)
from engine.state import card_company
from storage import StoredProgram

AHEAD: Literal["ahead"] = "ahead"
"""Why a move was made by the bot: its player had set it ahead."""
STEPS = {"station": ("station",), "trains": ("trains",), "certificates": ("sell", "buy")}
"""What a company may skip, and the steps that it then passes."""
What = Literal["traded", "floated", "control", "price"]
HAPPENS: dict[What, type[ev.CompanyFloated] | type[ev.HeadChanged] | type[ev.PriceMoved]] = {
    "floated": ev.CompanyFloated,
    "control": ev.HeadChanged,
    "price": ev.PriceMoved,
}
"""The events of what may be watched for, beside trades."""


class Watch(msgspec.Struct, frozen=True):
    """Something that may happen to a company, or to any if it is None.

    It is traded by somebody else, it floats, its head changes, or its price does.
    """

    what: What
    company: str | None = None


class Program(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of all that can be set ahead."""


class PassAhead(Program, frozen=True, tag="pass"):
    """Pass in the stock round, until it is over or one of those things happens.

    `on` that the round was on when this was set; otherwise it is the next one.
    """

    until: tuple[Watch, ...] = ()
    on: bool = False


class BuyAhead(Program, frozen=True, tag="buy"):
    """Buy a card, RB for Royal Bonds or a company's share of the Open Market, in the stock round.

    While it can be had: at most `most` times, and until the round is over. `on` as above.
    """

    card: str
    most: int = 1
    on: bool = False


class SkipAhead(Program, frozen=True, tag="skip"):
    """A company passes those of STEPS in its turn that is `on`, or in its next one."""

    company: str
    steps: tuple[str, ...]
    on: bool = False


class RunAhead(Program, frozen=True, tag="run"):
    """A company runs the best and pays it out if nothing else is possible then.

    In its turn that is `on`, or in its next one.
    """

    company: str
    on: bool = False


AnyProgram = PassAhead | BuyAhead | SkipAhead | RunAhead
Reason = Literal[
    "happened", "round", "turn", "bought", "gone", "head", "seat", "undone", "refused", "unproved"
]


class Stop(msgspec.Struct, frozen=True):
    """Why something set ahead has ended: what it waited for, or the words of a refusal."""

    reason: Reason
    watch: Watch | None = None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Running:
    """Something set ahead, and how it is stored."""

    stored: StoredProgram
    program: AnyProgram


def written(program: AnyProgram | Stop) -> str:
    """The JSON form in which it is stored."""
    return msgspec.json.encode(program).decode()


def read(stored: StoredProgram) -> Running:
    """What was stored. Raises ValueError for an unknown form."""
    program: AnyProgram = msgspec.json.decode(stored.body, type=AnyProgram)
    return Running(stored, program)


def read_stop(stored: StoredProgram) -> Stop:
    """What ended it. Raises ValueError for an unknown form."""
    return msgspec.json.decode(stored.note, type=Stop)


# -- what ends it ----------------------------------------------------------------------------------


def stopped(live: LiveGame, running: Running) -> Stop | None:
    """What has ended it since it was set, if anything has."""
    stored, program = running.stored, running.program
    if undone_past(live, stored):
        return Stop("undone")
    if live.holder(stored.number) != stored.user_id:
        return Stop("seat")
    rows = since(live, stored)
    if isinstance(program, PassAhead):
        return _passing_ended(program, stored.number, rows)
    if isinstance(program, BuyAhead):
        return _buying_ended(live, program, stored.number, rows)
    company = live.game.state.companies.get(program.company)
    if company is None:
        return Stop("gone")
    if _turn_over(program.company, program.on, rows):
        return Stop("turn")
    return None if company.head == stored.number else Stop("head")


def undone_past(live: LiveGame, stored: StoredProgram) -> bool:
    """Whether a move that stood at the setting was taken back since then."""
    return any(
        row.number <= stored.moves and row.made <= stored.sequence < row.touched for row in live.log
    )


def since(live: LiveGame, stored: StoredProgram) -> list[Logged]:
    """The moves after the setting that stand."""
    return [row for row in live.log if row.made > stored.sequence and row.back is None]


def _passing_ended(program: PassAhead, seat: int, rows: Sequence[Logged]) -> Stop | None:
    on = program.on
    for row in rows:
        for watch in program.until:
            if happened(watch, row, seat):
                return Stop("happened", watch)
        on, over = _stock_round(on, row)
        if over:
            return Stop("round")
    return None


def _buying_ended(
    live: LiveGame, program: BuyAhead, seat: int, rows: Sequence[Logged]
) -> Stop | None:
    bought = sum(_is_bought(program.card, row, seat) for row in rows)
    if bought >= program.most:
        return Stop("bought")
    on = program.on
    for row in rows:
        on, over = _stock_round(on, row)
        if over:
            return Stop("round")
    if may_be_had(live.game.state, seat, program.card):
        return None
    return Stop("bought" if bought else "gone")


def _stock_round(on: bool, row: Logged) -> tuple[bool, bool]:
    """Whether a stock round is on after a move, and whether the one before is over."""
    for event in _rounds(row):
        if event.round != "stock" and on:
            return False, True
        on = event.round == "stock"
    return on, False


def _rounds(row: Logged) -> Iterator[ev.RoundStarted]:
    return (event for event in row.applied.events if isinstance(event, ev.RoundStarted))


def _turn_over(company: str, on: bool, rows: Sequence[Logged]) -> bool:
    """Whether the company's turn that was on, or the next one, is over."""
    for row in rows:
        for event in row.applied.events:
            if isinstance(event, ev.TurnStarted | ev.RoundStarted):
                if on:
                    return True
                on = isinstance(event, ev.TurnStarted) and event.company == company
    return False


def happened(watch: Watch, row: Logged, seat: int) -> bool:
    """Whether a move brought what the player of a seat watches for."""
    if watch.what == "traded":
        traded = _traded(row.applied.action)
        return traded is not None and row.seat != seat and watch.company in {None, traded}
    return any(
        isinstance(event, HAPPENS[watch.what]) and watch.company in {None, event.company}
        for event in row.applied.events
    )


def _traded(action: AnyAction) -> str | None:
    """The company whose shares a move sells or buys."""
    if isinstance(action, BuyCard):
        return card_company(action.card)
    return action.company if isinstance(action, BuyShare | SellShares) else None


def _is_bought(card: str, row: Logged, seat: int) -> bool:
    action = row.applied.action
    if isinstance(action, BuyCard):
        return action.actor == seat and action.card == card
    return isinstance(action, BuyShare) and action.actor == seat and action.company == card


# -- what it does ----------------------------------------------------------------------------------


def move_now(live: LiveGame, running: Running) -> AnyAction | None:
    """The move that it makes now, for which no search is needed; None where it makes none."""
    seat, program, game = running.stored.number, running.program, live.game
    if not _may_act(live, running):
        return None
    if isinstance(program, PassAhead):
        return _passing(live, seat)
    if isinstance(program, BuyAhead):
        return _buying(live, seat, program)
    turn = turn_now(game.state)
    if turn is None or game.actor != program.company:
        return None
    if isinstance(program, SkipAhead):
        steps = [step for name in program.steps for step in STEPS[name]]
        idle = game.step in steps and not turn.begun
        return Pass(program.company) if idle else None
    ran = bool(live.log) and live.log[-1].why == AHEAD and live.log[-1].back is None
    return Dividend(program.company, pay=True) if game.step == "dividend" and ran else None


def runs_now(live: LiveGame, running: Running) -> bool:
    """Whether it has the best run searched for and made now: nothing else is possible."""
    program, legal = running.program, live.legal(lays=False)
    return (
        isinstance(program, RunAhead)
        and _may_act(live, running)
        and legal is not None
        and legal.run
        and legal.actor == program.company
        and not legal.powers.at_hand()
    )


def _may_act(live: LiveGame, running: Running) -> bool:
    """Whether its player decides now, and something was done since it was set."""
    stored, game = running.stored, live.game
    waits = game.player_to_act == stored.number and not game.state.pending
    return waits and stored.sequence < live.sequence


def _passing(live: LiveGame, seat: int) -> Pass | None:
    """The pass of a player, unless he has begun to trade in this turn himself."""
    round_ = live.game.state.round
    if not isinstance(round_, StockRound):
        return None
    own = round_.acted and live.log[-1].why != AHEAD
    return None if own else Pass(seat)


def _buying(live: LiveGame, seat: int, program: BuyAhead) -> BuyCard | BuyShare | None:
    round_ = live.game.state.round
    if not isinstance(round_, StockRound) or round_.selling:
        return None
    if not can_be_had(live.game.state, seat, program.card):
        return None
    share = program.card in live.game.state.companies
    legal = live.legal(lays=False)
    if round_.bought and (share or legal is None or program.card not in legal.buy_card):
        return None
    return BuyShare(seat, program.card) if share else BuyCard(seat, program.card)
