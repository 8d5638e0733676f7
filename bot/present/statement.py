"""The statement of a company: what came in and went out in this round, from the ledger's events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.present import words
from bot.present.layout import FIELD
from engine import Game
from engine.events import BANK, Event, MoneyMoved, RoundStarted
from engine.state import State

MOST_LINES = 14


@dataclass(frozen=True, slots=True)
class Line:
    """₹ that came in (`amount` above 0) or went out under one heading."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Statement:
    """`opening` and the lines together give `closing`, the cash."""

    opening: int
    lines: tuple[Line, ...]
    closing: int

    @property
    def came_in(self) -> int:
        """₹ in all."""
        return sum(line.amount for line in self.lines if line.amount > 0)

    @property
    def went_out(self) -> int:
        """₹ in all."""
        return -sum(line.amount for line in self.lines if line.amount < 0)


def statement(game: Game, company: str) -> Statement:
    """The company's statement since the round started."""
    return next(statements(game, company))[1]


def statements(game: Game, company: str) -> Iterator[tuple[str, Statement]]:
    """The company's statement of each round with the round's name, the latest round first."""
    closing = game.state.companies[company].cash
    for name, events in rounds(game):
        found = _statement(game.state, company, events, closing)
        closing = found.opening
        yield name, found


def _statement(state: State, company: str, events: list[Event], closing: int) -> Statement:
    sums: dict[tuple[bool, str], int] = {}
    for event in events:
        if isinstance(event, MoneyMoved) and company in (event.payer, event.payee):
            comes_in = event.payee == company
            key = comes_in, label(state, event, company)
            sums[key] = sums.get(key, 0) + (event.amount if comes_in else -event.amount)
    lines = [Line(text, amount) for (_, text), amount in sums.items()]
    lines.sort(key=lambda line: line.amount < 0)
    return Statement(closing - sum(sums.values()), tuple(lines), closing)


def rounds(game: Game) -> Iterator[tuple[str, list[Event]]]:
    """What happened in each round, in order, with the round's name; the latest round first."""
    found: list[Event] = []
    for applied in reversed(game.history):
        for event in reversed(applied.events):
            if isinstance(event, RoundStarted):
                yield words.round_title(event.round, event.turn, event.number), found[::-1]
                found = []
            else:
                found.append(event)
    found += reversed(game.opening)
    yield "Before the first round" if game.history else words.round_name(game.state), found[::-1]


IN = (
    (r"revenue withheld", "Revenue withheld"),
    (r"income of Privates and Royal Bonds", "Income of Privates and Royal Bonds"),
    (r"dividend of (\w+)", r"Dividend of \1"),
    (r"guaranty of (\w+)", r"Guaranty of \1"),
    (r"(\S+) train bought of \w+", r"\1 train sold to {other}"),
    (r"(\S+) train sold", r"\1 train sold to the bank"),
    (r"\d+% of (\w+) bought", "Own shares sold from IPO rows and hands"),
    (r"\d+% of (\w+) sold", r"\1 shares sold"),
    (r"share in the Open Market at the start", "Open Market shares at the start"),
    (r"(P\d) closed", r"\1 closed"),
    (r"(P\d) sold", r"\1 sold"),
    (r"RB sold", "Royal Bonds sold"),
    (r"Royal Bond converted", "GIPR shares issued for Royal Bonds"),
)
OUT = (
    (r"track in \w+|terrain of the home hex", "Track"),
    (r"station in \w+", "Stations"),
    (r"(\S+) train bought of (\w+)", r"\1 train bought from \2"),
    (r"(\S+) train bought", r"\1 train bought"),
    (r"\d+% of (\w+) bought", r"\1 shares bought"),
    (r"(P\d) bought", r"\1 bought"),
    (r"Royal Bond bought", "Royal Bonds bought"),
    (r"Royal Bond converted", "Paid for converting Royal Bonds"),
    (r"treasury of (\w+)", "Treasury to the bank"),
)


def label(state: State, event: MoneyMoved, company: str) -> str:
    """The heading under which a payment stands in the company's statement."""
    comes_in = event.payee == company
    other = event.payer if comes_in else event.payee
    for pattern, text in IN if comes_in else OUT:
        found = re.fullmatch(pattern, event.reason)
        if found:
            where = "the bank" if other == BANK else words.entity(words.names(state), other)
            return _tidy(found.expand(text)).format(other=where)
    return event.reason[:1].upper() + event.reason[1:]


def _tidy(text: str) -> str:
    """Private Companies by their names, trains with ×."""
    text = re.sub(r"\bP\d\b", lambda m: words.private(m.group()), text)
    return re.sub(r"^(\d\w*?)x(\d)", r"\1×\2", text)


def statement_lines(of: Statement, closing: str = "Now") -> list[str]:
    """The statement as lines that fit into a field."""
    lines = [line_text(line) for line in of.lines]
    if len(lines) > MOST_LINES or sum(map(len, lines)) > FIELD - 200:
        lines = _shortened(of.lines)
    head = f"At the start {words.money(of.opening)}"
    if not lines:
        return [head, "Nothing came in or went out yet"]
    total = f"In {words.money(of.came_in)}, out {words.money(of.went_out)}"
    return [head, *lines, f"**{closing} {words.money(of.closing)}** · {total}"]


def line_text(line: Line) -> str:
    """One line: "+₹50 Dividend of EIR"; a blank after the sign would make a list of it."""
    return f"{'+' if line.amount > 0 else '−'}{words.money(abs(line.amount))} {line.label}"


def _shortened(lines: tuple[Line, ...]) -> list[str]:
    """The largest lines one by one, the others together."""
    rows = sorted(lines, key=lambda line: -abs(line.amount))
    large = [line for line in lines if line in rows[: MOST_LINES - 2]]
    small = [line for line in lines if line not in large]
    for sign in (1, -1):
        amount = sum(line.amount for line in small if line.amount * sign > 0)
        if amount:
            large.append(Line("Other", amount))
    return [line_text(line) for line in sorted(large, key=lambda line: line.amount < 0)]
