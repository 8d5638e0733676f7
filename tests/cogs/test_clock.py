"""A game's clock: shown, saved up, changed while it runs; and what the others do when it is out."""

from __future__ import annotations

import re

from simcord.results import ResponseMessage

from engine.actions import Pass
from tests.cogs.buttons import RESTARTS, labels, message
from tests.cogs.cards import told
from tests.cogs.played import MIXED2, MIXED3, Played
from tests.cogs.waiting import DAY, HOUR, newest, pass_time, pinged, status
from tests.support.world import World, answer_of

AT = 56
OUT = "has run out"


def runs_out(world: World) -> int | None:
    """The Unix time that the status shows for the end of a player's time."""
    found = re.search(r"runs out <t:(\d+):R>", status(world))
    return int(found[1]) if found else None


def hours_left(world: World) -> float:
    """Hours until then."""
    at = runs_out(world)
    assert at is not None
    return round((at - world.env.now().timestamp()) / HOUR, 1)


def said(world: World) -> list[str]:
    return [text for text in world.said() if OUT in text]


async def test_a_game_has_no_clock_until_its_players_want_one(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    assert "no clock" in answer_of(await world.slash(0, "game clock")).content
    assert "Only who plays here" in await world.refused(4, "game clock", hours=10)
    assert runs_out(world) is None
    answer = answer_of(await world.slash(0, "game clock", hours=24, cap=48))
    assert not answer.ephemeral
    assert "24 hours for each turn" in answer.content
    assert "up to 48 hours" in answer.content
    assert hours_left(world) == 24
    await world.slash(0, "game clock", hours=0)
    assert runs_out(world) is None
    await pass_time(world, 3 * DAY)
    assert said(world) == []


async def test_what_is_not_used_is_saved_up_to_the_cap(world: World) -> None:
    played = await Played.bring(world, MIXED2, AT)
    await world.slash(0, "game clock", hours=10, cap=4)
    await pass_time(world, HOUR)
    assert hours_left(world) == 9
    await played.step()
    assert played.on_turn == 1
    assert hours_left(world) == 10
    await pass_time(world, 8 * HOUR)
    while played.on_turn == 1:
        await played.step()
    assert hours_left(world) == 14, "9 hours were left, and 4 can be saved"
    while played.on_turn == 0:
        await played.step()
    assert hours_left(world) == 12, "2 hours were left"


async def test_a_change_of_the_clock_changes_what_was_announced(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "game clock", hours=10)
    await pass_time(world, 4 * HOUR)
    await world.slash(0, "game clock", hours=20)
    assert hours_left(world) == 16
    await pass_time(world, 15 * HOUR)
    assert said(world) == []
    await world.slash(0, "game clock", hours=6)
    await pass_time(world, 60)
    assert len(said(world)) == 1


async def test_the_clock_stands_still_while_its_player_is_away(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "game clock", hours=10)
    await pass_time(world, 4 * HOUR)
    await world.slash(0, "away", until="3 days")
    assert runs_out(world) is None
    assert "is away until" in status(world)
    await pass_time(world, DAY)
    assert said(world) == []
    await world.slash(0, "away", until="back")
    await pass_time(world, 60)
    assert hours_left(world) == 6
    await pass_time(world, 7 * HOUR)
    assert len(said(world)) == 1


def hints(answer: ResponseMessage) -> list[str]:
    """What the lists of an answer ask."""
    rows = [item for row in answer.components for item in row["components"]]
    return [item["placeholder"] for item in rows if "placeholder" in item]


@RESTARTS
async def test_the_others_pass_for_a_player_whose_time_is_up(world: World, restart: bool) -> None:
    played = await Played.bring(world, MIXED2, AT)
    await world.slash(0, "game clock", hours=10)
    await pass_time(world, 11 * HOUR)
    name = world.players[0].name
    assert len(said(world)) == 1
    shown = newest(world, OUT)
    assert labels(shown) == ["Call once more", f"Pass for {name}", "Give the seat away"]
    if restart:
        await world.restart()
    own = answer_of(await world.click(0, shown, f"Pass for {name}"))
    assert "your own turn" in own.content
    stranger = answer_of(await world.click(4, shown, f"Pass for {name}"))
    assert "Only who plays here" in stranger.content
    await world.click(1, shown, f"Pass for {name}")
    live = await played.live()
    assert live.game.history[-1].action == Pass("EBR", by=2)
    assert live.movers[-1].seat == 1
    by = f"(done by {world.players[1].name}, since the time had run out"
    assert any(by in text for text in told(world))
    assert by in answer_of(await world.slash(1, "game log")).content
    assert labels(message(world, shown)) == [], "it is the turn of another player"
    await world.slash(0, "game undo")
    assert (await played.live()).game.player_to_act == 1, "he takes it back like his own move"


async def test_two_who_press_pass_once(world: World) -> None:
    played = await Played.bring(world, MIXED3, 60)
    seat = (await played.live()).game.player_to_act
    assert seat is not None
    others = [player for player in range(3) if player != seat - 1]
    await world.slash(others[0], "game clock", hours=10)
    await pass_time(world, 11 * HOUR)
    shown, name = newest(world, OUT), world.players[seat - 1].name
    label = f"Pass for {name}"
    before = len((await played.live()).game.history)
    await world.together(*(world.click(player, shown, label) for player in others))
    assert len((await played.live()).game.history) == before + 1


@RESTARTS
async def test_the_others_can_call_and_give_the_seat_away(world: World, restart: bool) -> None:
    played = await Played.bring(world, MIXED2, AT)
    await world.slash(0, "settings", remind="off")
    await world.slash(0, "game clock", hours=10)
    await pass_time(world, 11 * HOUR)
    shown = newest(world, OUT)
    called = len(pinged(world, 0))
    await world.click(1, shown, "Call once more")
    assert len(pinged(world, 0)) == called + 1
    answer = answer_of(await world.click(1, shown, "Give the seat away"))
    assert answer.ephemeral
    assert hints(answer) == [f"Who plays on for {world.players[0].name}?"]
    if restart:
        await world.restart()
    chosen = await world.players[1].select(answer, [world.players[3]])
    question = answer_of(chosen)
    assert not question.ephemeral
    assert labels(question) == ["Agree", "Do not agree"]
    asked = f"<@{world.players[1].id}> asks that <@{world.players[3].id}> takes seat 1"
    assert asked in question.content
    await world.click(3, question, "Agree")
    await pass_time(world, 73 * HOUR)
    await world.click(1, question, "Agree")
    assert (await played.live()).holder(1) == world.players[3].id
    late = answer_of(await world.players[1].select(answer, [world.players[2]]))
    assert "That is over" in late.content


async def test_a_turn_taken_back_gives_nobody_more_time(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "game clock", hours=10, cap=20)
    await pass_time(world, 4 * HOUR)
    for _ in range(3):
        await world.slash(0, "pass")
        assert hours_left(world) == 10
        await world.slash(0, "game undo")
        assert hours_left(world) == 6


async def test_in_the_selection_nobody_passes_for_another(world: World) -> None:
    await Played.bring(world, MIXED2, 0)
    await world.slash(0, "game clock", hours=10)
    await pass_time(world, 11 * HOUR)
    assert len(said(world)) == 2
    assert labels(newest(world, OUT)) == ["Call once more", "Give the seat away"]
    assert "ran out <t:" in status(world)
    answer = answer_of(await world.click(1, newest(world, OUT), "Give the seat away"))
    assert hints(answer) == [f"Who plays on for {world.players[n].name}?" for n in (0, 1)]
