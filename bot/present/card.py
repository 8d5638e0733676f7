"""The card of a turn: one message that tells all of it, made of the log alone.

What stands in it is public: the sentences of the moves, which name nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import discord

from bot.games.live import LiveGame, Logged
from bot.games.now import step_now
from bot.games.turn import Turn
from bot.present import embeds, layout, words
from bot.present.lines import LINE, sentences_of, taken_back, together, why_text
from bot.present.scenes import laid_view, ran_view
from bot.present.turns import CALL
from engine import events as ev
from engine.actions import Pass
from render.view import BoardView

LABELS = {
    "track": "Track",
    "station": "Station",
    "run": "Run",
    "dividend": "Dividend",
    "trains": "Trains",
    "sell": "Certificates",
    "buy": "Certificates",
    "home": "Home",
    "exchange": "Exchange",
}
PASSED = {
    "track": "no track laid",
    "station": "none built",
    "trains": "none bought",
    "sell": "nothing sold",
    "buy": "none bought",
}
"""What a company did not do in a step in which it did nothing else."""
SHORT = {
    "runs no train": "no train ran",
    "runs ": "",
    "cannot build a station: ": "none possible: ",
    "cannot buy a train: ": "none bought: ",
    "cannot buy a certificate: ": "none bought: ",
}
"""How a sentence begins, and what of that is left behind the name of its step."""
APART = (ev.RoundStarted, ev.GameEnded, ev.BankBroken)
"""What has a line of its own, for it concerns all."""
TURNS = {True: "selling", False: "buying"}
DONE = "done"
"""That a step is over in which something was done; the card tells it only if it is taken back."""
LEFT_OUT = "… (all of it: `/game log`)"


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The picture of a card, drawn when it is wanted; `name` tells it from others of the turn."""

    name: str
    file: str
    draw: Callable[[], BoardView]


def card_embed(live: LiveGame, turn: Turn) -> discord.Embed:
    """All that was done in a turn, what was taken back struck through; whose decision is next."""
    rows = [row for row in live.log if row.turn == turn]
    names = words.names(live.game.state)
    head = _head(live, names, turn, rows)
    lines = _lines(live, names, turn, rows)
    tail = _tail(live, names, turn, rows)
    room = layout.DESCRIPTION - len(head) - len(tail) - len(LEFT_OUT) - 3
    shown = _newest(lines, room)
    company = turn.actor if isinstance(turn.actor, str) else None
    text = "\n".join(filter(None, [head, *shown, tail]))
    return embeds.embed(_title(names, turn), text, company)


def _lines(live: LiveGame, names: words.Names, turn: Turn, rows: list[Logged]) -> list[str]:
    """The lines of all moves; steps one after the other in which nothing was done are one line."""
    lines: list[str] = []
    idle: list[tuple[str, str]] = []
    for row, times in _counted(names, rows):
        parts = _parts(names, turn, row, rows, times)
        while parts and parts[0][1] in PASSED.values() and not (row.back or row.why):
            idle.append(parts.pop(0))
        if parts and idle and row.back is None and parts[0][0] == idle[-1][0]:
            idle.pop()  # it sold nothing, but bought: one step of two halves
        if parts:
            lines += _idle_line(idle)
            idle.clear()
        lines += _row_lines(live, names, row, parts)
    return lines + _idle_line(idle)


def _counted(names: words.Names, rows: list[Logged]) -> list[tuple[Logged, int]]:
    """The moves, of equal purchases in a row only the last, each with how many it stands for."""
    alike = groupby(rows, lambda row: (row.back, row.why))
    return [
        counted for _, some in alike for counted in together(names, some, lambda row: row.applied)
    ]


def _idle_line(idle: list[tuple[str, str]]) -> list[str]:
    """That nothing was done in some steps, if there are any.

    >>> _idle_line([("Trains", "none bought")])
    ['**Trains** · none bought']
    >>> _idle_line([("Trains", "none bought"), ("Certificates", "nothing sold")])
    ['**Trains, certificates** · none']
    """
    labels = list(dict.fromkeys(label for label, _ in idle))
    text = idle[0][1] if len(idle) == 1 else "none"
    return [f"**{', '.join(labels).capitalize()}** · {text}"] if labels else []


def _newest(lines: list[str], room: int) -> list[str]:
    """As many of the last lines as there is room for."""
    shown: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            return [LEFT_OUT, *shown]
        shown.insert(0, line)
    return shown


def _title(names: words.Names, turn: Turn) -> str:
    round_ = words.round_title(turn.round, turn.set, turn.number)
    kind = f", {TURNS[turn.selling]}" if isinstance(turn.actor, int) else ""
    return f"{words.entity(names, turn.actor)} · {round_}{kind}"


def _head(live: LiveGame, names: words.Names, turn: Turn, rows: list[Logged]) -> str:
    """Who leads the company, as at the beginning of its turn."""
    seat = rows[0].seat if rows else None
    if seat is None or isinstance(turn.actor, int):
        return ""
    company = live.game.state.companies.get(turn.actor)
    role = f", {company.role}" if company else ""
    return f"{names[seat]}{role}"


def _row_lines(
    live: LiveGame, names: words.Names, row: Logged, parts: list[tuple[str, str]]
) -> list[str]:
    """The lines of a move of these parts; one that was taken back is a single line."""
    lines = [layout.clip(f"**{label}** · {text}" if label else text, LINE) for label, text in parts]
    if lines:
        lines[-1] += why_text(row.why)
    if row.back is None:
        return lines
    return [f"~~{'; '.join(lines)}~~ ↩ {taken_back(live, names, row.back)}"]


def _parts(
    names: words.Names, turn: Turn, row: Logged, rows: list[Logged], times: int
) -> list[tuple[str, str]]:
    """What was done and what followed, by the step that it belongs to."""
    own = f"**{words.entity(names, turn.actor)}** "
    company = isinstance(turn.actor, str)
    parts: list[tuple[str, str]] = []
    for event, sentence in sentences_of(names, row.applied, times):
        if company and isinstance(event, ev.StepSkipped) and event.step == "sell":
            continue  # that there was nothing to sell
        label = (_label(turn, row, event) or "") if company else ""
        text = sentence.removeprefix(own) if label or event is None else sentence
        text = shortened(text) if label else text
        if event is None and company:
            text = _passed(row, rows) or text
            if text == DONE and row.back is None:
                continue
        elif event is None:
            text = text[:1].upper() + text[1:]
        if parts and not isinstance(event, APART) and (not label or label == parts[-1][0]):
            before, told = parts[-1]
            parts[-1] = before, f"{told}{'; ' if label else '. '}{text}"
        else:
            parts.append((label, text))
    return parts


def shortened(text: str) -> str:
    """A sentence without what the name of its step says already.

    >>> shortened("cannot build a station: cash ₹20")
    'none possible: cash ₹20'
    """
    for beginning, left in SHORT.items():
        if text.startswith(beginning):
            return left + text.removeprefix(beginning)
    return text


def _label(turn: Turn, row: Logged, event: ev.Event | None) -> str | None:
    """The step that something belongs to; None where it has none of its own."""
    if event is None:
        return LABELS.get(row.applied.step)
    if isinstance(event, ev.StepSkipped) and event.entity == turn.actor:
        return LABELS.get(event.step)
    if isinstance(event, ev.DividendDecided) and event.company == turn.actor:
        return LABELS["run"]
    if isinstance(event, ev.PriceMoved) and event.company == turn.actor:
        return LABELS["trains" if event.reason == "no_train" else "run"]
    return None


def _passed(row: Logged, rows: list[Logged]) -> str:
    """That a step brought nothing, or that it is over; nothing where another player passed it."""
    step, action = row.applied.step, row.applied.action
    if not isinstance(action, Pass) or action.by is not None or step not in PASSED:
        return ""
    earlier = (r for r in rows if r.made < row.made and r.applied.step == step)
    stood = any(r.back is None or r.back.place > row.made for r in earlier)
    return DONE if stood else PASSED[step]


def _tail(live: LiveGame, names: words.Names, turn: Turn, rows: list[Logged]) -> str:
    """Whose decision is next, for as long as no call of its own says so."""
    game = live.game
    seat, actor = game.player_to_act, game.actor
    if seat is None or actor is None or step_now(game) == "select":
        return ""
    goes_on = turn == live.turn and bool(rows) and rows[0].seat == seat
    last = turn == live.last_turn and not _is_called(live, seat)
    if not goes_on and not last:
        return ""
    step = words.STEPS[step_now(game)]
    what = f"**{actor}**, {step}" if isinstance(actor, str) else step
    return f"{CALL}{names[seat]}: {what}"


def _is_called(live: LiveGame, seat: int) -> bool:
    """Whether the player in a seat is called to decide after the last move: it is another's."""
    if not live.movers:
        return False
    mover, holder = live.movers[-1], live.holder(seat)
    return seat != mover.seat and holder is not None and holder != mover.author


def card_picture(live: LiveGame, turn: Turn) -> CardPicture | None:
    """The newest picture of a turn: of its run, before that of the tiles that it laid."""
    rows = [row for row in live.log if row.turn == turn and row.back is None]
    events = [event for row in rows for event in row.applied.events]
    company = turn.actor
    if not isinstance(company, str):
        return None
    for row in rows:
        ran = next((e for e in row.applied.events if isinstance(e, ev.TrainsRan) and e.paths), None)
        if ran is not None:
            draw = partial(ran_view, live.game, company, ran.paths)
            return CardPicture(f"run-{row.touched}", "routes", draw)
    laid = [e for e in events if isinstance(e, ev.TileLaid) and e.company == company]
    if not laid:
        return None
    name = "lay-" + "-".join(f"{e.hex}.{e.tile}.{e.rotation}" for e in laid)
    draw = partial(laid_view, live.game, company, [e.hex for e in laid])
    return CardPicture(name[:60], "track", draw)
