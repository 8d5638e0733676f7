"""The end is announced with what is still played; the final scores add up and are in words."""

from __future__ import annotations

import pytest

from bot.games.facts import Closing, Score, Scored, ShareWorth
from bot.games.scores import closing, scored
from bot.present.scores import closing_line, scores_text
from engine import RULEBOOK, Game, scoring
from engine.actions import AnyAction
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, log_of


@pytest.mark.parametrize("name", [MIXED2, HOARDER, CRASH, MIXED3])
def test_scores_add_up_to_the_worth_of_each_player(name: str) -> None:
    game = Replay(parse(log_of(name)), RULEBOOK).run()
    found = scored(game)
    worth = {w.company: w.worth for w in found.worths}
    assert {w.company: w.worth for w in found.worths} == {
        w.company: w.price + w.book_value // 10 for w in found.worths
    }
    for score in found.scores:
        shares = sum(count * worth[company] for company, count in score.shares)
        assert score.cash + score.privates + score.bonds + shares == score.total
        assert score.total == scoring.worth(game.state, game.state.players[score.seat])
    text = scores_text({p: f"Player {p}" for p in game.state.players}, found)
    assert len(text) <= 2000
    assert text.count("**Player ") == len(game.state.players)


def test_the_end_is_announced_once_with_what_is_still_played() -> None:
    record = Replay(parse(log_of(HOARDER)), RULEBOOK)
    actions: list[AnyAction] = [a for step in record.steps(None) for a in step.actions]
    game, told = Game(record.game.setup), []
    for action in actions:
        before = game.copy()
        found = closing(before, game, game.apply(action))
        if found is not None:
            told.append(found)
    assert len(told) <= 1
    assert told or not game.state.bank.broken


@pytest.mark.parametrize(
    ("fact", "rest"),
    [
        (
            Closing("bank", "stock", 4, 1),
            "the rest of Stock Round 4, Operating Round 4.1 and Operating Round 4.2.",
        ),
        (
            Closing("bank", "operating", 4, 1),
            "the rest of Operating Round 4.1 and Operating Round 4.2.",
        ),
        (Closing("bank", "operating", 4, 2), "the rest of Operating Round 4.2."),
        (Closing("stock_market", "operating", 4, 1), "the rest of Operating Round 4.1."),
    ],
)
def test_what_is_still_played(fact: Closing, rest: str) -> None:
    assert closing_line(fact).endswith(f"Still played: {rest}")


def test_players_with_the_same_total_have_the_same_rank() -> None:
    fact = Scored(
        (Score(2, 900, 900, 0, 0, ()), Score(1, 900, 500, 200, 100, (("EIR", 1),))),
        (ShareWorth("EIR", 90, 100, 100),),
    )
    text = scores_text({1: "Asha", 2: "Bela"}, fact)
    assert "1. **Bela** ₹900: cash ₹900\n" in text
    assert "1. **Asha** ₹900: cash ₹500, Privates ₹200, Royal Bonds ₹100, EIR 10% ₹100\n" in text
    assert "Bela and Asha share the victory." in text
    assert "**EIR** ₹100 (price ₹90, a tenth of ₹100)" in text
