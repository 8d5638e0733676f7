"""The sixteen points in which `site` differs: each with its ruleset, and with that point off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

import pytest

from engine import (
    RULEBOOK,
    SITE,
    HomeQuestion,
    Ruleset,
    RuleViolation,
    check_routes,
    line_ends,
    operating_order,
)
from engine.actions import (
    BuyCard,
    BuyShare,
    ConvertBond,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceHome,
    PlaceStation,
    Route,
    SellCard,
)
from engine.components import GIPR, components
from engine.hexsides import exit_of
from engine.node import Node
from engine.questions import closing
from engine.revenue import Breakdown, evaluate, sources_for
from engine.routes import best_runs, routes_between
from tests.engine.builders import Table, in_hand, in_row
from tests.engine.routes.boards import CROSSING, board

Test = TypeVar("Test", bound=Callable[..., None])
TESTED: set[str] = set()


def without(name: str) -> Ruleset:
    """The ruleset `site` with one of its points switched off."""
    changed: dict[str, Any] = {name: False}
    return replace(SITE, **changed)


def point(name: str) -> Callable[[Test], Test]:
    """Run a test by `site`, where `there` is true, and by `site` with the point switched off."""
    TESTED.add(name)
    return pytest.mark.parametrize(
        ("rules", "there"),
        [
            pytest.param(SITE, True, id="site"),
            pytest.param(without(name), False, id=f"without-{name}"),
        ],
    )


def test_each_point_has_a_test() -> None:
    points = {f.name for f in fields(Ruleset)} - {"name"}
    assert points == TESTED
    assert len(points) == 16


def stock(*companies: str, rules: Ruleset, cash: int = 2000) -> Table:
    """A buying turn of the first player; all three have money."""
    table = Table(*companies, ruleset=rules)
    for player in (1, 2, 3):
        table.cash(player, cash)
    return table


def actor(table: Table) -> tuple[str | None, object]:
    return table.game.step, table.game.actor


# -- certificates ----------------------------------------------------------------------------------


@point("manager_keeps_on_tie")
def test_site_1_the_manager_keeps_control_on_a_tie(rules: Ruleset, there: bool) -> None:
    table = stock("MR", rules=rules)
    table.market("MR", 10)
    table.manage("MR", head=2, percent=20)
    in_hand(table, 1, "MR_0")
    table.game.apply(BuyCard(1, "MR_0"))
    assert table["MR"].head == table["MR"].director == (2 if there else 1)


@point("declining_to_sell_is_passing")
def test_site_2_declining_to_sell_is_passing(rules: Ruleset, there: bool) -> None:
    """Bela sells, the others decline; then Bela passes in his buying turn."""
    table = stock("MR", rules=rules)
    table.manage("MR", head=3)
    for player in (1, 2, 3):
        table.private(player, f"P{player}")
    table.state.order = [2, 3, 1]
    round_ = table.stock(selling=True)
    for move in (SellCard(2, "P2"), Pass(3), Pass(1), Pass(2)):
        table.game.apply(move)
    assert round_.passed == ([3, 1, 2] if there else [2])


def with_bond(rules: Ruleset, cash: int = 2000) -> Table:
    """Phase IV; the first player, who is on turn, has the only Royal Bond that is not sold out."""
    table = stock("MR", rules=rules, cash=cash)
    table.phase("IV")
    table.owner(1).bonds, table.state.bonds_in_bank = 1, 0
    return table


@point("bonds_need_gipr_manager")
def test_site_4_a_bond_needs_a_manager_of_gipr_and_does_not_float_it(
    rules: Ruleset, there: bool
) -> None:
    table = with_bond(rules)
    if there:
        with pytest.raises(RuleViolation, match="no Manager yet"):
            table.game.apply(ConvertBond(1))
    else:
        table.game.apply(ConvertBond(1))
        assert table[GIPR].head == 1
    table = with_bond(rules)
    table.shares(2, GIPR, 20)
    table[GIPR].head = 2
    table.game.apply(ConvertBond(1))
    assert table[GIPR].floated != there


@point("bonds_need_gipr_manager")
def test_site_4_who_has_a_bond_is_asked_to_buy_although_gipr_has_closed(
    rules: Ruleset, there: bool
) -> None:
    table = with_bond(rules, cash=1)
    table.manage("MR", head=2, cash=1)
    closing.finish(table.state, table[GIPR])
    table.state.order = [2, 1, 3]
    table.settle()
    assert (table.game.actor == 1) == there
    table = with_bond(rules, cash=1)
    table.manage("MR", head=2, cash=1)
    closing.finish(table.state, table[GIPR])
    table.owner(1).bonds, table["MR"].bonds = 0, 1
    table.turn("MR", "buy")
    table.settle()
    assert (actor(table) == ("buy", "MR")) == there


@point("late_manager_has_no_marker")
def test_site_5_a_share_of_a_row_gives_a_late_manager_no_marker_and_no_station(
    rules: Ruleset, there: bool
) -> None:
    table = stock("MR", rules=rules)
    table.market("MR", 30)
    in_row(table, "MR_1")
    table.game.apply(BuyCard(1, "MR_1"))
    assert table["MR"].floated
    assert (table.state.track.get(table["MR"].price_index, []) == []) == there
    assert (table.standing("K30") == [[None, None]]) == there


@point("late_manager_has_no_marker")
def test_site_5_a_share_of_the_open_market_gives_a_station_but_no_marker(
    rules: Ruleset, there: bool
) -> None:
    table = stock("MR", rules=rules)
    table.market("MR", 30)
    table.game.apply(BuyShare(1, "MR"))
    assert table.standing("K30") == [["MR", None]]
    assert (table.state.track.get(table["MR"].price_index, []) == []) == there


@point("late_manager_has_no_marker")
def test_site_5_without_a_marker_the_letters_decide(rules: Ruleset, there: bool) -> None:
    """On 82 BNR has no marker, SIR the top one; and so it is with WIP and PNS on 76."""
    table = stock("BNR", "SIR", "PNS", "WIP", rules=rules)
    table.manage("SIR")
    table.manage("PNS")
    for late in ("BNR", "WIP"):
        table.market(late, 30)
        table.game.apply(BuyShare(table.state.order[table.stock().turn], late))
    order = [c.id for c in operating_order(table.state)]
    assert order == (["BNR", "SIR", "PNS", "WIP"] if there else ["SIR", "BNR", "PNS", "WIP"])


@point("late_manager_has_no_marker")
def test_site_5_gipr_is_asked_for_its_home_at_the_next_purchase_from_the_market(
    rules: Ruleset, there: bool
) -> None:
    """Meanwhile it has taken over the station of a company that closed."""
    table = stock("MR", rules=rules)
    table.market(GIPR, 40)
    in_row(table, "GIPR_1")
    table.game.apply(BuyCard(1, "GIPR_1"))
    assert (table.game.step == "home") != there
    table.state.pending.clear()
    table[GIPR].station_order.append("D3")
    table.state.board.place(table.state.board.cities("D3")[0], GIPR)
    table.stock()
    table.game.apply(BuyShare(1, GIPR))
    assert (actor(table) == ("home", GIPR)) == there


# -- track -----------------------------------------------------------------------------------------


def table_at(company: str, *others: str, rules: Ruleset, step: str = "track") -> Table:
    """The company at a step of its turn, the last of its round."""
    table = Table(company, *others, ruleset=rules)
    table.manage(company)
    table.turn(company, step)
    return table


@point("line_stops_at_red_city")
def test_site_7_a_line_stops_at_a_red_city(rules: Ruleset, there: bool) -> None:
    """The tile points at one empty hex, F25, and at Mumbai, behind which lies E22."""
    table = table_at("WIP", rules=rules)
    table.game.apply(LayTile("WIP", "E24", "57", 2))
    assert set(line_ends(table.state, "WIP", ["E24"])) == ({"F25"} if there else {"F25", "E22"})


@pytest.mark.parametrize("rules", [RULEBOOK, SITE])
def test_site_7_a_triple_town_points_where_the_path_does(rules: Ruleset) -> None:
    """From Mumbai through one of the three towns, to one of the two hexes that are empty."""
    table = table_at("WIP", rules=rules)
    table.station("WIP", "D23", 1)
    table.lay("E20 9 0", "F23 9 0", "E22 IND4 0")
    assert {n for n in ("E24", "F21") if table.state.board.is_empty(n)} == {"E24", "F21"}
    assert set(line_ends(table.state, "WIP", ["E22"])) == {"F21"}


@point("line_need_not_join")
def test_site_9_a_further_tile_need_not_join_the_line(rules: Ruleset, there: bool) -> None:
    table = table_at("WR", rules=rules)
    table.lay("D17 57 0", "C14 9 5")
    table.turn("WR").line.append("D17")
    table.state.board.reach("WR").edges["D15"] = 63
    crooked = LayTile("WR", "D15", "8", 3)
    if there:
        table.game.apply(crooked)
        assert "D15" in table.state.board.tiles
    else:
        with pytest.raises(RuleViolation, match="must join the line"):
            table.game.apply(crooked)


def gipr_homeless(rules: Ruleset) -> Table:
    """GIPR has just floated; its Manager chooses."""
    table = Table("WR", ruleset=rules)
    table.cash(GIPR, 400)
    table.shares(1, GIPR, 30)
    table[GIPR].head, table[GIPR].floated = 1, True
    table.state.pending.append(HomeQuestion(GIPR))
    return table


@point("home_tile_has_no_marker")
@pytest.mark.parametrize("phase", ["III", "IV"])
def test_site_8_the_home_tile_places_no_marker_but_the_border_is_a_stop(
    rules: Ruleset, there: bool, phase: str
) -> None:
    """D19 joins gray D21 over a province border."""
    table = gipr_homeless(rules)
    table.phase(phase)
    table.game.apply(PlaceHome(GIPR, "D19", 0, None, "205", 3))
    assert table.marked("D19", 0) == (not there and phase == "III")
    border = exit_of("D19", 0)
    assert table.state.board.is_gauge_change(border) == (there or phase == "III")
    table.lay("D19 611 3")
    assert table.marked("D19", 0) == (phase == "III"), "a further tile makes it a marker"


# -- stations --------------------------------------------------------------------------------------


@point("station_step_ignores_heads_power")
def test_site_6_the_station_step_is_passed_over_although_the_head_has_p2(
    rules: Ruleset, there: bool
) -> None:
    table = table_at("WR", rules=rules)
    table.private(1, "P2")
    table.game.apply(Pass("WR"))
    assert (table.game.step == "station") != there


def closing_table(rules: Ruleset) -> Table:
    """WR at its dividend, on 56, at home in D17. GIPR has floated."""
    table = Table("WR", ruleset=rules, without=("WIP",))
    table.manage("WR")
    table.manage(GIPR, head=2)
    table.lay("D17 57 0", "E24 57 2")
    table.price("WR", 56)
    table.train("WR", "2")
    turn = table.turn("WR", "dividend")
    turn.revenue = 10
    return table


@point("exchange_asks_beyond_last")
def test_site_10_gipr_is_asked_although_the_home_took_the_last_token(
    rules: Ruleset, there: bool
) -> None:
    table = closing_table(rules)
    table.station("WR", "E24")
    table[GIPR].exchange_left = 1
    table.game.apply(Dividend("WR", False))
    assert table.standing("D17") == [[GIPR]]
    assert (actor(table) == ("exchange", GIPR)) == there
    if there:
        table.game.apply(Exchange(True))
    assert table.standing("E24") == [[GIPR if there else None]]
    assert table[GIPR].exchange_left == -there
    assert "WR" not in table.state.companies


@point("exchange_token_left_over")
def test_site_11_where_gipr_stands_in_the_home_hex_its_token_is_left_to_build(
    rules: Ruleset, there: bool
) -> None:
    table = closing_table(rules)
    table.lay("D17 15 0")
    table.station(GIPR, "D17")
    table.game.apply(Dividend("WR", False))
    gipr = table[GIPR]
    assert (gipr.exchange_left, gipr.exchange_idle) == ((2, 1) if there else (3, 0))
    assert gipr.stations_left == 2 + there
    table.cash(GIPR, 0)
    table.lay("D15 9 0", "D13 9 0", "D11 205 0")
    table.turn(GIPR, "station")
    table.settle()
    assert (actor(table) == ("station", GIPR)) == there
    if there:
        with pytest.raises(RuleViolation, match="costs ₹100"):
            table.game.apply(PlaceStation(GIPR, "D11", 0, token="ordinary"))
        table.game.apply(PlaceStation(GIPR, "D11", 0))
        assert (gipr.exchange_idle, gipr.stations_left, gipr.cash) == (0, 2, 0)


def delhi(rules: Ruleset, *companies: str, waiting: tuple[str, ...] = ()) -> Table:
    """`waiting` have floated; GIPR, which is far away, is led by the second player."""
    table = Table("NWR", "SPD", *companies, ruleset=rules)
    table.manage(GIPR, head=2)
    for company in waiting:
        table.manage(company)
    return table


def lay_delhi(table: Table, layer: str) -> None:
    table.turn(layer)
    table.state.board.reach(layer).edges["G8"] = 63
    table.game.apply(LayTile(layer, "G8", "235", 1))


@point("late_home_has_printed_city")
def test_site_12_where_nobody_waited_a_home_gets_its_printed_city(
    rules: Ruleset, there: bool
) -> None:
    table = delhi(rules)
    table.lay("G8 235 1")
    table.manage("SPD")
    assert table.standing("G8") == [[None], ["SPD" if there else None]]
    assert (actor(table) == ("home", "SPD")) != there


def test_site_12_where_the_printed_city_is_full_a_home_gets_the_other() -> None:
    table = delhi(SITE)
    table.lay("G8 235 1")
    table.station("NWR", "G8", 1)
    table.manage("SPD")
    assert table.standing("G8") == [["SPD"], ["NWR"]]


@point("last_home_is_asked")
def test_site_13_a_third_company_is_asked_for_the_last_station_too(
    rules: Ruleset, there: bool
) -> None:
    table = delhi(rules, waiting=("SPD", "NWR"))
    lay_delhi(table, GIPR)
    table.game.apply(PlaceHome("NWR", "G8", 1))
    assert table.standing("G8") == [[None if there else "SPD"], ["NWR"]]
    if there:
        legal = table.game.legal()
        assert legal is not None
        assert (legal.actor, legal.home_of, legal.only_home) == (GIPR, "SPD", ("G8", 0))
        table.game.apply(PlaceHome("SPD", "G8", 0))
    assert table.standing("G8") == [["SPD"], ["NWR"]]
    assert table.game.step == "track"


@point("last_home_is_asked")
def test_site_13_gipr_which_waits_itself_is_asked_in_the_order_of_the_cities(
    rules: Ruleset, there: bool
) -> None:
    table = Table("NWR", "SPD", ruleset=rules)
    table.manage("NWR")
    table.shares(2, GIPR, 30)
    table[GIPR].head, table[GIPR].floated = 2, True
    table.state.board.release("SPD")
    table.state.pending.append(HomeQuestion(GIPR))
    table.game.apply(PlaceHome(GIPR, "G8"))
    lay_delhi(table, GIPR)
    legal = table.game.legal()
    assert legal is not None
    assert legal.home_of == ("NWR" if there else GIPR)
    for company, city in (("NWR", 0), (GIPR, 1)) if there else ((GIPR, 1),):
        table.game.apply(PlaceHome(company, "G8", city))
    assert table.standing("G8") == [["NWR"], [GIPR]]
    assert table.game.step == "track"


def guest(rules: Ruleset) -> Table:
    """NWR waits in Delhi, where MR stands by the Danish EIC; SPD has not floated."""
    table = delhi(rules, "MR", waiting=("NWR", "MR"))
    table.private(1, "P5")
    table.turn("MR", "station")
    table.game.apply(PlaceStation("MR", "G8", 1, None, "P5"))
    assert [n.extra for n in table.state.board.cities("G8")] == [[], ["MR"]]
    return table


@point("danish_station_leaves_with_homes")
def test_site_14_a_danish_station_goes_back_when_a_home_company_lays(
    rules: Ruleset, there: bool
) -> None:
    table = guest(rules)
    lay_delhi(table, "NWR")
    table.game.apply(PlaceHome("NWR", "G8", 0))
    assert table.standing("G8") == [["NWR"], [None]]
    assert table.state.board.cities("G8")[1].extra == ([] if there else ["MR"])
    assert table["MR"].station_order == (["K30"] if there else ["K30", "G8"])
    assert table["MR"].stations_left == 1 + there


@point("danish_station_leaves_with_homes")
@pytest.mark.parametrize("layer", ["MR", GIPR])
def test_site_14_a_danish_station_is_asked_for_when_others_lay(
    rules: Ruleset, there: bool, layer: str
) -> None:
    table = guest(rules)
    lay_delhi(table, layer)
    assert not there or table["MR"].station_order == ["K30"]
    table.game.apply(PlaceHome("NWR", "G8", 0))
    assert (actor(table) == ("home", layer)) == there
    if there:
        table.game.apply(PlaceHome("MR", "G8", 0))
    cities = table.state.board.cities("G8")
    assert [n.extra for n in cities] == ([["MR"], []] if there else [[], ["MR"]])
    assert table.standing("G8") == [["NWR"], [None]], "a place is kept for SPD"
    assert table["MR"].station_order == ["K30", "G8"]
    assert table["MR"].stations_left == 1


@point("danish_slot_stays")
def test_site_15_the_slot_beside_which_a_danish_station_stood_stays_open(
    rules: Ruleset, there: bool
) -> None:
    table = Table("WR", "PNS", ruleset=rules)
    table.manage("WR")
    table.manage("PNS")
    table.private(1, "P5")
    table.turn("WR", "station")
    table.game.apply(PlaceStation("WR", "D3", 0, None, "P5"))
    assert table.standing("D3") == [["PNS"]]
    closing.finish(table.state, table["WR"])
    assert table.standing("D3") == [["PNS", None] if there else ["PNS"]]
    (node,) = table.state.board.cities("D3")
    assert node.blocks("MR") != there


# -- routes ----------------------------------------------------------------------------------------


def earn(table: Table, company: str, kind: str, hexes: str) -> Breakdown:
    """What a train earns that visits the first city of each hex."""
    state = table.state
    nodes: list[Node] = [state.board.cities(h)[0] for h in hexes.split()]
    train = components().trains[kind]
    return evaluate(state, table[company], train, nodes, sources_for(state, table[company]))


@point("connection_counts_visited_ends")
def test_site_3_a_connection_counts_ends_that_are_merely_visited(
    rules: Ruleset, there: bool
) -> None:
    """Kochi counts 150 more than Kolkata, which is more than Lahore–Kolkata pays."""
    table = Table("MR", ruleset=rules)
    table.manage("MR")
    table.lay("K14 5 0", "P17 235 0")
    table.state.board.cities("K14")[0].piece = components().tiles["513"].layouts[0][0]
    found = earn(table, "MR", "4Ex3", "P17 D3 D23 K30 G36 K14")
    assert found.stops[0][1] is None
    assert [b.amount for b in found.bonuses] == ([80] if there else [])


@point("junction_twice")
def test_site_16_a_route_passes_a_junction_twice(rules: Ruleset, there: bool) -> None:
    """G18 to G22 over the junction in G20, from F21 over it again to H19."""
    state, company = board(*CROSSING, stations="G18", trains="4", ruleset=rules)
    sides = ("G18/0", "G20/0", "G22/1", "F23/3", "F21/4", "G20/4")
    route = Route("4-0", "G18-0", sides)
    stops = ("G18", "G22", "F21", "H19")
    if there:
        (run,) = check_routes(state, company, (route,))
        assert run.revenue.total == 80
        assert routes_between(state, company, company.trains[0], stops)[0].sides == run.sides
    else:
        with pytest.raises(RuleViolation, match="passes the junction in G20 twice"):
            check_routes(state, company, (route,))
        with pytest.raises(RuleViolation, match="passes the junction in G20 twice"):
            routes_between(state, company, company.trains[0], stops)
    found = best_runs(state, company, limit=60.0)
    assert found.proved
    assert found.best.total == (80 if there else 60)
