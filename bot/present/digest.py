"""What was done since a player's last move: a few lines for his call, all of it on request."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.games.live import LiveGame
from bot.present import words
from bot.present.layout import clip
from bot.present.lines import FOLLOWED, log_lines, together
from bot.present.moves import Move, sentence
from bot.present.pages import LONGEST
from engine import Applied
from engine import events as ev
from engine.actions import Pass

MOST, LINE = 4, 220
"""The most lines of a digest, and the most letters of one."""
TELLING = (
    ev.PriceMoved,
    ev.CompanyFloated,
    ev.CompanyClosed,
    ev.PhaseStarted,
    ev.RoundStarted,
    ev.BankBroken,
)
"""What happened beside the moves that everybody wants to know."""


def since_last_move(live: LiveGame, seat: int) -> int:
    """How many moves stood after the last one of a player; 0 if he has made none."""
    places = range(len(live.movers), 0, -1)
    return next((n for n in places if live.movers[n - 1].seat == seat), 0)


def digest(live: LiveGame, seat: int, *, last: bool = True) -> list[str]:
    """What the others did since a player's last move, a line for each turn, the last ones.

    The last move of all is left out without `last`; and the choices of the selection always: they
    stand by seat in the log, also those that were made before the player's own.
    """
    names = words.names(live.game.state)
    since = since_last_move(live, seat)
    if not since:
        return []
    told = live.game.history[since : None if last else -1]
    told = [applied for applied in told if applied.step != "select"]
    lines = [line for _, moves in groupby(told, _actor) if (line := _turn(names, list(moves)))]
    left_out = len(lines) - MOST
    if left_out > 0:
        lines = [f"… and {words.count(left_out, 'turn')} before", *lines[-MOST:]]
    return lines


def _actor(applied: Applied) -> object:
    """Who moved, a player or a company."""
    return getattr(applied.action, "actor", None)


def _turn(names: words.Names, moves: list[Applied]) -> str:
    """The moves of a turn in a line, which names its actor once; passes go without saying."""
    told: list[str] = []
    named = False
    for applied, times in together(names, moves, lambda move: move):
        move = Move(names, applied.action, applied.step, applied.events, times=times)
        text = sentence(move)
        actor = _actor(applied)
        name = f"{move.name(actor)} " if isinstance(actor, int | str) else ""
        if not isinstance(applied.action, Pass):
            told.append(text.removeprefix(name) if named else text)
            named = named or text.startswith(name)
        followed = [e for e in applied.events if not any(e is t for t in move.told)]
        events = (event for event in followed if isinstance(event, TELLING))
        told += [FOLLOWED[type(event)](move, event) for event in events]
    return clip("; ".join(told), LINE)


def what_happened(live: LiveGame, seat: int | None) -> str:
    """Everything since a player's last move, the newest last; cut where it is too long."""
    since = since_last_move(live, seat) if seat is not None else 0
    lines = log_lines(words.names(live.game.state), live.game.history, since)
    if not lines:
        return "Nothing has happened since your last move."
    prices = price_moves(live.game.history[since:])
    lines += [f"**Prices:** {prices}"] if prices else []
    size, shown = 0, []
    for line in reversed(lines):
        size += len(line) + 1
        if size > LONGEST - 200:
            shown.append("… `/game log` has the rest")
            break
        shown.append(line)
    return "\n".join(reversed(shown))


def price_moves(history: Sequence[Applied]) -> str:
    """Each share price that moved, from where to where, in all the moves together."""
    ends: dict[str, tuple[int, int]] = {}
    for applied in history:
        for event in applied.events:
            if isinstance(event, ev.PriceMoved):
                first, _ = ends.get(event.company, (event.old, event.old))
                ends[event.company] = first, event.new
    return ", ".join(
        f"{company} {words.money(old)} → {words.money(new)}"
        for company, (old, new) in ends.items()
        if old != new
    )
