"""The Danish EIC's station (1.6.2, 1.10): it never takes a place that a home needs."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest

from engine import RULESETS, SITE, Game, RuleViolation
from engine.actions import (
    BuyCard,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceHome,
    PlaceStation,
    from_json,
)
from engine.board import Board
from engine.components import GIPR
from engine.node import Node
from tests.engine import invariants
from tests.engine.builders import Table, in_hand
from tests.engine.play import offers

STORED = Path(__file__).parent / "data" / "p5-dead-end.json"

both = pytest.mark.parametrize("rules", sorted(RULESETS))


def table_with(company: str, *others: str, rules: str, without: tuple[str, ...] = ()) -> Table:
    """The company has floated; its head owns the Danish EIC, and it is their station step."""
    table = Table(company, *others, ruleset=RULESETS[rules], without=without)
    table.manage(company)
    table.private(1, "P5")
    table.turn(company, "station")
    return table


def places(table: Table, hex_id: str) -> list[tuple[list[str | None], list[str]]]:
    """Of each city of a hex the slots, and who stands beside them."""
    return [(n.stations, n.extra) for n in table.state.board.cities(hex_id)]


def city(table: Table, hex_id: str) -> Node:
    (node,) = table.state.board.cities(hex_id)
    return node


@both
def test_1_6_2_3_a_stored_game_in_which_delhi_had_no_place_left(rules: str) -> None:
    """NCR stands beside a city of Delhi that is kept for SPD; the tile is upgraded; SPD floats."""
    stored = json.loads(STORED.read_bytes())
    game = Game.new(stored["seed"], stored["players"], RULESETS[rules])
    for action in stored["actions"]:
        legal = game.legal()
        assert legal is not None
        assert offers(game.state, legal, Random(1))
        game.apply(from_json(json.dumps(action)))
        invariants.check(game.state)
    assert [(n.stations, n.extra) for n in game.state.board.cities("G8")] == [
        (["NWR"], []),
        ([None], ["NCR"]),
    ]
    legal = game.legal()
    assert legal is not None
    assert (legal.step, legal.home_of, legal.only_home) == ("home", "SPD", ("G8", 1))
    game.apply(PlaceHome("SPD", "G8", 1))
    assert game.step == "stock"


@both
def test_1_6_2_3_in_unlaid_delhi_it_takes_no_place_of_those_that_wait_or_are_kept(
    rules: str,
) -> None:
    table = table_with("MR", "NWR", "SPD", rules=rules)
    table.manage("NWR")
    table.turn("MR", "station")
    table.game.apply(PlaceStation("MR", "G8", 0, None, "P5"))
    assert places(table, "G8") == [([None], ["MR"]), ([None], [])]
    invariants.check(table.state)
    table.turn("NWR")
    table.game.apply(LayTile("NWR", "G8", "235", 1))
    table.game.apply(PlaceHome("NWR", "G8", 0))
    there = [] if RULESETS[rules] is SITE else ["MR"]
    assert places(table, "G8") == [(["NWR"], there), ([None], [])]
    table.stock()
    table.manage("SPD")
    table.game.apply(PlaceHome("SPD", "G8", 1))
    assert places(table, "G8") == [(["NWR"], there), (["SPD"], [])]


@both
def test_1_6_2_3_in_unlaid_delhi_it_has_the_slot_that_nobody_needs(rules: str) -> None:
    table = table_with("MR", "NWR", rules=rules, without=("SPD",))
    table.game.apply(PlaceStation("MR", "G8", 1, None, "P5"))
    assert places(table, "G8") == [([None], []), (["MR"], [])]


@both
def test_1_10_2_what_replaces_it_in_nepal_stands_beside_too(rules: str) -> None:
    """One of Nepal's two places is taken, the other is kept for TR."""
    table = Table("WR", "TR", "NCR", ruleset=RULESETS[rules])
    table.manage("NCR")
    table.manage("WR")
    table.manage(GIPR, head=2)
    table.station("NCR", "M10", 0)
    table.private(1, "P5")
    table.turn("WR", "station")
    table.game.apply(PlaceStation("WR", "M10", 1, None, "P5"))
    assert places(table, "M10") == [(["NCR"], []), ([None], ["WR"])]
    table.price("WR", 56)
    table.train("WR", "2")
    table.turn("WR", "dividend").revenue = 10
    table.game.apply(Dividend("WR", False))
    table.game.apply(Exchange(True))
    assert places(table, "M10") == [(["NCR"], []), ([None], [GIPR])]
    invariants.check(table.state)
    table.stock()
    table.manage("TR")
    legal = table.game.legal()
    assert legal is not None
    assert legal.only_home == ("M10", 1)
    table.game.apply(PlaceHome("TR", "M10", 1))
    assert places(table, "M10") == [(["NCR"], []), (["TR"], [GIPR])]


@both
def test_1_6_2_3_a_city_with_one_kept_slot(rules: str) -> None:
    """K14 is kept for NCR. The green tile has one slot more, which it takes."""
    table = table_with("WR", "NCR", "MR", rules=rules)
    table.game.apply(PlaceStation("WR", "K14", 0, None, "P5"))
    assert places(table, "K14") == [([None], ["WR"])]
    table.lay("K14 57 0")
    assert places(table, "K14") == [([None], ["WR"])]
    assert not city(table, "K14").blocks("MR"), "beside blocks nobody"
    table.lay("K14 14 0")
    assert places(table, "K14") == [(["WR", None], [])]
    table.lay("K14 611 0")
    assert places(table, "K14") == [(["WR", None], [])]
    table.manage("NCR")
    assert places(table, "K14") == [(["WR", "NCR"], [])]


@both
def test_1_6_2_3_it_is_used_in_the_station_step_alone(rules: str) -> None:
    table = table_with("WR", "NCR", "MR", rules=rules)
    for step in ("track", "trains", "sell", "buy"):
        table.turn("WR", step)
        with pytest.raises(RuleViolation, match="in the station step"):
            table.game.apply(PlaceStation("WR", "K14", 0, None, "P5"))


@both
def test_1_6_2_3_an_upgrade_that_adds_no_slot_leaves_it_beside(rules: str) -> None:
    """In K14 MR has a slot of tile 14, the other is kept; 611 has no more, 513 has."""
    table = table_with("WR", "NCR", "MR", "SIR", rules=rules)
    table.manage("MR")
    table.lay("K14 57 0", "K14 14 0")
    table.station("MR", "K14")
    table.turn("WR", "station")
    table.game.apply(PlaceStation("WR", "K14", 0, None, "P5"))
    assert places(table, "K14") == [(["MR", None], ["WR"])]
    table.lay("K14 611 0")
    assert places(table, "K14") == [(["MR", None], ["WR"])]
    assert not city(table, "K14").blocks("SIR")
    table.lay("K14 513 0")
    assert places(table, "K14") == [(["MR", "WR", None], [])]
    table.manage("NCR")
    assert places(table, "K14") == [(["MR", "WR", "NCR"], [])]


@both
def test_1_6_2_3_beside_it_waits_for_an_upgrade_though_a_slot_is_free(rules: str) -> None:
    table = table_with("WR", "PNS", rules=rules)
    table.manage("PNS")
    table.game.apply(PlaceStation("WR", "D3", 0, None, "P5"))
    table.state.board.take_away(city(table, "D3"), "PNS")
    assert places(table, "D3") == [([None], ["WR"])]


@both
def test_1_6_2_3_beside_a_full_city_it_may_pass_and_others_may_not(rules: str) -> None:
    table = table_with("WR", "PNS", "MR", rules=rules)
    table.manage("PNS")
    table.game.apply(PlaceStation("WR", "D3", 0, None, "P5"))
    assert not city(table, "D3").blocks("WR")
    assert city(table, "D3").blocks("MR"), "PNS blocks it"


@both
def test_1_6_2_3_a_home_company_that_floats_in_the_middle_finds_its_place(rules: str) -> None:
    """The whole way by moves: the Danish EIC in K14, then NCR's Director's certificate."""
    table = table_with("WR", "NCR", rules=rules)
    table.game.apply(PlaceStation("WR", "K14", 0, None, "P5"))
    in_hand(table, 2, "NCR_0")
    table.cash(2, 500)
    table.stock()
    table.game.apply(Pass(1))
    table.game.apply(BuyCard(2, "NCR_0"))
    assert places(table, "K14") == [(["NCR"], ["WR"])]
    assert table["NCR"].floated


def test_1_6_2_3_a_copy_of_the_board_has_what_stands_beside_the_slots() -> None:
    """Also the slot that stays open where such a station went (18xx.games)."""
    board = Board()
    board.lay("K14", "57", 0, markers=True)
    [city] = board.cities("K14")
    for company in ("EIR", "NCR", "BR"):
        board.place(city, company)
    board.take_away(city, "NCR", slot_stays=True)
    board.reserve("D3", "PNS", 0)
    copy: Board = pickle.loads(pickle.dumps(board))
    assert copy.tiles == board.tiles
    assert [(n.stations, n.extra, n.reserved) for n in copy.all_cities()] == [
        (n.stations, n.extra, n.reserved) for n in board.all_cities()
    ]
    assert (city.stations, city.extra) == (["EIR", None], ["BR"])
    assert copy.reach("BR").edges == board.reach("BR").edges
