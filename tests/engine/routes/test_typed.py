"""Routes as players type them: what is found, and what is said of faulty ones."""

from __future__ import annotations

import pytest

from engine import RuleViolation
from engine.routes import best_runs, parse_runs, routes_between, typed_runs
from engine.state import Company, State
from tests.engine.routes.boards import CHENNAI_TO_KOCHI, CROSSING, ISSUE_11072, board
from tests.interchange.records import COPIED

LINE = ("G18 57 0", "G20 57 0", "G22 57 0")


def stops(found: object) -> list[list[str]]:
    return [[n.hex for n, _ in run.revenue.stops] for run in found.plan.runs]  # type: ignore[attr-defined]


def test_reads_trains_and_stops() -> None:
    typed = parse_runs("4E: G8-G6 - F5–D3 | 2: E24, D23\nDelhi → Lahore;")
    assert [(t.name, t.stops) for t in typed] == [
        ("4E", ("G8", "G6", "F5", "D3")),
        ("2", ("E24", "D23")),
        (None, ("Delhi", "Lahore")),
    ]


def test_finds_the_track_between_stops_by_hex_or_name() -> None:
    state, company = board(*ISSUE_11072, stations="D3", trains="2")
    for text in ("D3-E4-F5-F1-F5-G8", "delhi f5 f1 f5 e4 LAHORE", "2: D3-E4-F5-F1-F5-G8"):
        assert typed_runs(state, company, text).plan.total == 160


def test_1_6_3_2_towns_need_not_be_named() -> None:
    state, company = board(*ISSUE_11072, stations="D3", trains="2")
    found = typed_runs(state, company, "D3-G8")
    assert found.plan.total == 160
    assert found.notes == ("The 2 train's whole route is D3-E4-F5-F1-F5-G8.",)


def test_cities_that_an_express_passes_need_not_be_named() -> None:
    state, company = board(*LINE, stations="G20", trains="4E")
    assert stops(typed_runs(state, company, "G18-G22")) == [["G18", "G20", "G22"]]


def test_trains_without_a_name_go_in_order_of_the_best_fit() -> None:
    state, company = board(*LINE, "G16 57 0", stations="G20 G18", trains="2 3")
    for text in ("G16-G18 | G18-G20-G22", "G18-G20-G22 | G16-G18"):
        found = typed_runs(state, company, text)
        assert found.plan.total == 100
        assert {r.train.kind: len(r.revenue.stops) for r in found.plan.runs} == {"2": 2, "3": 3}


def test_the_track_is_chosen_so_that_the_trains_do_not_meet() -> None:
    lays = ("G20 513 0", "G22 513 0", "F21 7 4", "H21 7 1")
    state, company = board(*lays, stations="G20", trains="2 2")
    assert typed_runs(state, company, "G20-G22 | G20-G22").plan.total == 240


def test_ways_that_earn_the_same_and_deliver_other_things_are_told() -> None:
    lays = ("G20 513 0", "G22 513 0", "F21 7 4", "H21 7 1")
    state, company = board(*lays, stations="G20", trains="2")
    found = typed_runs(state, company, "G20-G22")
    assert found.plan.total == 120
    assert (found.same, found.notes) == ((), ())
    state, company = board("G34 513 0", "H35 7 1", stations="G36", trains="2")
    state.jewelry = "H35"
    found = typed_runs(state, company, "G34-G36")
    assert [b.name for b in found.plan.runs[0].revenue.bonuses] == ["JEWELRY"]
    assert found.plan.claims == ("JEWELRY",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Z9-G18", "Z9 is no hex and no place on the map"),
        ("Atlantis-G18", "Atlantis is no hex"),
        ("G18", "at least two stops"),
        ("", "Name the stops of each train"),
        ("2: | 3:", "names no stops"),
        ("G18-G20", "no city and no town in G20"),
        ("G18-Delhi", "No track leads to Delhi"),
        ("G18-G6", "The town in G6 has no track"),
        ("G18-K30", "There is no track between G18 and Chennai"),
        ("G18-G22-G18", "passes the junction in G20 twice"),
        ("G22-F21", "visits at least one station of GIPR"),
        ("5: G18-G22", "GIPR has no 5 train"),
        ("G18-G22 | G18-F21 | H19-F21", "GIPR has 1 train, not 3"),
        ("-".join(["G18"] * 61), "more than 60 stops"),
    ],
)
def test_faults(text: str, message: str) -> None:
    state, company = board(*CROSSING, stations="G18", trains="4")
    with pytest.raises(RuleViolation, match=message):
        typed_runs(state, company, text)


def test_1_6_3_2_a_fault_of_too_many_stops_names_the_markers() -> None:
    state, company = board(*CHENNAI_TO_KOCHI, stations="K30", trains="2", markers=True)
    with pytest.raises(RuleViolation) as fault:
        typed_runs(state, company, "K30-G34-G36")
    assert fault.value.message == (
        "A 2 train has 2 stops for cities; this route visits 2 cities and crosses a gauge-change "
        "marker (J31-K30), each a stop: 3 in all."
    )


def test_1_6_3_1_a_fault_of_the_junction() -> None:
    state, company = board(*CROSSING, stations="G18", trains="4")
    with pytest.raises(RuleViolation, match="passes the junction in G20 twice"):
        typed_runs(state, company, "G18-G22-F21-H19")


def fault_of(state: State, company: Company, *names: str) -> str:
    with pytest.raises(RuleViolation) as fault:
        routes_between(state, company, company.trains[0], names)
    return fault.value.message


def test_more_faults() -> None:
    state, company = board(*LINE, stations="G18", others="G20", trains="3 3")
    assert "G20 is full of other companies' stations" in fault_of(
        state, company, "G18", "G20", "G22"
    )
    assert (
        fault_of(state, company, "G18", "G22")
        == "There is no track between G18 and G22 but over G20."
    )
    assert fault_of(state, company, "G18", "G20", "G18") == "The route visits G18 twice."
    state, company = board("E22 IND2 0", stations="D23", trains="3")
    message = fault_of(state, company, "D23", "D21", "E22", "D23")
    assert message == "Only one of the two cities of Mumbai may be on a route."
    assert (
        fault_of(state, company, "D21", "D23") == "A route starts and ends at a city; D21 is none."
    )


def test_1_6_3_1_two_trains_on_the_same_track() -> None:
    state, company = board(*LINE, stations="G20", trains="2 3")
    with pytest.raises(RuleViolation, match="Two trains would use the same track between G18-G20"):
        typed_runs(state, company, "G18-G20 | G18-G20-G22")


def test_every_best_run_can_be_typed() -> None:
    for record in COPIED:
        replay = record.replay()
        steps = replay.steps()
        for raw in replay.entries:
            state = replay.game.state
            if raw["type"] == "run_routes":
                company = state.companies[raw["entity"]]
                best = best_runs(state, company, alternatives=0).best
                if best.runs:
                    text = " | ".join(
                        "-".join(n.hex for n, _ in run.revenue.stops) for run in best.runs
                    )
                    assert typed_runs(state, company, text).plan.total == best.total
            next(steps)
