"""A move in one public line: what was done and what followed; and a game's log in such lines.

A line is made of what happened alone: the action, the step in which it was taken, its events, and
the names of the players. It can be said long after, whatever the game has become.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from bot.games.facts import Made
from bot.games.live import LiveGame, Logged, TakenBack
from bot.present import words
from bot.present.layout import clip
from bot.present.moves import Move, guaranty, price, sentence
from engine import TRAIN_LIMIT, Applied
from engine import events as ev
from engine.actions import BuyCard, BuyShare
from engine.components import GIPR
from engine.state import COMPANY_LIMIT

T = TypeVar("T")

INCOME = "income of Privates and Royal Bonds"
"""The reason of the payments with which an Operating Round begins."""
LINE = 1500
"""The most letters of a line."""

WHY = {
    "list": ", by the draft list",
    "only": ", the last card: nobody need be asked",
    "ahead": " (set ahead: the bot moved)",
}
"""Why the bot made a move itself."""


def move_line(names: words.Names, applied: Applied | Made, why: str | None = None) -> str:
    """The line for a move that was taken; with why, where the bot made it itself."""
    sentences = [text for _, text in sentences_of(names, applied)]
    sentences[:1] = [text + why_text(why) for text in sentences[:1]]
    if len(sentences) == 1:
        return clip(sentences[0], LINE)
    return clip(". ".join(sentences) + ".", LINE)


def sentences_of(
    names: words.Names, applied: Applied | Made, times: int = 1
) -> list[tuple[ev.Event | None, str]]:
    """What was done in a move, then each thing that followed with its event.

    The move stands for `times` equal purchases in a row.
    """
    move = Move(names, applied.action, applied.step, applied.events, times=times)
    found: list[tuple[ev.Event | None, str]] = [(None, sentence(move))]
    for event in applied.events:
        if not any(event is told for told in move.told):
            tell = FOLLOWED.get(type(event))
            found.append((event, tell(move, event) if tell else ""))
    return [(event, text) for event, text in found if text]


def together(
    names: words.Names, moves: Iterable[T], applied: Callable[[T], Applied]
) -> list[tuple[T, int]]:
    """Of equal purchases in a row only the last, each move with how many it stands for.

    Nothing that is told may have followed from those before the last.
    """
    found: list[tuple[T, int]] = []
    for move in moves:
        if found and _bought_again(names, applied(found[-1][0]), applied(move)):
            found[-1] = move, found[-1][1] + 1
        else:
            found.append((move, 1))
    return found


def _bought_again(names: words.Names, before: Applied, after: Applied) -> bool:
    if not isinstance(after.action, BuyCard | BuyShare):
        return False
    return sentences_of(names, before) == sentences_of(names, after)[:1]


def why_text(why: str | None) -> str:
    """Why the bot made a move itself, behind the line of the move; nothing if it did not."""
    return WHY.get(why, "") if why else ""


def log_lines(
    names: words.Names, history: Sequence[Applied], since_n: int = 0, until_n: int | None = None
) -> list[str]:
    """A numbered line for each standing action after number `since_n`, up to `until_n`."""
    since_n = max(since_n, 0)
    shown = enumerate(history[since_n:until_n], since_n + 1)
    return [f"`{n}` {move_line(names, applied)}" for n, applied in shown]


def log_rows(live: LiveGame, first: int, last: int) -> list[str]:
    """The lines `first` to `last` (from 1) of the log; what was taken back is struck through."""
    names = words.names(live.game.state)
    return [_log_row(live, names, row) for row in live.log[max(first - 1, 0) : last]]


def _log_row(live: LiveGame, names: words.Names, row: Logged) -> str:
    text = f"{move_line(names, row.applied, row.why)}"
    if row.back is None:
        return f"`{row.number}` {text}"
    return f"~~`{row.number}` {text}~~ ↩ {taken_back(live, names, row.back)}"


def taken_back(live: LiveGame, names: words.Names, back: TakenBack) -> str:
    """That a move was taken back, by whom, and who agreed."""
    seat = next((s.number for s in live.seats if s.user_id == back.author), None)
    by = f" by {names[seat]}" if seat else ""
    agreed = words.listed([names[seat] for seat in back.agreed])
    return f"taken back{by}" + (f", {agreed} agreed" if agreed else "")


# -- what followed ---------------------------------------------------------------------------------


def _earned_nothing(move: Move, company: str) -> str:
    """That a company earned nothing, and why where it could not run."""
    for event in move.events:
        if isinstance(event, ev.StepSkipped) and (event.entity, event.step) == (company, "run"):
            return f"**{company}** earned nothing ({NO_RUN.get(event.reason, 'no run')})"
    return f"**{company}** earned nothing"


def _price(move: Move, event: ev.PriceMoved) -> str:
    """A price that fell by itself: for want of revenue, or at the end of a turn of a train."""
    if event.reason == "no_train":
        return f"**{event.company}** owns no train; {price(event)}"
    return f"{_earned_nothing(move, event.company)}; {price(event)}"


def _decided(move: Move, event: ev.DividendDecided) -> str:
    return f"{_earned_nothing(move, event.company)}{guaranty(move, event)}"


NO_RUN = {"nothing_owned": "no train", "no_route": "its stations reach no other stop"}
WHAT = {
    "station": "build a station",
    "trains": "buy a train",
    "sell": "sell",
    "buy": "buy a certificate",
}
"""The steps that are told when they are passed over; the run is told with what was earned."""
MOST = {
    "station": "all its stations are built",
    "trains": f"{TRAIN_LIMIT} are the most, one of Phase IV",
    "buy": f"{COMPANY_LIMIT} are the most",
}
OFFERED = {"station": "no other city within reach has room"}


def _skipped(move: Move, event: ev.StepSkipped) -> str:
    return step_skipped(move.names, event)


def step_skipped(names: words.Names, event: ev.StepSkipped) -> str:
    """A step that nobody was asked for, and why; of a hand it tells nothing."""
    name = f"**{words.entity(names, event.entity)}**"
    if event.step not in WHAT:
        return ""
    if event.step == "sell":
        return f"{name} has nothing to sell"
    cash = f"cash {words.money(event.cash)}"
    if isinstance(event.entity, int):
        why = "at the certificate limit" if event.reason == "limit" else cash
        return f"{name} can buy nothing: {why}"
    return f"{name} cannot {WHAT[event.step]}: {skip_reason(event)}"


def skip_reason(event: ev.StepSkipped) -> str:
    """Why nothing was possible in a step of a company's turn, in a few words."""
    reasons = {
        "limit": MOST.get(event.step, "nothing more may be done"),
        "nothing_offered": OFFERED.get(event.step, "none is for sale"),
        "own_everywhere": "it has a station in every city hex it reaches",
        "nothing_owned": "no train" if event.step == "run" else "nothing to sell",
        "no_revenue": "nothing was earned",
        "no_route": NO_RUN["no_route"],
    }
    return reasons.get(event.reason, f"cash {words.money(event.cash)}")


def _station(move: Move, event: ev.StationPlaced) -> str:
    index = next(i for i, e in enumerate(move.events) if e is event)
    before = move.events[index - 1] if index else None
    if isinstance(before, ev.StationRemoved) and event.company == GIPR:
        whose = f"{before.company}'s station in {words.place(event.hex)}"
        return f"**GIPR** takes over {whose}"
    where = words.city_of(event.hex, event.city, event.towards)
    return f"**{event.company}** has its home station in {where}"


def _head(move: Move, event: ev.HeadChanged) -> str:
    return f"{words.entity(move.names, event.head)} is now {event.role} of **{event.company}**"


def _floated(_move: Move, event: ev.CompanyFloated) -> str:
    text = f"**{event.company}** floats at {words.money(event.price)}"
    if event.waits is None:
        return text
    return f"{text}; its home station waits in {words.place(event.waits)} for the first tile there"


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


def _closed(move: Move, event: ev.CompanyClosed) -> str:
    text = f"**{event.company}** closes; its shares are worth nothing"
    for money in move.events:
        if isinstance(money, ev.MoneyMoved) and money.reason == f"treasury of {event.company}":
            text += f", its treasury of {words.money(money.amount)} goes to the bank"
    return text


def _round(move: Move, event: ev.RoundStarted) -> str:
    text = f"**{words.round_title(event.round, event.turn, event.number)}** begins"
    income = move.payments(INCOME) if event.round == "operating" else []
    return f"{text}; income of Privates and bonds: {', '.join(income)}" if income else text


def _broken(_move: Move, _event: ev.BankBroken) -> str:
    return "**The bank is broken**: the game ends with this set of Operating Rounds"


def _ended(_move: Move, event: ev.GameEnded) -> str:
    return f"**The game is over**: {words.end_reason(event.reason)}"


FOLLOWED: dict[type, Callable[[Move, Any], str]] = {
    ev.StepSkipped: _skipped,
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
