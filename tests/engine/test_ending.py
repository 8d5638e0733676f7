"""Closing, GIPR's exchange and home, the end of the game and the scores (1.8, 1.10, 1.11)."""

from __future__ import annotations

import pytest

from engine import RULEBOOK, HomeQuestion, Ruleset, RuleViolation, ledger, scoring
from engine.actions import Dividend, EndGame, Exchange, Pass, PlaceHome
from engine.components import components
from engine.events import BANK
from engine.market import move_marker
from engine.questions import closing
from engine.state import certificate_limit
from tests.engine.builders import Table, in_hand, in_row


def closing_table(gipr: bool = False) -> Table:
    """WR at 56 in its dividend step with stations in D17, E24 and K14, and things of all kinds."""
    table = Table("WR", "MR")
    table.manage("MR", head=2)
    if gipr:
        table.manage("GIPR", head=2)
    table.manage("WR", head=1, cash=300)
    table.price("WR", 56)
    table.station("WR", "E24")
    table.train("WR", "2")
    table.private("WR", "P1")
    table.shares("WR", "MR", 10)
    table["WR"].bonds, table.state.bonds_in_bank = 1, 9
    table.shares("MR", "WR", 10)
    table.market("WR", 10)
    in_row(table, "WR_5", "MR_5")
    in_hand(table, 1, "WR_6", "MR_6")
    table["WR"].concessions.append("OIL")
    table.state.unclaimed.remove("OIL")
    table.turn("WR", "dividend").revenue = 100
    return table


def test_1_10_3_a_company_at_0_leaves_the_game_with_all_that_it_had() -> None:
    table = closing_table()
    before = {e: table.owner(e).cash for e in (1, 2, "MR")}
    table.game.apply(Dividend("WR", False))
    state = table.state
    assert "WR" not in state.companies
    assert {e: table.owner(e).cash for e in (1, 2, "MR")} == before
    assert [t.kind for t in state.discard] == ["2"]
    assert state.market_privates == ["P1"]
    assert state.bonds_in_bank == 10
    assert table["MR"].market == 10
    assert table.owner(1).percent("WR") == table["MR"].percent("WR") == 0
    assert state.ipo_rows[0] == ["MR_5"]
    assert state.players[1].hand == ["MR_6"]
    assert table.standing("D17") == [[None]]
    assert "OIL" not in state.unclaimed
    assert ledger.total(state) == 9000


def test_1_1_3_fewer_companies_lower_the_certificate_limit() -> None:
    table = Table("WR", "MR", "NWR")
    limits = [certificate_limit(table.state)]
    for company in ("WR", "MR", "NWR"):
        closing.finish(table.state, table[company])
        limits.append(certificate_limit(table.state))
    assert limits == [23, 22, 19, 19]


def test_1_10_2_gipr_takes_the_home_without_asking_and_is_asked_for_the_others() -> None:
    table = closing_table(gipr=True)
    table.game.apply(Dividend("WR", False))
    assert (table.game.step, table.game.actor) == ("exchange", "GIPR")
    assert table["WR"].price == 0
    assert table.standing("D17") == [["GIPR"]]
    legal = table.game.legal()
    assert legal is not None
    assert legal.exchange == "E24"
    table.game.apply(Exchange(True))
    assert "WR" not in table.state.companies
    assert table.standing("E24") == [["GIPR"]]
    assert table["GIPR"].exchange_left == 1
    assert table["GIPR"].stations_left == 3


def test_1_10_2_three_tokens_are_three_no_question_when_the_home_took_the_last() -> None:
    table = closing_table(gipr=True)
    table["GIPR"].exchange_left = 1
    table.game.apply(Dividend("WR", False))
    assert "WR" not in table.state.companies
    assert table.standing("D17") == [["GIPR"]]
    assert table.standing("E24") == [[None]]
    assert table["GIPR"].exchange_left == 0


def test_1_10_2_no_question_after_a_yes_took_the_last_token() -> None:
    table = closing_table(gipr=True)
    table["GIPR"].exchange_left = 2
    table.station("WR", "A16")
    table.game.apply(Dividend("WR", False))
    table.game.apply(Exchange(True))
    assert "WR" not in table.state.companies
    assert table.standing("A16") == [[None]]
    assert table["GIPR"].exchange_left == 0


def test_1_10_2_no_token_is_used_where_gipr_stands_in_the_hex_of_the_home() -> None:
    table = closing_table(gipr=True)
    table.lay("D17 57 0", "D17 15 0")
    table.station("GIPR", "D17")
    left = table["GIPR"].stations_left
    table.game.apply(Dividend("WR", False))
    assert table.standing("D17") == [[None, "GIPR"]]
    assert table["GIPR"].exchange_left == 3
    assert table["GIPR"].stations_left == left
    assert (table.game.step, table.game.actor) == ("exchange", "GIPR")


@pytest.mark.parametrize("decline", [Exchange(False), Pass("GIPR")])
def test_1_10_2_declining_removes_the_station(decline: Exchange | Pass) -> None:
    table = closing_table(gipr=True)
    table.game.apply(Dividend("WR", False))
    table.game.apply(decline)
    assert "WR" not in table.state.companies
    assert table.standing("E24") == [[None]]
    assert table["GIPR"].exchange_left == 2


def test_1_10_2_no_question_when_no_exchange_token_is_left() -> None:
    table = closing_table(gipr=True)
    table["GIPR"].exchange_left = 0
    table.game.apply(Dividend("WR", False))
    assert "WR" not in table.state.companies
    assert table.standing("D17") == [[None]]


def test_1_10_1_the_drop_without_a_train_may_close_too() -> None:
    table = closing_table()
    table["WR"].trains = []
    table["WR"].shares.clear()
    table["WR"].privates.clear()
    table.turn("WR", "buy")
    table.game.apply(Pass("WR"))
    assert "WR" not in table.state.companies


# -- GIPR's home ----------------------------------------------------------------------------------


def gipr_homeless(ruleset: Ruleset = RULEBOOK) -> Table:
    """GIPR has just floated; its Manager chooses."""
    table = Table("WR", ruleset=ruleset)
    table.cash("GIPR", 400)
    table.shares(1, "GIPR", 30)
    table["GIPR"].head = 1
    table["GIPR"].floated = True
    table.state.pending.clear()
    table.state.pending.append(HomeQuestion("GIPR"))
    return table


def test_1_8_2_gipr_may_settle_in_any_city_with_a_free_slot() -> None:
    table = gipr_homeless()
    refused = PlaceHome("GIPR", "D17", 0)
    with pytest.raises(RuleViolation, match="no city with a free slot"):
        table.game.apply(refused)
    table.game.apply(PlaceHome("GIPR", "A16", 0))
    assert table.standing("A16") == [["GIPR"]]


def test_1_8_3_gipr_may_turn_a_town_into_its_home_and_pays_the_terrain() -> None:
    table = gipr_homeless()
    terrain = components().hexes["D11"].terrain_cost
    table.game.apply(PlaceHome("GIPR", "D11", 0, None, "13", 0))
    assert table.standing("D11") == [["GIPR"]]
    assert table["GIPR"].cash == 400 - terrain == 385


def test_1_8_3_gipr_keeps_the_track_of_a_yellow_town() -> None:
    table = gipr_homeless()
    table.lay("E4 58 0")
    with pytest.raises(RuleViolation, match="does not keep the track"):
        table.game.apply(PlaceHome("GIPR", "E4", 0, None, "13", 1))
    table.game.apply(PlaceHome("GIPR", "E4", 0, None, "13", 0))
    assert table.state.board.tiles["E4"] == ("13", 0)


@pytest.mark.parametrize("hex_id", ["K38", "L39", "F5", "B17", "D21"])
def test_1_8_3_some_hexes_never_become_its_home(hex_id: str) -> None:
    with pytest.raises(RuleViolation, match="no single town"):
        gipr_homeless().game.apply(PlaceHome("GIPR", hex_id, 0, None, "13", 0))


# -- the end --------------------------------------------------------------------------------------


def last_turn(number: int) -> Table:
    """MR in its last step as the last of an Operating Round; nothing more can be done."""
    table = Table("MR", "WR")
    table.manage("MR", cash=500)
    table.train("MR", "2")
    table.turn("MR", "buy", number)
    for player in table.state.players:
        table.cash(player, 500)
    return table


def break_bank(table: Table) -> None:
    ledger.move(table.state, BANK, 1, table.state.bank.cash + 1, "arranged")


def test_1_11_1_a_broken_bank_ends_the_game_after_the_second_round() -> None:
    table = last_turn(1)
    break_bank(table)
    table.game.apply(Pass("MR"))
    assert (table.game.finished, table.state.round.number) == (False, 2)
    table.turn("MR", "buy", 2)
    table.game.apply(Pass("MR"))
    assert table.game.finished
    assert (table.game.step, table.game.actor) == (None, None)
    assert table.state.end_reason == "bank"


def test_1_11_1_the_bank_stays_broken_when_it_recovers() -> None:
    table = last_turn(2)
    break_bank(table)
    table.cash(1, 0)
    assert table.state.bank.cash > 0
    table.game.apply(Pass("MR"))
    assert table.game.finished


@pytest.mark.parametrize("back", [0, -1])
def test_1_11_2_a_price_that_reached_400_ends_the_game_with_that_round(back: int) -> None:
    table = last_turn(1)
    table.price("MR", 380)
    move_marker(table.state, table["MR"], 1, "paid")
    move_marker(table.state, table["MR"], back, "paid")
    table.game.apply(Pass("MR"))
    assert table.game.finished
    assert table.state.end_reason == "stock_market"


def test_1_11_3_worth() -> None:
    table = Table("MR", "WR")
    table.direct("MR", head=1, percent=30, cash=505)
    table.manage("WR", head=1, cash=0)
    table.price("MR", 112)
    train = table.train("MR", "2")
    train.kind = "4E"
    table.private("MR", "P1")
    table["MR"].bonds = 1
    table.shares("MR", "WR", 10)
    table.shares("MR", "MR", 20)
    book = 505 + 25 + 100 + 450 + 64 + 224
    assert scoring.book_value(table.state, table["MR"]) == book
    assert scoring.share_worth(table.state, table["MR"]) == 112 + book // 10
    table.private(1, "P2")
    table.owner(1).bonds = 2
    expected = 733 + 3 * (112 + book // 10) + 3 * 64 + 35 + 200
    assert scoring.worth(table.state, table.state.players[1]) == expected


def test_1_11_3_an_unfloated_company_is_worth_its_face_value_and_book() -> None:
    table = Table("MR")
    table.shares(1, "MR", 10)
    table.cash("MR", 95)
    assert scoring.share_worth(table.state, table["MR"]) == 90 + 9


def test_a_game_ended_by_hand_takes_no_more_moves() -> None:
    table = last_turn(1)
    table.game.apply(EndGame())
    assert table.game.finished
    assert not table.game.over_by_rules
    assert table.game.legal() is None
    with pytest.raises(RuleViolation, match="The game is over"):
        table.game.apply(Pass("MR"))


def test_1_11_5_a_game_in_which_nobody_can_ever_act_ends() -> None:
    """All companies have closed, and nobody can pay for anything or earns an income."""
    table = last_turn(1)
    for company in list(table.state.companies):
        if company != "MR":
            closing.finish(table.state, table[company])
    table.price("MR", 56)
    table["MR"].trains = []
    for player in table.state.players:
        table.cash(player, 0)
    table.state.ipo_rows = [[], [], []]
    table.game.apply(Pass("MR"))
    assert table.state.companies == {}
    assert table.game.finished
