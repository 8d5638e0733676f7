"""The statement of a treasury adds up at every point of the recorded games."""

import itertools
import re
from collections.abc import Sequence

import pytest

from bot.present.statement import Line, Statement, label, statement, statement_lines, statements
from engine import RULEBOOK
from engine.events import MoneyMoved, RoundStarted
from interchange.replay import Replay
from tests.bot.present.recorded import NAMES, game_at, log


@pytest.mark.parametrize("name", NAMES)
def test_opening_and_lines_give_the_cash(name: str) -> None:
    """The opening balance is what the company had when the round before ended."""
    replay = Replay(log(name), RULEBOOK)
    game = replay.game
    opening = dict.fromkeys(game.state.companies, 0)
    before = opening
    for step in replay.steps():
        events = [e for a in game.history[-len(step.actions) :] for e in a.events]
        starts = [i for i, e in enumerate(events) if isinstance(e, RoundStarted)]
        if starts and step.actions:
            moved = _moved(events[: starts[-1]])
            opening = {c: before.get(c, 0) + moved.get(c, 0) for c in game.state.companies}
        for company in game.state.companies.values():
            found = statement(game, company.id)
            assert found.opening == opening[company.id], (step.n, company.id)
            assert found.opening + found.came_in - found.went_out == company.cash
            assert found.closing == company.cash
        before = {c.id: c.cash for c in game.state.companies.values()}


def _moved(events: Sequence[object]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for event in events:
        for entity, sign in (("payee", 1), ("payer", -1)):
            owner = getattr(event, entity, None)
            if isinstance(owner, str) and hasattr(event, "amount"):
                sums[owner] = sums.get(owner, 0) + sign * event.amount
    return sums


def test_the_words_of_a_statement() -> None:
    game = game_at("made-353-3p-mixed", 1250)
    assert statement_lines(statement(game, "CGR")) == [
        "At the start ₹404",
        "+₹360 2 train sold to the bank",
        "+₹180 NCR shares sold",
        "−₹485 4×3 train bought from NCR",
        "−₹180 2 train bought",
        "−₹100 Royal Bonds bought",
        "**Now ₹179** · In ₹540, out ₹765",
    ]


def test_a_long_statement_is_shortened_and_still_adds_up() -> None:
    amounts = [*range(100, 120), *range(-119, -99)]
    lines = tuple(Line(f"Dividend of C{i}", amount) for i, amount in enumerate(amounts))
    text = statement_lines(Statement(0, lines, 0))
    assert len(text) < 20
    assert sum(map(len, text)) < 1024
    shown = [line.replace(",", "").split(" ")[0] for line in text[1:-1]]
    assert sum(int(amount[2:]) * (1 if amount[0] == "+" else -1) for amount in shown) == 0
    assert not any(re.match(r"[-+*] ", line) for line in text), "no bullets"
    assert text[-1] == "**Now ₹0** · In ₹2,190, out ₹2,190"


def test_the_statements_of_all_rounds_follow_one_another() -> None:
    game = game_at("made-353-3p-mixed", 1250)
    found = [entry for _, entry in statements(game, "CGR")]
    assert len(found) > 30
    for later, earlier in itertools.pairwise(found):
        assert earlier.closing == later.opening
    assert found[-1].opening == 0


def test_a_conversion_has_two_labels() -> None:
    """What GIPR gets from the bank is not what a company pays."""
    state = game_at("made-353-3p-mixed", 1250).state
    paid = MoneyMoved("CGR", "bank", 200, "Royal Bond converted")
    got = MoneyMoved("bank", "GIPR", 100, "Royal Bond converted")
    assert label(state, paid, "CGR") == "Paid for converting Royal Bonds"
    assert label(state, got, "GIPR") == "GIPR shares issued for Royal Bonds"
