"""What the panel says: letters, costs, cards that are alike, trains, runs, dividends."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.present.deciding import lay_note
from cogs.turn.panel import Seen
from cogs.turn.steps import certificates, dividend, questions, run, shared, station, track, trains
from engine import Lay
from engine.components import components
from engine.state import Train
from render.view import BoardView
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3
from tests.cogs.turn.seen import buttons, options, seen_at


async def test_a_hex_has_its_letter_apart_and_says_what_a_tile_costs() -> None:
    panel = await track.first(seen_at(MIXED2, 124))
    labels = [button.label for button in buttons(panel) if button.verb == "hex"]
    assert labels[:3] == ["A · F21, free", "B · G26, free", "C · Nagpur I20, free"]
    panel = await track.first(seen_at(HOARDER, 693))
    labels = [option.label for option in options(panel, "hex")]
    assert {"F · Q18, ₹30", "M · O16, ₹0 to ₹30", "E · Kolkata P17, ₹30"} <= set(labels)
    assert all(re.search(r"^[A-Z] · [\w ]+, (free|₹.*)$", label) for label in labels)


async def test_a_free_tile_leaves_the_treasury_unchanged() -> None:
    seen = seen_at(MIXED2, 124)
    seen.company.trains = []
    [free, *_] = track.ways_in(seen, "", "F21")
    panel = await track.preview(seen, "", free)
    assert f"Treasury ₹{seen.company.cash}, unchanged." in panel.text


async def test_a_tile_after_which_the_home_is_asked_for_does_not_end_the_track() -> None:
    labels = [
        b.label for b in buttons(await track.preview(seen_at(MIXED3, 86), "", Lay("G8", "235", 4)))
    ]
    assert "Lay it" in labels
    assert not any("end track" in label for label in labels)


async def test_cards_that_are_alike_are_numbered() -> None:
    panel = await certificates.stock(seen_at(MIXED2, 25))
    labels = [option.label for option in options(panel, "hand")]
    assert len(set(labels)) == len(labels)
    assert {f"EBR 10% – price ₹76, {n} of 2" for n in (1, 2)} <= set(labels)


async def test_a_kind_of_train_is_not_taken_for_a_number() -> None:
    panel = await trains.first(seen_at(MIXED2, 131))
    assert "Buy a 2 train (discard), ₹180" in [b.label for b in buttons(panel)]


async def test_a_company_that_may_own_no_more_trains_is_told_that_alone() -> None:
    seen = seen_at(MIXED2, 131)
    seen.company.trains = [Train("2-1", "2"), Train("2-2", "2")]
    seen.company.cash = 100
    panel = await trains.first(replace(seen, legal=seen.game.legal()))
    assert "holds 2 trains already, the most that a company may own." in panel.text
    assert "Too dear" not in panel.text
    seen.company.trains = [Train("2-1", "2")]
    panel = await trains.first(replace(seen, legal=seen.game.legal()))
    assert "Too dear: a 2 train for ₹180 (₹80 short)" in panel.text
    assert "No train" not in panel.text


async def test_a_train_of_the_discard_has_one_name() -> None:
    seen = seen_at(MIXED2, 131)
    moves = await trains.buy(seen, "2/discard", ())
    game = seen.game.copy()
    for action in moves.all_of(game):
        game.apply(action)
    assert "buys a 2 train from the discard for ₹180" in shared.told(game, 131)[0]


async def test_what_a_purchase_begins_is_told_once_for_all_its_trains() -> None:
    panel = await trains.first(seen_at(HOARDER, 710))
    assert panel.text.count("Phase III ends, Phase IV begins") == 1
    assert "With a 3×2, 4×2 or " in panel.text
    begin = [b.label for b in buttons(panel) if "begins Phase IV" in b.label]
    assert "Buy a 3×2 train, ₹700, begins Phase IV" in begin


async def test_a_place_for_a_station_has_the_letter_of_the_picture() -> None:
    for panel in (
        await station.first(seen_at(CRASH, 73)),
        await questions.home(seen_at(HOARDER, 28)),
    ):
        labels = [b.label for b in buttons(panel) if b.verb in {"station", "home"}]
        assert labels
        assert isinstance(panel.picture, BoardView)
        letters = {choice.hex: choice.letter for choice in panel.picture.choices}
        assert all(label.partition(" · ")[0] in letters.values() for label in labels)


async def test_a_dividend_that_ends_the_game_or_a_company_says_so() -> None:
    seen = seen_at(CRASH, 94)
    company, prices = seen.company, list(components().prices)
    seen.game.state.bank.cash = 5
    paid, kept = await sides(seen)
    assert "**the bank breaks** (₹5 left): the end comes" in paid
    assert "the bank breaks" in kept
    seen.game.state.bank.cash = 5_000
    company.price_index = prices.index(400) - 1
    assert seen.turn is not None
    seen.turn.revenue = 900
    paid, kept = await sides(seen)
    assert "→ ₹420" in paid
    assert "**which brings the end of the game**" in paid
    assert "the end" not in kept
    company.price_index = 1
    paid, kept = await sides(seen)
    assert "**which closes the company**" in kept
    assert "closes" not in paid


async def sides(seen: Seen) -> tuple[str, str]:
    """What paying, and what withholding would do."""
    lines = (await dividend.first(seen)).text.splitlines()
    [paid] = [line for line in lines if line.startswith("**Pay")]
    [kept] = [line for line in lines if line.startswith("**Withhold")]
    return paid, kept


async def test_a_run_names_what_it_takes_and_shows_its_routes() -> None:
    panel = await run.first(seen_at(MIXED3, 1062, seconds=60.0))
    assert "Takes Rice." in panel.text
    assert "Proved: nothing earns more." in panel.text
    assert isinstance(panel.picture, BoardView)
    assert panel.picture.routes


async def test_many_ways_are_a_list_whose_lines_begin_with_what_differs() -> None:
    """The picture shows them; no line of text does, and nothing that matters is cut off."""
    seen = seen_at(MIXED3, 82)
    panel = await track.hex_chosen(seen, "/K12", ())
    assert panel.text.splitlines() == ["**K12**: which tile, and how?"]
    shown = options(panel, "tile")
    assert len(shown) == 21
    assert not [b for b in buttons(panel) if b.verb == "tile"]
    ways = track.ways_in(seen, "", "K12")
    for option, way in zip(shown, ways, strict=True):
        assert option.label.partition(": ")[2].startswith(f"{way.tile} joins ")
        assert option.note.startswith(lay_note(seen.game, way))
        assert not option.note.endswith("…")
    few = await track.hex_chosen(seen_at(MIXED2, 124), "/H25", ())
    assert [b.label for b in buttons(few) if b.verb == "tile"] == list("123456")
    assert few.text.count("\n") == 6


async def test_a_gauge_change_stands_before_what_a_lay_costs() -> None:
    seen = seen_at(HOARDER, 162)
    prices = [lay_note(seen.game, way) for way in track.offered(seen, "")]
    assert "gauge change Mumbai D23–Pune E24, free" in prices


async def test_other_tiles_are_offered_only_where_there_are_some() -> None:
    seen = seen_at(HOARDER, 693)
    alone = await track.hex_chosen(seen, "/P17", ())
    assert "Other hex" in [b.label for b in buttons(alone)]
    assert "Other tiles" not in [b.label for b in buttons(alone)]
    one = await track.tile_chosen(
        seen, "", ["/".join(map(str, ["", *track.ways_in(seen, "", "L11")[0]]))]
    )
    assert "Other tiles" in [b.label for b in buttons(one)]


def test_the_heading_names_trains_and_only_steps_that_are_over() -> None:
    seen = seen_at(MIXED2, 131)
    for owned, told in (
        (["2"], ", one 2 train."),
        (["2", "3"], ", trains: 2, 3."),
        ([], ", no train."),
    ):
        seen.company.trains = [Train(f"{kind}-1", kind) for kind in owned]
        assert shared.heading(seen).endswith(told)
    assert shared.end_button(seen).label == "End turn (buy no further train, no certificate)"
    buying = seen_at(MIXED2, 56)
    assert buying.game.step == "buy"
    assert "certificates" in shared.passed_over(buying.game)
    assert "certificates: " not in shared.heading(buying)
    assert shared.end_button(buying).label == "End turn (buy no certificate)"
