"""`/run`: what is wrong with typed routes is said, and how much less than the best they earn."""

from __future__ import annotations

import pytest

from bot.games import forecast
from bot.games.forecast import search
from bot.lasting import At
from bot.present.runs import example
from bot.typed.runs import company_to_run
from cogs.run.choosing import WayButton
from engine.routes import BestRuns, TypedRuns
from storage.personal import Personal
from tests.cogs.cards import card
from tests.cogs.played import CRASH, HOARDER, Played
from tests.support.world import World, answer_of

RUN, LAY = 402, 64


async def best_of(played: Played) -> tuple[str, int]:
    """The best run as a player types it, and what it earns."""
    live = await played.live()
    found = await search(live, company_to_run(live.game), 2.0)
    return example(found.best), found.best.total


async def test_the_best_run_is_shown_to_the_player_alone(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    said = world.said()
    _, total = await best_of(played)
    shown = answer_of(await world.slash(played.on_turn, "run"))
    assert shown.ephemeral
    assert f"₹{total:,}" in (shown.embeds[0].title or "")
    assert "Proved" in (shown.embeds[0].description or "")
    assert world.said() == said
    await played.check()


async def test_the_best_routes_typed_are_run_without_a_word_more(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    routes, total = await best_of(played)
    result = await world.slash(played.on_turn, "run", routes=routes)
    assert [m.ephemeral for m in (result.response, *result.followups) if m] == [True]
    assert f"₹{total:,}" in card(world)


@pytest.mark.parametrize("routes", ["none", "NONE", " - "])
async def test_less_than_the_best_is_said_once_by_how_much(world: World, routes: str) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    best, total = await best_of(played)
    result = await world.slash(player, "run", routes=routes)
    assert len((await played.live()).game.history) == RUN + 1
    [hint] = result.followups
    assert hint.ephemeral
    assert f"₹{total:,} more" in hint.content
    assert f"`/run routes: {best}`" in hint.content
    assert "more" not in card(world)
    await world.slash(player, "game undo")
    await played.check()
    await world.slash(player, "run", routes=best)


@pytest.mark.parametrize(
    ("routes", "words"),
    [
        ("somewhere", "somewhere is no hex and no place on the map."),
        ("Z99-G6", "Z99 is no hex"),
        ("9Z: G36-H35", "has no 9Z train"),
        ("2:", "“2:” names no stops."),
        ("|", "Name the stops of each train"),
        ("G8-G6-", "starts and ends at a city; G6 is none"),
        ("2: G34-G36 | 2: G34-G36 | 2: G34-G36", "has 2 trains, not 3"),
        ("2: G36-H35-K38-L39-K40 | 2: G36-H35-K38-L39-K40", "same track between G36-H35"),
    ],
)
async def test_what_is_wrong_with_routes_is_said(world: World, routes: str, words: str) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    refusal = await world.refused(played.on_turn, "run", routes=routes)
    assert words in refusal
    await played.check()


async def test_routes_are_run_in_the_run_step_only(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    company = played.game.actor
    for options in ({}, {"routes": "none"}):
        refusal = await world.refused(played.on_turn, "run", **options)
        assert f"{company} is at step 1, track" in refusal
        assert "`/map routes:True`" in refusal
    for player in {0, 1, 2, 3, 4} - {played.on_turn}:
        assert f"It is {company}'s turn" in await world.refused(player, "run")


async def test_recorded_routes_are_typed_and_run_as_recorded(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    command, options = played.command
    assert command == "run"
    assert options["routes"] != "none"
    await played.step()
    await played.check()


@pytest.mark.parametrize("restart", [False, True])
async def test_ways_that_earn_the_same_are_asked_about(
    world: World, monkeypatch: pytest.MonkeyPatch, restart: bool
) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    live = await played.live()
    found = await search(live, company_to_run(live.game), 2.0)
    same = TypedRuns(found.best, (found.others[0],), ())
    for module in ("engine.routes", "bot.typed.runs"):  # a restart imports the cog anew
        monkeypatch.setattr(f"{module}.typed_runs", lambda *_: same)
    asked = answer_of(await world.slash(player, "run", routes="whatever"))
    assert asked.ephemeral
    assert "Which one?" in asked.content
    assert len((await played.live()).game.history) == RUN
    if restart:
        await world.restart()
    await world.click(player, asked, "Way 2")
    live = await played.live()
    assert live.game.history[-1].action == found.others[0].action(str(played.game.actor))
    stale = answer_of(await world.click(player, asked, "Way 1"))
    assert "gone on" in stale.content


async def test_a_way_over_routes_that_were_typed_before_others_is_not_run(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    live = await played.live()
    found = await search(live, company_to_run(live.game), 2.0)
    one, other, third = found.best, *found.others[:2]
    typed = {"first": TypedRuns(one, (other,), ()), "second": TypedRuns(other, (third,), ())}
    monkeypatch.setattr("bot.typed.runs.typed_runs", lambda _state, _company, text: typed[text])
    first, second = [
        answer_of(await world.slash(player, "run", routes=text)) for text in ("first", "second")
    ]
    kept = await Personal(world.bot.store).of(world.players[player].id)
    assert "second" in kept.notes.values()
    refusal = answer_of(await world.click(player, first, "Way 1"))
    assert "you typed other routes since" in refusal.content
    await played.check()
    await world.click(player, second, "Way 1")
    live = await played.live()
    assert live.game.history[-1].action == other.action(str(played.game.actor))


def test_buttons_of_ways_that_were_sent_before_are_read() -> None:
    made = WayButton(At(7, 402), "0a1b2c3d", 1)
    match = WayButton.__discord_ui_compiled_template__.fullmatch(made.custom_id)
    assert match is not None
    again = WayButton.read(match)
    assert (again.at, again.way) == (At(7, 402), "0a1b2c3d")


async def test_a_set_that_is_no_longer_found_is_not_run_for_another_sum(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    live = await played.live()
    found = await search(live, company_to_run(live.game), 2.0)
    worse = BestRuns(found.others[0], (), False, found.bound, found.seconds)
    monkeypatch.setattr(forecast, "best_runs", lambda *_: worse)
    label = shown.components[0]["components"][0]["label"]
    refusal = answer_of(await world.click(player, shown, label))
    assert "no longer there" in refusal.content
    await played.check()


async def test_sets_have_letters_without_gaps_and_trains_numbers(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    shown = answer_of(await world.slash(played.on_turn, "run"))
    [embed] = shown.embeds
    assert (embed.title or "").startswith("A · ")
    [others] = [(f.value or "").split("\n") for f in embed.fields if f.name == "Other runs"]
    letters = [line[2] for line in others]
    assert letters == list("BCDEFGH")[: len(letters)]
    buttons = [c["label"] for row in shown.components for c in row["components"]]
    assert [label[0] for label in buttons] == ["R", *letters]
    trains = [f.name for f in embed.fields if f.name and f.name[0].isdigit()]
    assert [name.partition(" · ")[0] for name in trains] == [
        str(n) for n in range(1, len(trains) + 1)
    ]
    assert "−₹0" not in str(embed.to_dict())


@pytest.mark.parametrize("typed", ["9" * 2000, "G" * 2000, "2: " + "G8-" * 660])
async def test_long_routes_are_refused_shortly(world: World, typed: str) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    refused = await world.refused(played.on_turn, "run", routes=typed)
    assert 0 < len(refused) <= 2000
    await played.check()
