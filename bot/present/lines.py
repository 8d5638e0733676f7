"""A move in one public line: what was done and what followed; and a game's log in such lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.present import words
from bot.present.layout import clip
from bot.present.moves import Move, guaranty, price, sentence
from engine import events as ev
from engine.components import GIPR
from engine.game import Game

LINE = 500
"""The most letters of a line."""


def move_line(game: Game) -> str:
    """The line for the move that a game has just taken."""
    return _line(game, len(game.history) - 1)


def log_lines(game: Game, since_n: int = 0, until_n: int | None = None) -> list[str]:
    """A numbered line for each standing action after number `since_n`, up to `until_n`."""
    until_n = len(game.history) if until_n is None else min(until_n, len(game.history))
    return [f"`{n}` {_line(game, n - 1)}" for n in range(max(since_n, 0) + 1, until_n + 1)]


def _line(game: Game, index: int) -> str:
    applied = game.history[index]
    events = applied.events
    move = Move(game.state, applied.action, events, applied.step)
    sentences = [sentence(move)]
    settled = [e.company for e in move.told if isinstance(e, ev.DividendDecided)]
    for i, event in enumerate(events):
        if any(event is told for told in move.told):
            continue
        if isinstance(event, ev.PriceMoved):
            text = _price(game, index, event, settled)
            settled.append(event.company)
        elif isinstance(event, ev.StationPlaced):
            text = _station(move, event, events[i - 1] if i else None)
        else:
            tell = FOLLOWED.get(type(event))
            text = tell(move, event) if tell else ""
            if isinstance(event, ev.DividendDecided):
                settled.append(event.company)
        if text:
            sentences.append(text)
    if len(sentences) == 1:
        return clip(sentences[0], LINE)
    return clip(". ".join(sentences) + ".", LINE)


def _price(game: Game, index: int, event: ev.PriceMoved, settled: list[str]) -> str:
    """A price that fell by itself: for want of revenue, or of a train."""
    run_over = event.company in settled or _settled_before(game, index, event.company)
    why = "owns no train" if run_over else "earned nothing"
    return f"**{event.company}** {why}; {price(event)}"


def _settled_before(game: Game, index: int, company: str) -> bool:
    """Whether the company's dividend was decided in an earlier move of its turn."""
    for applied in reversed(game.history[:index]):
        for event in reversed(applied.events):
            if isinstance(event, ev.DividendDecided | ev.PriceMoved) and event.company == company:
                return True
            if isinstance(event, ev.TurnStarted):
                return False
    return False


def _station(move: Move, event: ev.StationPlaced, before: ev.Event | None) -> str:
    if isinstance(before, ev.StationRemoved) and event.company == GIPR:
        whose = f"{before.company}'s station in {words.place(event.hex)}"
        return f"**GIPR** takes over {whose}"
    where = words.city(move.state, event.hex, event.city)
    return f"**{event.company}** has its home station in {where}"


def _decided(_move: Move, event: ev.DividendDecided) -> str:
    return f"**{event.company}** earned nothing{guaranty(event)}"


def _head(move: Move, event: ev.HeadChanged) -> str:
    return f"{words.player(move.state, event.head)} is now {event.role} of **{event.company}**"


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
            payee = words.entity(move.state, money.payee)
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
    ev.DividendDecided: _decided,
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
