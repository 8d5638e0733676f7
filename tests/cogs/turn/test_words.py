"""What the panel says: what is short, control, phases, the order, what was passed over."""

from __future__ import annotations

import re

import pytest
from simcord.results import ResponseMessage

from cogs.turn.panel import Option, Select, choice
from cogs.turn.steps import track
from engine import Lay
from engine.actions import BuyTrain, SellShares
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.cogs.turn.seen import seen_at
from tests.cogs.turn.tapping import controls, tap
from tests.support.world import World, answer_of


def notes(panel: ResponseMessage, verb: str) -> dict[str, str]:
    """Label and note of the options of the selects of a verb."""
    return {
        option["label"]: option.get("description", "")
        for row in panel.components
        for item in row["components"]
        if f":{verb}:" in item["custom_id"]
        for option in item.get("options", [])
    }


def test_more_than_25_places_are_pages_named_by_their_first_and_last() -> None:
    places = [Option(f"A{n}", f"A{n}", " ") for n in range(60)]
    rows = choice("hex", places, "Where?")
    pages = [row for row in rows if isinstance(row, Select)]
    assert [len(page.options) for page in pages] == [25, 25, 10]
    assert [page.hint for page in pages] == [
        "Where: A0 to A24",
        "Where: A25 to A49",
        "Where: A50 to A59",
    ]
    *_, alone = choice("hex", places[:26], "Where?")
    assert isinstance(alone, Select)
    assert alone.hint == "Where: A25"


async def opened(world: World, name: str, at: int) -> tuple[Played, ResponseMessage]:
    """The panel of the player on turn after so many moves."""
    played = await Played.bring(world, name, at)
    return played, answer_of(await world.slash(played.on_turn, "turn"))


async def test_all_six_steps_are_named_and_what_was_passed_over_with_its_reason(
    world: World,
) -> None:
    _, panel = await opened(world, MIXED2, 74)
    steps = panel.content.splitlines()[1]
    assert steps.startswith("1 track ✓ · ~~2 station~~")
    assert steps.endswith("**6 certificates**")
    passed = re.findall(r"~~\d (\w+)~~", steps)
    assert passed
    for name in passed:
        assert f"{name}: " in panel.content.partition("Passed over – ")[2].splitlines()[0]
    assert "-# By command: `/certificate sell`, `/certificate buy`, `/pass`" in panel.content


async def test_what_is_too_dear_says_by_how_much(world: World) -> None:
    _, panel = await opened(world, MIXED2, 131)
    assert "Too dear: a 3 train for ₹300 (₹110 short)." in panel.content


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (151, "Phase I ends, Phase II begins: GIPR operates from the next Operating Round on."),
        (405, "Phase II ends, Phase III begins: "),
        (710, "Phase III ends, Phase IV begins: Guaranty Warrants"),
    ],
)
async def test_a_purchase_that_changes_the_phase_says_what_begins_and_ends(
    world: World, at: int, told: str
) -> None:
    played, panel = await opened(world, HOARDER, at)
    player, bought = played.on_turn, played.action
    assert isinstance(bought, BuyTrain)
    assert told.rstrip(".") in panel.content
    value = f"{bought.kind}/bank"
    control = next(c for c in controls(panel) if c.verb == "train" and c.args == value)
    await world.players[player].click(panel, custom_id=control.id)
    assert told in panel.content
    assert len((await played.live()).game.history) == at
    await tap(world, player, panel, "train_sure")
    done = (await played.live()).game
    assert done.history[at].action == bought
    played.advance()
    assert done.state.phase == played.game.state.phase


async def test_a_stock_choice_shows_float_control_and_certificates_after(world: World) -> None:
    played, panel = await opened(world, MIXED2, 26)
    found = notes(panel, "hand") | notes(panel, "card")
    assert any("floats" in note for note in found.values())
    assert any("you lead as" in note for note in found.values())
    before = int(panel.content.partition(" of ")[0].rpartition(" ")[2])
    for label, note in found.items():
        more = 0 if "Royal Bond" in label else 1
        assert f"{before + more} of " in note, (label, note)
    await played.check()


async def test_a_sale_shows_who_leads_then_and_several_go_at_once(world: World) -> None:
    played, panel = await opened(world, MIXED2, 164)
    player, before = played.on_turn, len(played.game.history)
    found = notes(panel, "sell")
    assert any("leads as" in note for note in found.values())
    control = next(c for c in controls(panel) if c.verb == "sell")
    companies = list(dict.fromkeys(v.partition("/")[0] for v in control.values if "/" in v))[:2]
    chosen = [f"{company}/10" for company in companies]
    assert len(chosen) == 2
    await world.players[player].select(panel, chosen, custom_id=control.id)
    history = (await played.live()).game.history[before:]
    sold = [a.action for a in history]
    assert sold == [SellShares(player + 1, company, 10) for company in companies]


async def test_several_cards_of_one_company_are_bought_at_once(world: World) -> None:
    played = await Played.bring(world, MIXED2, 25)
    state, player = played.game.state, played.on_turn
    panel = answer_of(await world.slash(player, "turn"))
    control = next(c for c in controls(panel) if c.verb == "hand")
    suites: dict[str, list[str]] = {}
    for card in control.values:
        suites.setdefault(card.partition("_")[0], []).append(card)
    several = next(cards for cards in suites.values() if len(cards) > 1 and "_" in cards[0])[-2:]
    await world.players[player].select(panel, several, custom_id=control.id)
    live = await played.live()
    assert len(live.game.history) == 27
    assert set(several).isdisjoint(live.game.state.players[player + 1].hand)
    assert state.players[player + 1].cash > live.game.state.players[player + 1].cash


async def test_both_sides_of_a_dividend_are_told(world: World) -> None:
    played, panel = await opened(world, CRASH, 94)
    live = await played.live()
    company = live.game.state.companies[str(live.game.actor)]
    lines = panel.content.splitlines()
    paid, kept = (line for line in lines if line.startswith(("**Pay", "**Withhold")))
    assert "treasury ₹" in paid
    assert "treasury ₹" in kept
    await tap(world, played.on_turn, panel, "pay")
    after = (await played.live()).game.state.companies[company.id]
    assert f"→ ₹{after.cash}" in paid
    assert f"₹{after.price}" in paid


async def test_a_preview_names_what_is_newly_reached(world: World) -> None:
    played, panel = await opened(world, MIXED2, 124)
    control = next(c for c in controls(panel) if c.verb == "hex")
    await world.players[played.on_turn].click(panel, custom_id=control.id)
    if "tile" in {c.verb for c in controls(panel)}:
        await tap(world, played.on_turn, panel, "tile")
    assert "Newly reached: " in panel.content


async def test_all_of_a_turn_is_taken_back_at_once_and_once(world: World) -> None:
    played, panel = await opened(world, HOARDER, 693)
    player, before = played.on_turn, len(played.game.history)
    assert "undo_turn" not in {c.verb for c in controls(panel)}
    await tap(world, player, panel, "pass")
    while "run_only" not in {c.verb for c in controls(panel)}:
        await tap(world, player, panel, "pass")
    await tap(world, player, panel, "run_only")
    made = len((await played.live()).game.history) - before
    assert made > 1
    control = next(c for c in controls(panel) if c.verb == "undo_turn")
    member = world.players[player]
    await world.together(*(member.click(panel, custom_id=control.id) for _ in range(2)))
    live = await played.live()
    assert len(live.game.history) == before
    assert live.game.step == "track"
    assert live.sequence == before + made + 1


async def test_two_taps_take_one_move_back(world: World) -> None:
    played, panel = await opened(world, MIXED2, 50)
    player = played.on_turn
    await tap(world, player, panel, "pass")
    if "pass" in {c.verb for c in controls(panel)}:
        await tap(world, player, panel, "pass")
    before = len((await played.live()).game.history)
    control = next(c for c in controls(panel) if c.verb == "undo")
    member = world.players[player]
    await world.together(*(member.click(panel, custom_id=control.id) for _ in range(2)))
    assert len((await played.live()).game.history) == before - 1


async def test_a_preview_says_that_the_company_closes_with_the_lay() -> None:
    """Without a train nothing follows the lay: the price falls to the end of the track."""
    panel = await track.preview(seen_at(MIXED2, 203), "", Lay("D17", "15", 5))
    assert "D17" in panel.text
    assert "the company **closes**" in panel.text
    assert "Treasury" not in panel.text
