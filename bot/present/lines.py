"""A move in one public line: what was done and what followed; and a game's log in such lines.

A line is made of what happened alone: the action, the step in which it was taken, its events, and
the names of the players. It can be said long after, whatever the game has become.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.present import words
from bot.present.layout import clip
from bot.present.moves import Move, guaranty, price, sentence
from engine import events as ev
from engine.components import GIPR
from engine.game import Applied
from engine.state import COMPANY_LIMIT
from engine.steps.trains import TRAIN_LIMIT

LINE = 1500
"""The most letters of a line."""


def move_line(names: words.Names, applied: Applied) -> str:
    """The line for a move that was taken."""
    move = Move(names, applied.action, applied.step, applied.events)
    sentences = [sentence(move)]
    for event in applied.events:
        if not any(event is told for told in move.told):
            tell = FOLLOWED.get(type(event))
            sentences.append(tell(move, event) if tell else "")
    sentences = [text for text in sentences if text]
    if len(sentences) == 1:
        return clip(sentences[0], LINE)
    return clip(". ".join(sentences) + ".", LINE)


def log_lines(
    names: words.Names, history: Sequence[Applied], since_n: int = 0, until_n: int | None = None
) -> list[str]:
    """A numbered line for each standing action after number `since_n`, up to `until_n`."""
    since_n = max(since_n, 0)
    shown = enumerate(history[since_n:until_n], since_n + 1)
    return [f"`{n}` {move_line(names, applied)}" for n, applied in shown]


# -- what followed ---------------------------------------------------------------------------------


def _passed_over(move: Move, company: str, step: str) -> ev.StepPassedOver | None:
    return next(
        (
            e
            for e in move.events
            if isinstance(e, ev.StepPassedOver) and (e.company, e.step) == (company, step)
        ),
        None,
    )


def _earned_nothing(move: Move, company: str) -> str:
    """That a company earned nothing, and why where it could not run."""
    run = _passed_over(move, company, "run")
    why = f" ({NO_RUN[run.reason]})" if run else ""
    return f"**{company}** earned nothing{why}"


def _price(move: Move, event: ev.PriceMoved) -> str:
    """A price that fell by itself: for want of revenue, or at the end of a turn of a train."""
    before = move.events[: next(i for i, e in enumerate(move.events) if e is event)]
    settled = any(
        isinstance(e, ev.PriceMoved | ev.DividendDecided) and e.company == event.company
        for e in before
    )
    if _passed_over(move, event.company, "dividend") and not settled:
        return f"{_earned_nothing(move, event.company)}; {price(event)}"
    return f"**{event.company}** owns no train; {price(event)}"


def _decided(move: Move, event: ev.DividendDecided) -> str:
    return f"{_earned_nothing(move, event.company)}{guaranty(move, event)}"


NO_RUN = {"no train": "no train", "no stop": "its stations reach no other stop"}


def _step(move: Move, event: ev.StepPassedOver) -> str:
    """A step that nobody was asked for; those of the run are told with what was earned."""
    tell = STEPS.get(event.step)
    if tell is None:
        return ""
    again = move.step == event.step and getattr(move.action, "company", None) == event.company
    return f"**{event.company}** {tell(event, again)}"


def _money(event: ev.StepPassedOver) -> str:
    needed = words.money(event.needed or 0)
    return f"the cheapest costs {needed}, cash {words.money(event.cash)}"


def _no_station(event: ev.StepPassedOver, _again: bool) -> str:
    if event.reason == "no station":
        return "has no station left to build"
    if event.reason == "no city":
        return "cannot build a station: no city within reach has room"
    needed = words.money(event.needed or 0)
    return f"cannot build a station: it costs {needed}, cash {words.money(event.cash)}"


def _no_train(event: ev.StepPassedOver, again: bool) -> str:
    what = "another train" if again else "a train"
    if event.reason == "limit":
        return f"cannot buy {what}: {TRAIN_LIMIT} are the most, one of Phase IV"
    if event.reason == "nothing to buy":
        return f"cannot buy {what}: none is for sale"
    return f"cannot buy {what}: {_money(event)}"


def _no_sale(_event: ev.StepPassedOver, _again: bool) -> str:
    return "has no certificate to sell"


def _no_certificate(event: ev.StepPassedOver, _again: bool) -> str:
    if event.reason == "limit":
        return f"cannot buy a certificate: {COMPANY_LIMIT} are the most"
    if event.reason == "nothing to buy":
        return "cannot buy a certificate: none is for sale"
    return f"cannot buy a certificate: {_money(event)}"


STEPS: dict[str, Callable[[ev.StepPassedOver, bool], str]] = {
    "station": _no_station,
    "trains": _no_train,
    "sell": _no_sale,
    "buy": _no_certificate,
}


def _player(move: Move, event: ev.PlayerPassedOver) -> str:
    name = f"**{words.entity(move.names, event.player)}**"
    if event.selling:
        return f"{name} has nothing to sell"
    if event.reason == "limit":
        return f"{name} is at the certificate limit and cannot buy"
    return f"{name} can buy nothing: cash {words.money(event.cash)}"


def _station(move: Move, event: ev.StationPlaced) -> str:
    index = next(i for i, e in enumerate(move.events) if e is event)
    before = move.events[index - 1] if index else None
    if isinstance(before, ev.StationRemoved) and event.company == GIPR:
        whose = f"{before.company}'s station in {words.place(event.hex)}"
        return f"**GIPR** takes over {whose}"
    where = words.city_towards(event.hex, event.city, event.towards)
    return f"**{event.company}** has its home station in {where}"


def _head(move: Move, event: ev.HeadChanged) -> str:
    return f"{words.entity(move.names, event.head)} is now {event.role} of **{event.company}**"


def _floated(_move: Move, event: ev.CompanyFloated) -> str:
    return f"**{event.company}** floats at {words.money(event.price)}"


def _concession(_move: Move, event: ev.ConcessionTaken) -> str:
    what = words.commodity(event.commodity)
    if event.commodity.endswith("2"):
        return ""
    return f"**{event.company}** takes the {what} concession"


def _private_closed(move: Move, event: ev.PrivateClosed) -> str:
    for money in move.events:
        if isinstance(money, ev.MoneyMoved) and money.reason == f"{event.private} closed":
            payee = words.entity(move.names, money.payee)
            gets = f"; {payee} gets {words.money(money.amount)}"
            return f"The {words.private(event.private)} closes{gets}"
    return f"The {words.private(event.private)} closes"


def _phase(_move: Move, event: ev.PhaseStarted) -> str:
    effects = {
        "II": "GIPR operates from the next Operating Round on",
        "IV": "Guaranty Warrants expire, Royal Bonds can be converted",
    }
    if event.phase == "III'":
        return "**All Phase IV trains** are on sale"
    effect = effects.get(event.phase)
    return f"**Phase {event.phase}** begins" + (f": {effect}" if effect else "")


def _closed(_move: Move, event: ev.CompanyClosed) -> str:
    return f"**{event.company}** closes; its shares are worth nothing"


def _round(_move: Move, event: ev.RoundStarted) -> str:
    return f"**{words.round_title(event.round, event.turn, event.number)}** begins"


def _broken(_move: Move, _event: ev.BankBroken) -> str:
    return "**The bank is broken**: the game ends with this set of Operating Rounds"


def _ended(_move: Move, event: ev.GameEnded) -> str:
    return f"**The game is over**: {words.end_reason(event.reason)}"


FOLLOWED: dict[type, Callable[[Move, Any], str]] = {
    ev.StepPassedOver: _step,
    ev.PlayerPassedOver: _player,
    ev.PriceMoved: _price,
    ev.DividendDecided: _decided,
    ev.StationPlaced: _station,
    ev.HeadChanged: _head,
    ev.CompanyFloated: _floated,
    ev.ConcessionTaken: _concession,
    ev.PrivateClosed: _private_closed,
    ev.PhaseStarted: _phase,
    ev.CompanyClosed: _closed,
    ev.RoundStarted: _round,
    ev.BankBroken: _broken,
    ev.GameEnded: _ended,
}
