"""A move in one public line: what was done and what followed; and a game's log in such lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.facts import Made
from bot.present import words
from bot.present.layout import clip
from bot.present.moves import Move, guaranty, price, sentence
from engine import events as ev
from engine.components import GIPR
from engine.game import Game
from engine.state import State

LINE = 500
"""The most letters of a line."""


def move_line(game: Game) -> str:
    """The line for the move that a game has just taken."""
    return _line(game, len(game.history) - 1)


def made_line(state: State, made: Made) -> str:
    """The line for a move; of the state nothing but names is used."""
    return _told(Move(state, made.action, made.events, made.step))


def log_lines(game: Game, since_n: int = 0, until_n: int | None = None) -> list[str]:
    """A numbered line for each standing action after number `since_n`, up to `until_n`."""
    until_n = len(game.history) if until_n is None else min(until_n, len(game.history))
    return [f"`{n}` {_line(game, n - 1)}" for n in range(max(since_n, 0) + 1, until_n + 1)]


def _line(game: Game, index: int) -> str:
    applied = game.history[index]
    return _told(Move(game.state, applied.action, applied.events, applied.step))


def _told(move: Move) -> str:
    sentences = [sentence(move)]
    for i, event in enumerate(move.events):
        if any(event is told for told in move.told):
            continue
        if isinstance(event, ev.StationPlaced):
            text = _station(event, move.events[i - 1] if i else None)
        else:
            tell = FOLLOWED.get(type(event))
            text = tell(move, event) if tell else ""
        if text:
            sentences.append(text)
    if len(sentences) == 1:
        return clip(sentences[0], LINE)
    return clip(". ".join(sentences) + ".", LINE)


def _price(_move: Move, event: ev.PriceMoved) -> str:
    """A price that fell by itself: for want of revenue, or of a train."""
    why = "owns no train" if event.reason == "no_train" else "earned nothing"
    return f"**{event.company}** {why}; {price(event)}"


def _station(event: ev.StationPlaced, before: ev.Event | None) -> str:
    if isinstance(before, ev.StationRemoved) and event.company == GIPR:
        whose = f"{before.company}'s station in {words.place(event.hex)}"
        return f"**GIPR** takes over {whose}"
    where = words.city_of(event.hex, event.city, event.towards)
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
    ev.PriceMoved: _price,
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
