"""Others can call once a day; who is away is left alone, the status shows it, and he is called."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from simcord.results import ResponseMessage

from tests.cogs.buttons import labels
from tests.cogs.played import MIXED2, Played
from tests.cogs.waiting import DAY, HOUR, direct, pass_time, pinged, status
from tests.support.world import World, answer_of

AT = 56
ASKS = "asks for it"


def nudges(world: World, player: int) -> list[str]:
    return [text for text in pinged(world, player) if ASKS in text]


async def begin(world: World, **settings: Any) -> None:
    """Player 1 is on turn, with these settings."""
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", remind="off", **settings)
    await world.slash(0, "pass")


async def test_others_call_once_a_day(world: World) -> None:
    await begin(world)
    assert "Called:" in answer_of(await world.slash(0, "nudge")).content
    assert len(nudges(world, 1)) == 1
    assert "**CGR**, track" in nudges(world, 1)[0]
    assert "within the last day" in await world.refused(0, "nudge")
    assert len(nudges(world, 1)) == 1
    await pass_time(world, DAY + 60)
    await world.slash(0, "nudge")
    assert len(nudges(world, 1)) == 2


async def test_who_may_not_call(world: World) -> None:
    await begin(world)
    assert "nobody but you" in await world.refused(1, "nudge")
    assert "Only who plays here" in await world.refused(4, "nudge")
    assert nudges(world, 1) == nudges(world, 0) == []


async def test_a_call_by_others_waits_for_the_end_of_quiet_hours(world: World) -> None:
    now = world.env.now().astimezone(UTC)
    begins, ends = (now - timedelta(hours=1)).hour, (now + timedelta(hours=3)).hour
    await begin(world, quiet=f"{begins}-{ends}", zone="UTC")
    assert "asleep" in answer_of(await world.slash(0, "nudge")).content
    await pass_time(world, HOUR)
    assert nudges(world, 1) == []
    await pass_time(world, 3 * HOUR)
    assert len(nudges(world, 1)) == 1


async def test_who_has_moved_is_not_called_any_more(world: World) -> None:
    now = world.env.now().astimezone(UTC)
    begins, ends = (now - timedelta(hours=1)).hour, (now + timedelta(hours=3)).hour
    played = await Played.bring(world, MIXED2, AT)
    played.game.apply(played.action)
    await world.slash(1, "settings", remind="off", quiet=f"{begins}-{ends}", zone="UTC")
    await world.slash(0, "pass")
    await world.slash(0, "nudge")
    for _ in range(12):
        if (await played.live()).game.player_to_act != 2:
            break
        await world.slash(1, "pass")
    assert (await played.live()).game.player_to_act != 2
    await pass_time(world, 5 * HOUR)
    assert nudges(world, 1) == []


async def test_who_is_away_is_left_alone_and_called_when_he_is_back(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    before = len(pinged(world, 1))
    await world.slash(1, "settings", remind="6", zone="UTC")
    day = (world.env.now() + timedelta(days=5)).date()
    answer = answer_of(await world.slash(1, "away", until=day.isoformat()))
    assert answer.ephemeral
    back = datetime(day.year, day.month, day.day, 8, tzinfo=UTC)
    assert f"<t:{int(back.timestamp())}:f>" in answer.content
    assert f"is away until <t:{int(back.timestamp())}:f>" in status(world)
    await world.slash(0, "pass")
    await pass_time(world, 4 * DAY)
    assert len(pinged(world, 1)) == before, "neither a call nor a reminder"
    left = (back - world.env.now()).total_seconds()
    await pass_time(world, left + 60)
    assert "you are back" in pinged(world, 1)[-1]
    assert "**CGR**, track" in pinged(world, 1)[-1]
    assert "is away" not in status(world)
    await pass_time(world, 7 * HOUR)
    assert "a reminder" in pinged(world, 1)[-1]


async def test_coming_back_earlier_calls_at_once(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "away", until="10 days")
    await world.slash(0, "pass")
    assert not any("CGR" in text for text in pinged(world, 1))
    assert "Welcome back" in answer_of(await world.slash(1, "away", until="back")).content
    await pass_time(world, 60)
    assert "you are back" in pinged(world, 1)[-1]
    assert "is away" not in status(world)
    await pass_time(world, 11 * DAY)
    assert sum("you are back" in text for text in pinged(world, 1)) == 1
    assert "not away" in await world.refused(1, "away", until="back")


async def test_what_is_no_day_is_refused(world: World) -> None:
    for typed in ("yesterday", "2020-01-01", "99 weeks", "0 days", "x" * 300):
        assert "Choose a day" in await world.refused(1, "away", until=typed)
    assert await world.choices(1, "away", "until", "back") == ["back"]
    assert len(await world.choices(1, "away", "until")) > 5


async def test_a_direct_message_reaches_who_wants_it(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    before = len(pinged(world, 1))
    assert (
        "by direct message" in answer_of(await world.slash(1, "settings", calls="direct")).content
    )
    await world.slash(0, "pass")
    assert len(pinged(world, 1)) == before
    [text] = direct(world, 1)
    assert "**CGR**, track" in text
    assert "Operating Round" in text
    assert "/track lay" in text
    assert "<@" not in text
    await world.slash(1, "settings", calls="both")
    await pass_time(world, DAY + 60)
    assert len(direct(world, 1)) == 2
    channel = world.env.backend.get_dm_channel(world.players[1].id)
    reminder = list(world.env.backend.messages[channel.id].values())[-1]
    shown = ResponseMessage(world.env, reminder)
    assert labels(shown) == ["Go to the game", "Not today"]
    assert "a reminder" in pinged(world, 1)[-1]


async def test_who_cannot_be_written_to_is_called_in_the_channel_and_told_once(
    world: World,
) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", calls="direct")
    channel = world.env.backend.get_dm_channel(world.players[1].id)
    world.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )
    before = len(pinged(world, 1))
    await world.slash(0, "pass")
    assert len(pinged(world, 1)) == before + 1
    assert "I cannot write to you directly" in pinged(world, 1)[-1]
    await pass_time(world, DAY + 60)
    assert len(pinged(world, 1)) == before + 2
    assert "I cannot write" not in pinged(world, 1)[-1]
    assert "**CGR**, track" in pinged(world, 1)[-1]
    assert "could not write" in answer_of(await world.slash(1, "settings")).content
    world.env.backend.faults.clear()
    await pass_time(world, 2 * DAY)
    assert len(direct(world, 1)) == 1
    assert "could not write" not in answer_of(await world.slash(1, "settings")).content


async def test_a_move_brought_back_calls_nobody_a_second_time(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    called = len(pinged(world, 1))
    await world.slash(0, "game undo")
    await world.slash(0, "game redo")
    assert len(pinged(world, 1)) == called
