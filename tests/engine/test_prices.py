"""Dividends, price moves, the guaranty, and operating order (1.6.4)."""

from __future__ import annotations

import pytest

from engine import guaranty, market, operating_order, price_steps
from engine.actions import Dividend, Pass
from engine.components import components
from tests.engine.builders import Table


@pytest.mark.parametrize(
    ("revenue", "price", "steps"),
    [
        (180, 76, 2), (170, 90, 1), (40, 90, 0), (260, 61, 4), (220, 71, 3), (1700, 112, 4),
        (100, 100, 1), (0, 100, -1), (50, 100, 0), (60, 100, 1), (10, 56, 0), (30, 56, 1),
        (200, 100, 2), (190, 100, 1), (300, 100, 3), (400, 100, 4), (9990, 100, 4),
    ],
)  # fmt: skip
def test_1_6_4_2_price_moves(revenue: int, price: int, steps: int) -> None:
    assert price_steps(revenue, price) == steps


@pytest.mark.parametrize(
    ("prices", "paid"),
    [
        ((56, 58), 2), ((61, 64, 67, 71, 76), 3), ((82, 90), 4), ((100, 112), 5), ((126,), 6),
        ((142,), 7), ((160,), 8), ((180,), 9), ((205,), 10), ((230,), 11), ((255,), 12),
        ((280,), 14), ((300,), 15),
    ],
)  # fmt: skip
def test_1_6_4_3_guaranty_table(prices: tuple[int, ...], paid: int) -> None:
    assert {guaranty(p) for p in prices} == {paid}


def table_with_revenue(revenue: int, guaranteed: bool = False) -> Table:
    """NWR (price 100) at its dividend: Asha 30%, Bela 10%, MR 10%, NWR itself 10%, Market 20%."""
    table = Table("NWR", "MR")
    table.manage("NWR", head=1, percent=30)
    table.manage("MR", head=2)
    for owner in (2, "MR", "NWR"):
        table.shares(owner, "NWR", 10)
    table.market("NWR", 20)
    table["NWR"].guaranty = guaranteed
    table.train("NWR", "2")
    for entity in (1, 2, 3, "NWR", "MR"):
        table.cash(entity, 100)
    table.turn("NWR", "dividend").revenue = revenue
    return table


def test_1_6_4_1_paying_gives_a_tenth_to_each_share_owned_and_none_to_market_and_ipo() -> None:
    table = table_with_revenue(180)
    table.game.apply(Dividend("NWR", True))
    assert [table.owner(e).cash for e in (1, 2, 3, "MR", "NWR")] == [154, 118, 100, 118, 118]
    assert table["NWR"].price == 112


def test_1_6_4_1_withholding_fills_the_treasury_and_moves_left() -> None:
    table = table_with_revenue(180)
    table.game.apply(Dividend("NWR", False))
    assert table["NWR"].cash == 280
    assert table["NWR"].price == 90


def test_1_6_4_3_a_guaranty_company_that_withholds_pays_5_a_share_and_stays() -> None:
    table = table_with_revenue(180, guaranteed=True)
    table.game.apply(Dividend("NWR", False))
    assert [table.owner(e).cash for e in (1, 2, 3, "MR", "NWR")] == [115, 105, 100, 105, 285]
    assert table["NWR"].price == 100


def test_1_6_4_3_a_guaranty_company_that_earns_nothing_is_protected_without_being_asked() -> None:
    table = table_with_revenue(0, guaranteed=True)
    table.settle()
    assert table.game.step == "trains"
    assert table["NWR"].price == 100
    assert table.owner(1).cash == 115


def test_1_6_4_3_a_tiny_dividend_of_a_guaranty_company_is_not_topped_up() -> None:
    table = table_with_revenue(10, guaranteed=True)
    table.game.apply(Dividend("NWR", True))
    assert table.owner(1).cash == 103
    assert table["NWR"].price == 100


def test_1_6_4_1_no_revenue_counts_as_withheld() -> None:
    table = table_with_revenue(0)
    table.settle()
    assert table["NWR"].price == 90


def test_1_6_4_4_a_newcomer_without_train_falls_from_100_to_82_in_its_first_round() -> None:
    table = Table("NWR")
    table.manage("NWR")
    table.turn("NWR")
    seen = []
    while table.state.round.number == 1:
        seen.append((table.game.step, table["NWR"].price))
        table.game.apply(Pass("NWR"))
    assert seen[0] == ("track", 100)
    assert ("trains", 90) in seen
    assert table["NWR"].price == 82


def test_1_6_4_1_gipr_with_more_than_ten_shares_pays_each_a_tenth() -> None:
    table = Table()
    gipr = table.manage("GIPR", head=1, percent=100)
    gipr.converted = 50
    table.owner(2).add_shares("GIPR", 50)
    for entity in (1, 2):
        table.cash(entity, 0)
    table.turn("GIPR", "dividend").revenue = 200
    table.game.apply(Dividend("GIPR", True))
    assert (table.owner(1).cash, table.owner(2).cash) == (200, 100)


def test_1_1_4_at_460_a_further_move_does_nothing() -> None:
    table = Table("NWR", "MR")
    table.manage("NWR")
    table.manage("MR")
    table.price("NWR", 460)
    table.price("MR", 460)
    market.move_marker(table.state, table["NWR"], 4, "paid")
    assert table["NWR"].price == components().prices[-1] == 460
    assert market.rank(table.state, table["NWR"]) == 0


def test_1_6_8_order_is_by_price_then_by_arrival() -> None:
    table = Table("NWR", "MR", "NCR")
    for company in ("NCR", "MR", "NWR"):
        table.manage(company)
    assert [c.id for c in operating_order(table.state)] == ["NWR", "NCR", "MR"]
    market.move_marker(table.state, table["NWR"], -1, "paid")
    assert [c.id for c in operating_order(table.state)] == ["NCR", "MR", "NWR"]
    market.move_marker(table.state, table["NCR"], 0, "paid")
    assert [c.id for c in operating_order(table.state)] == ["NCR", "MR", "NWR"]


def test_1_8_1_gipr_does_not_operate_in_a_round_begun_in_phase_i() -> None:
    table = Table("NWR")
    table.manage("NWR")
    table.manage("GIPR", cash=500)
    assert [c.id for c in operating_order(table.state)] == ["NWR"]
    table.phase("II")
    assert [c.id for c in operating_order(table.state)] == ["GIPR", "NWR"]
