"""Each rule of 1.6.3 on a board on which it decides, and values of games that people played."""

from __future__ import annotations

from engine import RULEBOOK, SITE
from engine.routes import best_runs
from tests.engine.routes.boards import (
    CHENNAI_TO_KOCHI,
    COLUMN,
    CROSSING,
    DELHI_TO_KOCHI,
    ISSUE_11072,
    board,
)

LINE = ("G18 57 0", "G20 57 0", "G22 57 0")
FIVE_CITIES = ("G12 513 0", "G16 513 0", "G20 513 0", "G24 513 0")


def best(*lays: str, **options: object) -> int:
    state, company = board(*lays, **options)  # type: ignore[arg-type]
    found = best_runs(state, company)
    assert found.proved
    return found.best.total


def test_1_12_value_kolkata_haldia_dhaka() -> None:
    assert best("P17 235 0", "Q18 9 1", stations="P17", trains="2") == 80


def test_1_12_value_issue_11072() -> None:
    assert best(*ISSUE_11072, stations="D3", trains="2") == 160


def test_1_12_value_chennai_kochi_over_a_marker() -> None:
    lays = CHENNAI_TO_KOCHI
    assert best(*lays, stations="K30", trains="3", markers=True) == 100
    assert best(*lays, stations="K30", trains="2", markers=True) == 0


def test_1_6_3_2_gauge_change_markers_are_stops_of_n_trains() -> None:
    assert best(*LINE, stations="G20", trains="3") == 60
    assert best(*LINE, stations="G20", trains="3", markers=True) == 40


def test_1_6_3_3_gauge_change_markers_do_not_matter_to_an_express() -> None:
    assert best(*LINE, stations="G20", trains="4E", markers=True) == 60


def test_1_6_3_1_two_trains_share_no_track() -> None:
    assert best(*LINE[:2], stations="G20", trains="2 2") == 40
    assert best(*LINE, stations="G20", trains="2 2") == 80


def test_1_6_3_1_three_trains_share_no_track() -> None:
    lays = (*CROSSING[:1], "G20 513 0", *CROSSING[2:])
    assert best(*lays, stations="G20", trains="2 2 2") == 240


def test_1_6_3_1_one_mumbai_city_in_a_route() -> None:
    assert best("E22 IND2 0", stations="D23/0", trains="3") == 0
    assert best("E22 IND2 0", stations="D23/0", trains="4E") == 0


def test_1_6_3_1_a_full_city_may_be_an_end_and_is_not_passed() -> None:
    assert best(*LINE, stations="G18", others="G20", trains="3") == 40


def test_1_6_3_1_both_cities_of_delhi_may_be_on_one_route() -> None:
    lays = ("G8 235 0", "G8 59 0", "G8 66 0", "G10 7 2", "F9 7 4")
    assert best(*lays, stations="G8/0", trains="2") == 100


def test_1_6_3_1_a_junction_is_passed_once_in_a_route() -> None:
    assert best(*CROSSING, stations="G18", trains="4") == 60


def test_1_6_3_1_two_trains_may_pass_one_junction_by_different_track() -> None:
    assert best(*CROSSING, stations="G18 F21", trains="2 2") == 80


def test_1_6_3_3_an_express_counts_an_own_station_among_its_four() -> None:
    lays = ("G8 235 0", *COLUMN, *FIVE_CITIES)
    assert best(*lays, stations="G8", trains="4E") == 30 + 3 * 60
    assert best(*lays, stations="G12", trains="4E") == 4 * 60


def test_site_3_an_express_connects_counted_ends_by_the_rulebook_visited_ends_on_the_site() -> None:
    lays = (*DELHI_TO_KOCHI, *FIVE_CITIES)
    options = {"stations": "G36", "trains": "4E"}
    assert best(*lays, ruleset=RULEBOOK, **options) == 80 + 60 + 60 + 30 + 100
    assert best(*lays, ruleset=SITE, **options) == 80 + 60 + 60 + 60 + 100


def test_1_6_3_4_a_multiple_counts_stops_and_not_bonuses() -> None:
    lays = (*DELHI_TO_KOCHI,)
    assert best(*lays, stations="G36", trains="3x2") == 2 * (30 + 10 + 50) + 100
    assert best(*lays, stations="G36", trains="4Ex3") == 3 * (30 + 50) + 100


def test_1_6_3_5_x_is_the_best_city_that_is_not_red() -> None:
    lays = (*COLUMN[-3:], "G34 4 0", "G28 9 0")
    assert best(*lays, "G28 57 0", stations="G36", trains="2") == 20 + 10 + 40
    assert best(*lays, "G28 611 0", stations="G36", trains="2") == 40 + 10 + 60


def test_1_6_3_8_a_source_that_is_merely_passed_counts_while_it_may_be_claimed() -> None:
    state, company = board("G30 57 0", "G32 9 0", "G34 4 0", stations="G36", trains="2")
    assert best_runs(state, company).best.total == 70
    state.jewelry = "G32"
    found = best_runs(state, company)
    assert found.best.total == 90
    assert found.best.claims == ("JEWELRY",)
    assert [p.total for p in found.others] == []
    state.unclaimed.remove("JEWELRY")
    assert best_runs(state, company).best.total == 70
    company.concessions.append("JEWELRY")
    assert best_runs(state, company).best.total == 90
    assert best_runs(state, company).best.claims == ()


def test_1_6_3_8_both_trains_may_deliver_the_same_commodity() -> None:
    lays = ("G34 545 3", "H35 7 1", "G32 57 0", "H33 57 1")
    state, company = board(*lays, stations="G36", trains="2 2")
    state.jewelry = "G34"
    found = best_runs(state, company).best
    assert [[b.name for b in run.revenue.bonuses] for run in found.runs] == [["JEWELRY"]] * 2
    assert found.total == 160


def test_1_6_3_1_no_trains_no_stations_no_track() -> None:
    assert best(*LINE, stations="G20", trains="") == 0
    assert best(*LINE, stations="", trains="4E 4") == 0
    assert best(stations="D3", trains="4E 4") == 0
