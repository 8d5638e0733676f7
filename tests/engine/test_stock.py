"""Stock rounds, floating, Managers and Directors, bonds (1.3 to 1.5, 1.9)."""

from __future__ import annotations

import pytest

from engine import RULEBOOK, SITE, City, Game, Ruleset, RuleViolation, StockRound
from engine.actions import (
    BuyCard,
    BuyShare,
    ConvertBond,
    DraftCard,
    KeepCards,
    Pass,
    SellCard,
    SellShares,
)
from engine.components import GIPR, components
from engine.events import TurnEnded
from engine.questions.home import home_cities
from engine.state import BOND, certificate_limit, certificates, face_value
from interchange.trace import state_json
from tests.engine.builders import PLAYERS, Table, in_hand, in_row
from tests.engine.recorded import positions


@pytest.mark.parametrize(
    ("players", "cash", "dealt", "kept", "row", "left", "draft", "limit", "first"),
    [
        (2, 1100, 15, 8, 18, 4, 23, 37, 2), (3, 733, 13, 7, 15, 4, 27, 23, 1),
        (4, 550, 11, 6, 13, 5, 29, 18, 2), (5, 440, 10, 5, 12, 2, 34, 15, 5),
    ],
)  # fmt: skip
def test_1_3_2_constants_and_1_3_draft(
    players: int,
    cash: int,
    dealt: int,
    kept: int,
    row: int,
    left: int,
    draft: int,
    limit: int,
    first: int,
) -> None:
    game = Game.new(7, PLAYERS[:players])
    state = game.state
    assert len(state.companies) == 10
    assert sum(c.guaranty for c in state.companies.values()) == 3
    assert {p.cash for p in state.players.values()} == {cash}
    assert {len(p.hand) for p in state.players.values()} == {dealt}
    assert [len(r) for r in state.ipo_rows] == [row] * 3
    sold = sum(c.market for c in state.companies.values()) // 10
    assert sold + len(state.market_privates) == left
    assert certificate_limit(state) == limit
    for company in state.companies.values():
        assert company.cash == company.market // 10 * company.face_value
    for seat, player in list(state.players.items()):
        game.apply(KeepCards(seat, tuple(player.hand[:kept])))
    picks = []
    while game.step == "draft":
        legal = game.legal()
        assert legal is not None
        picks.append(game.actor)
        game.apply(DraftCard(int(str(game.actor)), legal.draft[0]))
    assert len(picks) == draft
    seats = list(range(1, players + 1))
    assert picks[: 2 * players] == seats[::-1] + seats
    assert game.actor == state.order[0] == first


def stock(*companies: str, players: int = 3, ruleset: Ruleset = RULEBOOK) -> Table:
    """Buying turns, everybody with 2,000."""
    table = Table(*companies, players=players, ruleset=ruleset)
    for player in table.state.players:
        table.cash(player, 2000)
    return table


def test_1_5_1_a_directors_certificate_floats_its_company_at_once() -> None:
    table = stock("NWR", "MR")
    in_hand(table, 1, "MR_0")
    table.game.apply(BuyCard(1, "MR_0"))
    assert table["MR"].kind == "directed"
    assert table["MR"].floated
    assert (table["MR"].head, table["MR"].cash, table.owner(1).cash) == (1, 180, 1820)
    assert table.standing("K30")[0][0] == "MR"
    assert certificates(table.state, table.owner(1)) == 1


def test_1_5_2_a_managed_company_floats_with_30_percent_wherever_they_are() -> None:
    table = stock("MR", "NWR")
    table.manage("NWR")
    table.shares("NWR", "MR", 10)
    in_row(table, "MR_1", "MR_2", "MR_3")
    table.game.apply(BuyCard(1, "MR_1"))
    assert (table["MR"].kind, table["MR"].floated) == ("managed", False)
    table.game.apply(BuyCard(1, "MR_2"))
    assert (table["MR"].kind, table["MR"].floated) == ("managed", True)
    assert table["MR"].price == 90


def test_1_5_2_shares_in_the_market_count_toward_floating() -> None:
    table = stock("MR")
    table.market("MR", 30)
    table.game.apply(BuyShare(1, "MR"))
    assert table["MR"].floated
    assert table["MR"].head == 1
    assert table["MR"].cash == 0


def test_1_5_5_a_tie_keeps_the_manager_and_more_takes_over() -> None:
    table = stock("MR")
    table.manage("MR", head=1, percent=30)
    table.market("MR", 50)
    for expected in (1, 1, 1, 2):
        table.stock().turn = 1
        table.game.apply(BuyShare(2, "MR"))
        assert table["MR"].head == expected
    assert table["MR"].kind == "managed"


def test_1_5_5_the_first_new_leader_after_the_old_head_in_turn_order_takes_over() -> None:
    table = stock("MR", players=4)
    table.manage("MR", head=1, percent=30)
    for player in (2, 3, 4):
        table.shares(player, "MR", 10)
    table.state.order = [3, 1, 4, 2]
    table.stock(selling=True).turn = 1
    table.game.apply(SellShares(1, "MR", 30))
    assert table["MR"].head == 4


def test_1_5_5_the_last_manager_stays_with_no_share() -> None:
    table = stock("MR")
    table.manage("MR", head=1, percent=30)
    table.stock(selling=True)
    table.game.apply(SellShares(1, "MR", 30))
    assert table["MR"].head == 1
    assert table.owner(1).percent("MR") == 0


def test_1_5_6_a_director_changes_only_to_a_holder_of_20_percent() -> None:
    table = stock("MR")
    table.direct("MR", head=1, percent=40)
    table.shares(2, "MR", 20)
    table.stock(selling=True)
    table.game.apply(SellShares(1, "MR", 20))
    assert table["MR"].director == 1
    table.game.apply(SellShares(1, "MR", 10))
    assert table["MR"].director == table["MR"].head == 2
    assert certificates(table.state, table.owner(1)) == 1
    assert certificates(table.state, table.owner(2)) == 1


@pytest.mark.parametrize(
    ("manager", "ruleset", "head"),
    [(30, RULEBOOK, 1), (20, RULEBOOK, 2), (20, SITE, 1), (10, RULEBOOK, 2)],
)
def test_1_5_7_who_leads_after_the_directors_certificate_of_a_managed_company_is_bought(
    manager: int, ruleset: Ruleset, head: int
) -> None:
    """A Manager with more stays; on a tie the buyer leads (site point 1: the Manager)."""
    table = stock("MR", ruleset=ruleset)
    table.manage("MR", head=1, percent=30)
    table.owner(1).add_shares("MR", manager - 30)
    table["MR"].market += 30 - manager
    in_hand(table, 2, "MR_0")
    table.stock().turn = 1
    table.game.apply(BuyCard(2, "MR_0"))
    assert (table["MR"].kind, table["MR"].head, table["MR"].director) == ("directed", head, head)
    assert (table.owner(1).percent("MR"), table.owner(2).percent("MR")) == (manager, 20)


def test_1_5_7_a_directors_certificate_before_floating_makes_the_buyer_director() -> None:
    table = stock("MR")
    table.shares(1, "MR", 20)
    table["MR"].head = 1
    in_hand(table, 2, "MR_0")
    table.stock().turn = 1
    table.game.apply(BuyCard(2, "MR_0"))
    assert table["MR"].director == 2


# -- buying ---------------------------------------------------------------------------------------


def test_1_4_6_from_the_hand_any_number_of_one_company() -> None:
    table = stock("MR", "NWR")
    in_hand(table, 1, "MR_0", "MR_1", "MR_2", "NWR_1")
    for card in ("MR_1", "MR_0"):
        table.game.apply(BuyCard(1, card))
        assert table.game.actor == 1
        legal = table.game.legal()
        assert legal is not None
        assert {c.partition("_")[0] for c in legal.buy_card} == {"MR"}
    table.game.apply(BuyCard(1, "MR_2"))
    assert table.game.actor == 2


def test_1_4_6_from_the_hand_any_number_of_privates() -> None:
    table = stock("MR")
    in_hand(table, 1, "P1", "P6", "MR_1")
    table.game.apply(BuyCard(1, "P1"))
    assert table.game.actor == 1
    table.game.apply(BuyCard(1, "P6"))
    assert table.game.actor == 2
    assert table.owner(1).cash == 2000 - 25 - 150


def test_1_4_8_who_stays_on_but_cannot_pay_passes_and_that_is_no_pass() -> None:
    table = stock("MR", "NWR")
    in_hand(table, 1, "MR_1", "MR_2")
    table.cash(1, 90)
    round_ = table.stock()
    table.game.apply(BuyCard(1, "MR_1"))
    assert table.game.actor == 1
    assert TurnEnded(1, "buy", acted=True) in table.game.apply(Pass(1))
    assert round_.passed == []
    assert table.game.actor == 2
    assert not any(isinstance(event, TurnEnded) for event in table.game.apply(Pass(2)))


def test_1_4_6_two_from_one_row_and_not_three() -> None:
    table = stock("MR", "NWR")
    in_row(table, "MR_1", "NWR_1", "MR_2")
    in_row(table, "NWR_2", row=1)
    table.game.apply(BuyCard(1, "MR_1"))
    with pytest.raises(RuleViolation, match="same IPO row"):
        table.game.apply(BuyCard(1, "NWR_2"))
    table.game.apply(BuyCard(1, "NWR_1"))
    assert table.game.actor == 2
    assert table["NWR"].cash == 100


def test_1_4_6_the_second_of_a_row_is_offered_only_to_who_can_take_it() -> None:
    table = stock("MR", "NWR")
    in_row(table, "MR_1", "NWR_1")
    table.cash(1, 100)
    table.game.apply(BuyCard(1, "MR_1"))
    assert table.game.actor == 2


def test_1_4_6_nothing_of_the_market_after_the_first_of_a_row() -> None:
    table = stock("MR", "NWR")
    in_row(table, "MR_1", "NWR_1")
    table.state.market_privates = ["P1"]
    table.market("NWR", 10)
    table.game.apply(BuyCard(1, "MR_1"))
    for purchase in (BuyCard(1, "P1"), BuyCard(1, BOND), BuyShare(1, "NWR"), ConvertBond(1)):
        with pytest.raises(RuleViolation, match="One purchase a turn"):
            table.game.apply(purchase)


def test_1_4_a_bond_that_cannot_be_paid_is_refused() -> None:
    table = stock("MR", "NWR")
    in_hand(table, 1, "MR_1")
    table.cash(1, 99)
    before = state_json(table.game)
    with pytest.raises(RuleViolation, match="Royal Bond"):
        table.game.apply(BuyCard(1, BOND))
    assert state_json(table.game) == before


def test_1_4_the_first_stock_round_has_no_selling_turns() -> None:
    first = next(
        game.state.round for game in positions() if isinstance(game.state.round, StockRound)
    )
    assert (first.first, first.selling) == (True, False)


def test_1_5_kolkata_is_one_choice_before_its_first_tile() -> None:
    table = stock("MR", GIPR)
    found = home_cities(table.state, table[GIPR])
    assert [city for city in found if city.hex == "P17"] == [City("P17", 0)]


def test_1_4_4_market_shares_are_paid_to_the_bank_at_the_price() -> None:
    table = stock("MR")
    table.manage("MR", head=1, cash=500)
    table.market("MR", 10)
    table.price("MR", 112)
    table.game.apply(BuyShare(1, "MR"))
    assert (table.owner(1).cash, table["MR"].cash) == (1888, 500)
    assert table.game.actor == 2


def test_1_4_5_at_the_certificate_limit_only_a_bond_may_be_bought() -> None:
    table = stock("MR", "NWR")
    table.direct("MR", head=1, percent=100)
    table.manage("NWR", head=1, percent=100)
    table.shares(1, "GIPR", 40)
    in_row(table, "GIPR_1")
    assert certificates(table.state, table.owner(1)) == certificate_limit(table.state) == 23
    legal = table.game.legal()
    assert legal is not None
    assert legal.buy_card == ["bond"]
    table.game.apply(BuyCard(1, BOND))
    assert table.owner(1).bonds == 1


def test_1_4_2_sales_at_the_price_or_face_value_and_buying_back_in_the_same_round() -> None:
    table = stock("MR")
    table.shares(1, "MR", 20)
    table.private(1, "P3")
    table.owner(1).bonds, table.state.bonds_in_bank = 1, 9
    for player in (2, 3):
        table.private(player, f"P{player + 2}")
    table.stock(selling=True)
    table.game.apply(SellShares(1, "MR", 20))
    table.game.apply(SellCard(1, "P3"))
    table.game.apply(SellCard(1, BOND))
    assert table.owner(1).cash == 2000 + 180 + 60 + 100
    assert table.game.actor == 2, "who has nothing left to sell is passed over"
    for player in (2, 3):
        table.game.apply(Pass(player))
    table.game.apply(BuyShare(1, "MR"))
    assert table.owner(1).percent("MR") == 10


def test_1_4_3_half_a_directors_certificate_may_be_sold_when_another_takes_over() -> None:
    table = stock("MR")
    table.direct("MR", head=1, percent=20)
    table.shares(2, "MR", 20)
    table.stock(selling=True)
    table.game.apply(SellShares(1, "MR", 10))
    assert table["MR"].director == 2
    assert table["MR"].market == 10


# -- order of the next round ----------------------------------------------------------------------


def passing_order(table: Table, *moves: object) -> list[int]:
    """The order of the round after the moves: "p" passes, "b" buys a bond, by who is on turn."""
    for move in moves:
        actor = table.game.actor
        assert isinstance(actor, int)
        table.game.apply(BuyCard(actor, BOND) if move == "b" else Pass(actor))
    assert table.state.round.name != "stock"
    return table.state.order


def test_1_4_8_the_next_order_is_by_the_first_pass_since_the_last_purchase() -> None:
    table = stock("MR")
    table.manage("MR")
    assert passing_order(table, *"ppb", *"pp", "p") == [1, 2, 3]
    table = stock("MR")
    table.manage("MR")
    assert passing_order(table, *"bpp", *"bpp", "p") == [2, 3, 1]
    table = stock("MR")
    table.manage("MR")
    assert passing_order(table, *"pbp", *"pp") == [1, 3, 2]


# -- bonds ----------------------------------------------------------------------------------------


def with_bond(ruleset: Ruleset = RULEBOOK, gipr_head: int | None = None) -> Table:
    table = stock("MR", ruleset=ruleset)
    table.phase("IV")
    table.owner(1).bonds, table.state.bonds_in_bank = 1, 9
    if gipr_head:
        table.manage("GIPR", head=gipr_head, cash=500)
    return table


@pytest.mark.parametrize(("price", "paid"), [(112, 12), (90, 0), (142, 42)])
def test_1_9_1_a_bond_becomes_a_gipr_share(price: int, paid: int) -> None:
    table = with_bond(gipr_head=2)
    table.price("GIPR", price)
    table.game.apply(ConvertBond(1))
    assert table.owner(1).cash == 2000 - paid
    assert table["GIPR"].cash == 600
    assert table.owner(1).percent("GIPR") == 10
    assert (table.owner(1).bonds, table.state.bonds_in_bank) == (0, 9)


def test_1_9_2_converted_shares_make_the_first_manager_and_count_toward_floating() -> None:
    table = with_bond()
    table.market("GIPR", 20)
    table.game.apply(ConvertBond(1))
    assert table["GIPR"].head == 1
    assert table["GIPR"].floated
    assert table.game.step == "home"


def test_1_9_2_conversion_may_change_the_manager() -> None:
    table = with_bond(gipr_head=2)
    table.shares(1, "GIPR", 30)
    table.game.apply(ConvertBond(1))
    assert table["GIPR"].head == 1


def test_1_1_6_face_values_of_cards() -> None:
    assert face_value("NWR_0") == 200
    assert face_value("NWR_3") == 100
    assert face_value("GIPR_0") == 112
    assert face_value(BOND) == 100
    assert {p: face_value(p) for p in components().privates} == {
        "P1": 25, "P2": 35, "P3": 60, "P4": 75, "P5": 115, "P6": 150,
    }  # fmt: skip
