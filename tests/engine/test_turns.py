"""Whose turn it is, what is asked, what floating and closing do (1.4 to 1.6, 1.10, 1.11)."""

from __future__ import annotations

import pytest

from engine import OperatingRound, RuleViolation, scoring
from engine.actions import (
    BuyCard,
    ConvertBond,
    LayTile,
    Pass,
    RemoveMarker,
    Route,
    RunTrains,
    SellCard,
    SellTrain,
)
from engine.questions import closing
from engine.state import BOND
from tests.engine.builders import Table, in_hand, in_row


def test_1_4_7_a_round_ends_at_once_when_nobody_can_buy_after_a_purchase() -> None:
    table = Table("MR")
    table.manage("MR")
    for player, cash in ((1, 100), (2, 99), (3, 0)):
        table.cash(player, cash)
    table.game.apply(BuyCard(1, BOND))
    assert table.state.round.name == "operating"
    assert table.state.order == [2, 3, 1], "passed over is passed: Bela, Chand, then Asha"


def test_1_4_7_who_can_buy_nothing_is_passed_over() -> None:
    table = Table("MR")
    for player, cash in ((1, 500), (2, 0), (3, 500)):
        table.cash(player, cash)
    round_ = table.stock()
    table.game.apply(BuyCard(1, BOND))
    assert table.game.actor == 3
    assert round_.passed == [2]


# -- floating -------------------------------------------------------------------------------------


def test_1_5_3_the_marker_goes_below_those_on_its_price_and_nothing_more_is_paid() -> None:
    table = Table("MR", "NCR")
    table.manage("NCR")
    table.cash(1, 2000)
    in_hand(table, 1, "MR_1", "MR_2", "MR_3")
    for n, card in enumerate(("MR_1", "MR_2", "MR_3"), 1):
        assert not table["MR"].floated
        table.game.apply(BuyCard(1, card))
        assert table["MR"].cash == 90 * n
    assert table["MR"].floated
    assert table.state.track[table["MR"].price_index] == ["NCR", "MR"]
    assert table.standing("K30") == [["MR", None]]


def test_1_5_3_a_company_that_floats_in_a_round_operates_from_the_next_one_on() -> None:
    table = Table("MR", "NWR")
    table.manage("MR")
    table.train("MR", "2")
    table.shares(2, "NWR", 20)
    table["NWR"].head = 2
    in_row(table, "NWR_5")
    table.turn("MR", "buy")
    table.game.apply(BuyCard("MR", "NWR_5"))
    assert table["NWR"].floated
    round_ = table.state.round
    assert isinstance(round_, OperatingRound)
    assert (round_.number, table.game.actor) == (2, "NWR"), "100 comes before 90"


# -- who is asked ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "own", "other", "asked"),
    [
        (0, "", "2", False),
        (1, "", "2", True),
        (179, "", "", False),
        (180, "", "", True),
        (0, "2", "", True),
        (0, "4x3", "2", False),
        (1, "4x3", "2", True),
        (1, "4x3", "3x2", False),
    ],
)
def test_1_6_9_5_the_train_step(cash: int, own: str, other: str, asked: bool) -> None:
    table = Table("WR", "MR")
    table.manage("WR", cash=0)
    table.manage("MR", head=2)
    for company, kind in (("WR", own), ("MR", other)):
        if kind:
            table.train(company, kind)
    table.cash("WR", cash)
    for player in table.state.players:
        table.cash(player, 500)
    table.turn("WR", "dividend").revenue = 0
    table.settle()
    assert (table.game.step == "trains") == asked


def test_1_6_9_5_the_train_step_ends_when_nothing_is_left_to_do() -> None:
    table = Table("WR")
    table.manage("WR", cash=0)
    table.train("WR", "3")
    table.turn("WR", "trains")
    table.private("WR", "P1")
    table.game.apply(SellTrain("WR", table["WR"].trains[0].id))
    assert table.game.step == "trains", "300 buy the 3 of the discard, or a 2"
    table = Table("WR")
    table.manage("WR", cash=0)
    table.private("WR", "P1")
    table.sell_out("2", "3", "4", "3x2", "3x3", "4x2", "4x3")
    table.turn("WR", "trains")
    table.settle()
    assert table.game.step == "sell"


def test_1_6_9_6_selling_ends_when_nothing_is_left_and_buying_is_asked_of_who_can_pay() -> None:
    table = Table("WR", "MR")
    table.manage("WR", cash=0)
    table["WR"].bonds, table.state.bonds_in_bank = 1, 9
    table.train("WR", "2")
    table.turn("WR", "sell")
    table.game.apply(SellCard("WR", BOND))
    assert (table.game.step, table["WR"].cash) == ("buy", 100)
    table.game.apply(BuyCard("WR", BOND))
    assert table.game.step == "track", "one purchase ends the step, the turn, and the round"
    table = Table("WR")
    table.manage("WR", cash=99)
    table.train("WR", "2")
    table.turn("WR", "sell", number=2)
    for player in table.state.players:
        table.cash(player, 500)
    table.settle()
    assert table.state.round.name == "stock", "neither selling nor buying is possible"


# -- closing and worth ----------------------------------------------------------------------------


def test_1_10_4_all_its_certificates_are_gone_without_compensation() -> None:
    table = Table("WR", "MR")
    table.manage("WR", head=1, percent=40)
    table.manage("MR", head=2)
    table.shares("MR", "WR", 10)
    table.shares("WR", "WR", 10)
    table.market("WR", 10)
    in_hand(table, 3, "WR_7", "MR_7")
    in_row(table, "MR_5", "WR_6", "P1", row=2)
    cash = {e: table.owner(e).cash for e in (1, 2, 3, "MR")}
    closing.finish(table.state, table["WR"])
    assert {e: table.owner(e).cash for e in (1, 2, 3, "MR")} == cash
    assert [table.owner(e).percent("WR") for e in (1, "MR")] == [0, 0]
    assert table.state.players[3].hand == ["MR_7"]
    assert table.state.ipo_rows[2] == ["MR_5", "P1"]
    assert not any("WR" in row for row in table.state.track.values())


@pytest.mark.parametrize(
    ("kind", "price"),
    [
        ("2", 180), ("3", 300), ("4", 450), ("4E", 450), ("3x2", 700), ("3x3", 900), ("4x2", 800),
        ("4Ex2", 800), ("4x3", 1100), ("4Ex3", 1100),
    ],
)  # fmt: skip
def test_1_11_4_a_train_counts_with_its_full_price(kind: str, price: int) -> None:
    table = Table("MR")
    table.manage("MR", cash=7)
    table.train("MR", kind)
    assert scoring.book_value(table.state, table["MR"]) == 7 + price


def test_1_11_4_book_value_counts_own_and_other_shares_without_their_books() -> None:
    table = Table("MR", "WR")
    table.manage("MR", cash=13)
    table.manage("WR", cash=5000)
    table.shares("MR", "WR", 20)
    table.shares("MR", "MR", 10)
    table.private("MR", "P5", "P6")
    table["MR"].bonds = 2
    book = 13 + 2 * 64 + 90 + 115 + 150 + 200
    assert scoring.book_value(table.state, table["MR"]) == book
    assert scoring.share_worth(table.state, table["MR"]) == 90 + book // 10
    table.manage("GIPR", cash=1234)
    table["GIPR"].converted = 50
    assert scoring.share_worth(table.state, table["GIPR"]) == 112 + 123


def test_1_6_9_6_the_step_may_be_passed() -> None:
    table = Table("WR", "MR")
    table.manage("WR")
    table.shares("WR", "MR", 10)
    table.turn("WR", "sell")
    table.game.apply(Pass("WR"))
    assert table.game.step == "buy"


# -- what only a slip would do --------------------------------------------------------------------


def test_1_4_4_a_bond_is_not_converted_after_another_purchase_of_the_turn() -> None:
    table = Table("MR")
    table.manage("GIPR", head=2)
    table.phase("IV")
    table.owner(1).bonds, table.state.bonds_in_bank = 1, 9
    table.cash(1, 2000)
    in_hand(table, 1, "MR_1", "MR_2")
    table.game.apply(BuyCard(1, "MR_1"))
    with pytest.raises(RuleViolation, match="One purchase a turn"):
        table.game.apply(ConvertBond(1))
    assert table.owner(1).bonds == 1


def test_1_6_1_10_a_marker_is_not_removed_beside_other_track() -> None:
    for other in (("D15", "9", 0), ("D17", "14", 0)):
        table = Table("WR")
        table.manage("WR")
        table.lay("D17 57 0", "D19 4 0")
        table.private("WR", "P2")
        table.phase("IV")
        table.turn("WR")
        table.game.apply(LayTile("WR", *other))
        assert table.game.step == "track"
        with pytest.raises(RuleViolation, match="entire track step"):
            table.game.apply(RemoveMarker("WR", "D19", 0))
        assert table.marked("D19", 0)
        legal = table.game.legal()
        assert legal is not None
        assert legal.unmark == []


@pytest.mark.parametrize("side", ["Z9/0", "D3/6", "D3/x", "D3"])
def test_1_6_3_1_a_side_that_is_none_is_refused(side: str) -> None:
    table = Table("PNS")
    table.manage("PNS")
    train = table.train("PNS", "2")
    table.turn("PNS", "run")
    with pytest.raises(RuleViolation, match="is no side of a hex"):
        table.game.apply(RunTrains("PNS", (Route(train.id, "D3-0", (side,)),)))
