"""Operating Rounds (1.6): income, Privates' powers, trains, phases, certificates of companies."""

from __future__ import annotations

import pytest

from engine import RULEBOOK, SITE, Ruleset, RuleViolation
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    ConvertBond,
    LayTile,
    Pass,
    PlaceJewelry,
    PlaceStation,
    SellCard,
    SellShares,
    SellTrain,
    UseDiscount,
)
from engine.rounds.operating import pay_income
from engine.state import BOND
from tests.engine.builders import Table, in_row


def table_at(
    company: str, step: str, *others: str, cash: int = 1000, ruleset: Ruleset = RULEBOOK
) -> Table:
    """A Managed company of Asha at a step of its turn; other companies are Bela's."""
    table = Table(company, *others, ruleset=ruleset)
    table.manage(company, head=1, cash=cash)
    for other in others:
        table.manage(other, head=2)
    table.turn(company, step)
    return table


def refuses(table: Table, action: AnyAction, words: str) -> None:
    with pytest.raises(RuleViolation, match=words):
        table.game.apply(action)


def test_1_6_7_income_of_privates_and_bonds() -> None:
    table = Table("WR", "MR")
    table.private(1, "P1", "P6")
    table.private("WR", "P3")
    table.state.market_privates = ["P5"]
    table.owner(2).bonds = 3
    cash = {e: table.owner(e).cash for e in (1, 2, 3, "WR")}
    pay_income(table.state)
    gained = {e: table.owner(e).cash - was for e, was in cash.items()}
    assert gained == {1: 30, 2: 30, 3: 0, "WR": 10}


def test_1_6_a_move_in_nobodys_name_is_refused() -> None:
    table = table_at("WR", "buy", "MR")
    table.market("WR", 10)
    for nobody in (0, ""):
        refuses(table, BuyShare(nobody, "WR"), "It is WR's turn")


# -- the powers of Privates -----------------------------------------------------------------------


def test_1_6_1_12_p2_is_an_extra_yellow_tile_before_an_upgrade_and_pays_its_owner() -> None:
    table = table_at("WR", "track")
    table.lay("D17 57 0")
    table.private(1, "P2")
    cash = table.owner(1).cash
    table.game.apply(LayTile("WR", "D19", "4", 0, "P2"))
    assert table.owner(1).privates == []
    assert table.owner(1).cash == cash + 35
    assert table.game.step == "track"
    upgrade = next(lay for lay in table.game.legal().lay if lay[0] == "D17")  # type: ignore[union-attr]
    table.game.apply(LayTile("WR", *upgrade))
    assert table.game.step != "track"


def test_1_6_1_12_p2_of_the_head_may_be_used_in_any_step_but_a_companys_own_in_track_only() -> None:
    table = table_at("WR", "buy", "MR")
    in_row(table, "MR_5")
    table.lay("D17 57 0")
    table.private(1, "P2")
    table.game.apply(LayTile("WR", "D19", "4", 0, "P2"))
    assert "D19" in table.state.board.tiles
    table = table_at("WR", "buy", "MR")
    in_row(table, "MR_5")
    table.lay("D17 57 0")
    table.private("WR", "P2")
    refuses(table, LayTile("WR", "D19", "4", 0, "P2"), "only while its track step is open")


def test_1_6_1_12_p2_of_another_player_is_of_no_use() -> None:
    table = table_at("WR", "track")
    table.private(2, "P2")
    refuses(table, LayTile("WR", "D17", "57", 0, "P2"), "Neither WR nor its Manager owns")


def test_1_6_9_1_a_companys_p3_keeps_the_track_step_open_until_a_pass() -> None:
    table = table_at("WR", "track")
    table.lay("D17 57 0", "D19 4 0")
    table.private("WR", "P3")
    lays = [lay for lay in table.game.legal().lay if lay[0] == "D17"]  # type: ignore[union-attr]
    table.game.apply(LayTile("WR", *lays[0]))
    assert table.game.step == "track"
    table.game.apply(Pass("WR"))
    assert table.game.step != "track"


def test_1_6_1_12_p3_is_an_extra_upgrade() -> None:
    table = table_at("WR", "track")
    table.lay("D17 57 0", "D19 4 0")
    table.private("WR", "P3")
    lays = [lay for lay in table.game.legal().lay if lay[0] == "D17"]  # type: ignore[union-attr]
    hex_id, tile, rotation = lays[0]
    table.game.apply(LayTile("WR", hex_id, tile, rotation, "P3"))
    assert "P3" not in table["WR"].privates
    assert table["WR"].cash == 1060
    table.game.apply(LayTile("WR", "D15", "9", 0))
    assert table.game.step == "track"


@pytest.mark.parametrize("ruleset", [RULEBOOK, SITE])
def test_1_6_1_12_p3s_tile_that_makes_a_town_a_city_must_be_joined(ruleset: Ruleset) -> None:
    """The network points into C16, whose town has no track there; that of a 13 leads there."""
    table = table_at("WR", "track", ruleset=ruleset)
    table.lay("D17 57 2", "C16 58 1")
    table.private("WR", "P3")
    legal = table.game.legal()
    assert legal is not None
    apart, joined = ("C16", "12", 1), ("C16", "13", 1)
    assert set(legal.lay) >= {apart, joined}
    assert apart not in legal.powers.lays("P3")
    assert joined in legal.powers.lays("P3")
    refuses(table, LayTile("WR", *apart, "P3"), "must be joined to WR's network")
    table.game.apply(LayTile("WR", *joined, "P3"))


def test_1_6_1_5_a_town_becomes_a_city_where_the_network_points_in() -> None:
    table = table_at("WR", "track")
    table.lay("D17 57 2", "C16 58 1")
    table.game.apply(LayTile("WR", "C16", "12", 1))
    assert table.standing("C16") == [[None]]


def test_1_6_1_13_p4_takes_40_off_the_terrain_and_closes_when_track_ends() -> None:
    table = table_at("WR", "track")
    table.lay("D17 57 0", "D15 9 0", "D13 9 0")
    table.private(1, "P4")
    table.game.apply(UseDiscount("WR"))
    refuses(table, UseDiscount("WR"), "in use already")
    table.game.apply(LayTile("WR", "D11", "4", 0))
    assert table["WR"].cash == 1000
    assert table.owner(1).privates == ["P4"]
    cash = table.owner(1).cash
    table.game.apply(Pass("WR"))
    assert table.owner(1).privates == []
    assert table.owner(1).cash == cash + 75


def test_1_6_2_3_p5_is_a_free_station_anywhere_even_in_a_full_city() -> None:
    table = table_at("WR", "station", "PNS", cash=0)
    table.private(1, "P5")
    assert table.standing("D3") == [["PNS"]]
    table.game.apply(PlaceStation("WR", "D3", 0, None, "P5"))
    node = table.state.board.city("D3", 0)
    assert node is not None
    assert node.extra == ["WR"]
    assert not node.blocks("WR")
    assert (table["WR"].stations_left, table["WR"].cash) == (0, 0)
    assert table.game.step != "station"


def test_1_6_2_3_p5_needs_an_unused_station_and_no_own_one_in_the_hex() -> None:
    table = table_at("WR", "station")
    table.private(1, "P5")
    refuses(table, PlaceStation("WR", "D17", 0, None, "P5"), "one in a hex is the most")
    table["WR"].stations_used = 2
    refuses(table, PlaceStation("WR", "D3", 0, None, "P5"), "has built all its stations")


def test_1_6_3_9_p6_places_the_jewelry_and_takes_its_concession_in_any_step() -> None:
    table = table_at("WR", "track", "MR")
    table.private(1, "P6")
    refuses(table, PlaceJewelry("WR", "D17"), "not D17")
    refuses(table, PlaceJewelry("WR", "C18"), "not C18")
    cash = table.owner(1).cash
    table.game.apply(PlaceJewelry("WR", "B17"))
    assert table.state.jewelry == "B17"
    assert table["WR"].concessions == ["JEWELRY"]
    assert table.owner(1).cash == cash + 150


# -- who is asked ---------------------------------------------------------------------------------


def test_1_6_9_2_the_station_step_is_asked_with_the_danish_eic_even_without_money() -> None:
    table = table_at("WR", "track", cash=0)
    table.private(1, "P5")
    table["WR"].stations_used = 2
    table.game.apply(Pass("WR"))
    assert table.game.step == "station"


def test_1_6_9_3_the_run_is_asked_where_a_station_is_joined_to_a_stop() -> None:
    for tiles, step in (((), "trains"), (("D17 57 0", "D19 4 0"), "run")):
        table = table_at("WR", "track", cash=30)
        table.lay(*tiles)
        table.train("WR", "2")
        table.game.apply(Pass("WR"))
        assert table.game.step == step


def test_1_6_9_4_a_company_at_56_without_revenue_closes_before_its_trains() -> None:
    table = table_at("WR", "track", "MR", cash=1000)
    table.price("WR", 56)
    table.cash("WR", 30)
    table.game.apply(Pass("WR"))
    assert "WR" not in table.state.companies


# -- trains and phases ----------------------------------------------------------------------------


def test_1_7_1_phases_start_with_trains() -> None:
    table = table_at("WR", "trains", cash=5000)
    table.state.companies["WR"].guaranty = True
    seen = []
    for kind in ["2"] * 6 + ["3"] * 4 + ["4", "4E", "4", "3x2"]:
        legal = table.game.legal()
        assert legal is not None
        price = next(row[3] for row in legal.buy_train if row[0] == kind)
        row = kind.replace("E", "")
        train = table.state.depot[row][0]
        table.game.apply(BuyTrain("WR", train.id, price, kind))
        seen.append(table.state.phase)
        table["WR"].trains = [t for t in table["WR"].trains if kind == "3x2"]
    assert seen == ["I"] * 6 + ["II"] * 4 + ["III"] * 2 + ["III'"] + ["IV"]
    assert not table["WR"].guaranty


def test_1_6_5_1_a_sold_4_may_be_bought_as_a_4e_at_the_full_price_and_resold_for_300() -> None:
    table = table_at("WR", "trains", "MR")
    table.sell_out("2", "3")
    table.train("WR", "4")
    table.game.apply(SellTrain("WR", table["WR"].trains[0].id))
    assert table["WR"].cash == 1300
    (train,) = table.state.discard
    table.game.apply(BuyTrain("WR", train.id, 450, "4E"))
    assert [t.kind for t in table["WR"].trains] == ["4E"]
    assert table["WR"].cash == 850
    refuses(table, SellTrain("WR", train.id), "bought from the bank this turn")


def test_1_6_5_3_a_train_of_another_company_costs_what_is_agreed_and_may_be_resold_at_once() -> (
    None
):
    table = table_at("WR", "trains", "MR")
    train = table.train("MR", "2")
    table.game.apply(BuyTrain("WR", train.id, 1))
    assert (table["WR"].cash, table["MR"].cash) == (999, 1001)
    table.game.apply(SellTrain("WR", train.id))
    assert table["WR"].cash == 1179


def test_1_6_5_1_phase_iv_trains_are_on_sale_when_the_last_4_is_sold() -> None:
    table = table_at("WR", "trains", cash=3000)
    table.sell_out("2", "3", "4")
    legal = table.game.legal()
    assert legal is not None
    assert {row[0] for row in legal.buy_train} == {"3x2", "3x3", "4x2", "4Ex2", "4x3", "4Ex3"}


def test_1_6_4_4_the_drop_without_a_train_comes_after_the_last_step() -> None:
    table = table_at("WR", "buy", "MR")
    table.game.apply(BuyCard("WR", BOND))
    assert table["WR"].price == 61


def test_1_6_4_4_the_drop_waits_for_the_home_of_a_company_that_the_purchase_floated() -> None:
    table = table_at("MR", "buy", "BR")
    br = table["BR"]
    table.owner(2).add_shares("BR", -20)
    br.market, br.floated, br.ipo = 0, False, 90
    table.state.pending.clear()
    table.shares(3, "BR", 10)
    table.state.board.reserve("D23", "BR", None)
    in_row(table, "BR_4")
    table.game.apply(BuyCard("MR", "BR_4"))
    assert (table.game.step, table.game.actor) == ("home", "BR")
    assert table["MR"].price == 90


# -- certificates ---------------------------------------------------------------------------------


def test_1_6_6_1_a_company_sells_any_number_then_buys_one() -> None:
    table = table_at("WR", "sell", "MR")
    table.shares("WR", "MR", 10)
    table.shares("WR", "WR", 10)
    table.private("WR", "P1")
    table.game.apply(SellShares("WR", "MR", 10))
    table.game.apply(SellCard("WR", "P1"))
    table.game.apply(SellShares("WR", "WR", 10))
    assert table["WR"].cash == 1000 + 90 + 25 + 64
    assert table.game.step == "buy"
    table.game.apply(BuyShare("WR", "WR"))
    assert table["WR"].percent("WR") == 10


def test_1_6_6_2_the_top_of_a_row_is_paid_to_its_company_or_the_bank() -> None:
    for card, paid in (("MR_1", 90), ("P3", 60 - 10)):  # P3 earns 10 as the next round begins
        table = table_at("WR", "buy", "MR")
        in_row(table, card)
        table.turn("WR", "buy")
        table.game.apply(BuyCard("WR", card))
        assert table["WR"].cash == 1000 - paid
        assert table["MR"].cash == 1000 + (90 if card == "MR_1" else 0)


def test_1_6_6_3_a_bond_may_be_bought_at_the_limit_and_converted_with_room_only() -> None:
    table = table_at("WR", "buy", "MR")
    table.manage("GIPR", head=2, cash=500)
    table.phase("IV")
    table.turn("WR", "buy")
    table.private("WR", "P1", "P2", "P3")
    table["WR"].bonds, table.state.bonds_in_bank = 1, 9
    refuses(table, ConvertBond("WR"), "owns 3 certificates")
    legal = table.game.legal()
    assert legal is not None
    assert legal.buy_card == ["bond"]
    table["WR"].privates.pop()
    table.game.apply(ConvertBond("WR"))
    assert table["WR"].percent("GIPR") == 10
    assert table["GIPR"].head == 2
