"""Who does not answer is reminded: ever more seldom, not at night, and not without end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from simcord.results import ResponseMessage

from bot.present.calling import LAST, LAST_ASKED
from tests.cogs.buttons import labels
from tests.cogs.played import MIXED2, Played
from tests.cogs.turn.tapping import controls
from tests.cogs.turn.test_hazards import brought
from tests.cogs.waiting import DAY, HOUR, direct, newest, pass_time, pass_time_until, pinged
from tests.support.world import World, answer_of

AT = 56
"""EBR, of player 0, is on turn; then CGR, of player 1."""
REMINDER = "a reminder"


def reminders(world: World, player: int) -> list[str]:
    return [text for text in pinged(world, player) if REMINDER in text]


async def test_reminders_come_at_growing_intervals_and_end(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    began = world.env.now()
    await pass_time(world, 23 * HOUR)
    assert reminders(world, 1) == []
    for days, count in ((1, 1), (2, 1), (3, 2), (6, 2), (7, 3), (14, 3), (15, 4), (30, 4), (31, 5)):
        await pass_time_until(world, began + timedelta(days=days, hours=1))
        assert len(reminders(world, 1)) == count, days
        assert (LAST in reminders(world, 1)[-1]) == (count == 5)
    await pass_time(world, 40 * DAY)
    assert len(reminders(world, 1)) == 5
    assert all("**CGR**, track" in text for text in reminders(world, 1))
    assert all("Late" not in text for text in reminders(world, 1))
    assert reminders(world, 0) == []


async def test_who_has_moved_is_not_reminded(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    await pass_time(world, 20 * HOUR)
    await world.slash(1, "pass")
    await pass_time(world, 20 * HOUR)
    assert reminders(world, 1) == [], "he goes on, and so it counts anew"
    await pass_time(world, 5 * HOUR)
    assert len(reminders(world, 1)) == 1


async def test_the_interval_is_the_players_choice(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    said = answer_of(await world.slash(1, "settings", remind="6")).content
    assert "reminded after 6 hours" in said
    await pass_time(world, 6 * HOUR + 60)
    assert len(reminders(world, 1)) == 1
    assert "not reminded" in answer_of(await world.slash(1, "settings", remind="off")).content
    await pass_time(world, 20 * DAY)
    assert len(reminders(world, 1)) == 1


async def test_quiet_hours_are_kept(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    now = world.env.now().astimezone(UTC)
    begins = (now + timedelta(hours=23)).hour
    ends = (begins + 9) % 24
    said = answer_of(await world.slash(1, "settings", quiet=f"{begins}-{ends}", zone="UTC")).content
    assert f"{begins:02}:00 to {ends:02}:00 (UTC)" in said
    await pass_time(world, 29 * HOUR)
    assert reminders(world, 1) == []
    await pass_time(world, 6 * HOUR)
    [text] = reminders(world, 1)
    assert "Late" not in text
    at = next(m.created_at for m in world.channel.history() if m.content == text)
    assert (at.hour, at.minute) == (ends, 0)


async def test_other_hours_have_no_reminder_come_anew(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", remind="1", zone="UTC")
    await world.slash(0, "pass")
    began = world.env.now().astimezone(UTC)
    far = f"{(began.hour + 14) % 24}-{(began.hour + 15) % 24}"
    await pass_time_until(world, began + timedelta(hours=1.5))
    assert len(reminders(world, 1)) == 1
    await world.slash(1, "settings", quiet=far)
    await world.slash(1, "settings", remind="1")
    for hours, count in ((2.9, 1), (3.1, 2), (40, 5)):
        await pass_time_until(world, began + timedelta(hours=hours))
        assert len(reminders(world, 1)) == count, hours
    await world.slash(1, "settings", zone="Asia/Kolkata", quiet="off")
    await pass_time(world, 2 * DAY)
    assert len(reminders(world, 1)) == 5
    await world.slash(1, "settings", remind="2")
    await pass_time(world, 2 * HOUR + 60)
    assert len(reminders(world, 1)) == 6, "another interval counts from now on"


async def test_not_today_is_the_next_morning(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", remind="1", zone="America/New_York")
    await world.slash(0, "pass")
    await pass_time(world, HOUR + 60)
    shown = newest(world, REMINDER)
    assert labels(shown) == ["Take my turn", "What happened", "Not today"]
    answer = answer_of(await world.click(1, shown, "Not today"))
    assert answer.ephemeral
    at = datetime.fromtimestamp(int(answer.content.split("<t:")[1].split(":")[0]), UTC)
    assert 0 < (at - world.env.now()).total_seconds() < 2 * DAY
    await pass_time_until(world, at - timedelta(minutes=5))
    assert len(reminders(world, 1)) == 1
    await pass_time(world, 10 * 60)
    assert len(reminders(world, 1)) == 2
    other = await world.click(0, newest(world, REMINDER), "Not today")
    assert "No further reminder" in answer_of(other).content


async def test_what_fell_due_while_the_bot_was_away_is_said_once_and_as_late(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    await world.bot.schedule.stop()
    await pass_time(world, 4 * DAY)
    assert reminders(world, 1) == []
    await world.restart()
    await world.env.settle()
    [text] = reminders(world, 1)
    assert "Late, since the bot was away" in text
    await world.restart()
    await world.env.settle()
    assert len(reminders(world, 1)) == 1
    await pass_time(world, 4 * DAY)
    assert len(reminders(world, 1)) == 2
    assert "Late" not in reminders(world, 1)[-1]


async def test_a_reminder_shows_nothing_of_a_hand(world: World) -> None:
    played = await Played.bring(world, MIXED2, 0)
    assert played.game.step == "select"
    await pass_time(world, 25 * HOUR)
    hands = {card for p in played.game.state.players.values() for card in p.hand}
    assert hands
    for player in (0, 1):
        [text] = reminders(world, player)
        assert not any(card in text for card in hands)


@pytest.mark.parametrize("how", ["archive", "delete"])
async def test_a_game_that_is_put_away_reminds_nobody(world: World, how: str) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    asked = answer_of(await world.slash(0, f"game {how}"))
    await world.click(0, asked, {"archive": "Archive it", "delete": "Delete it for good"}[how])
    await pass_time(world, 3 * DAY)
    assert reminders(world, 1) == []
    assert direct(world, 1) == []


# -- what is asked beside a turn -------------------------------------------------------------------


async def test_an_offer_is_reminded_of_until_it_is_answered(world: World) -> None:
    played, owner = await brought(world, "offer")
    await world.restart()
    await pass_time(world, 23 * HOUR)
    assert reminders(world, owner) == []
    await pass_time(world, 2 * HOUR)
    [text] = reminders(world, owner)
    assert "offers ₹1 for a 2 train of **TR**. You have not answered yet." in text
    shown = newest(world, "You have not answered yet.")
    assert labels(shown) == ["Take my turn", "Go to the question", "Not today"]
    panel = answer_of(await world.click(owner, shown, "Take my turn"))
    assert "offer" in {control.verb for control in controls(panel)}
    await pass_time(world, 3 * DAY)
    assert len(reminders(world, owner)) == 2
    no = next(c for c in controls(panel) if c.args.startswith("no/"))
    await world.players[owner].click(panel, custom_id=no.id)
    await pass_time(world, 40 * DAY)
    assert len(reminders(world, owner)) == 2
    assert len((await played.live()).game.history) == len(played.game.history)


async def test_who_is_asked_to_take_moves_back_is_reminded_by_day_and_not_without_end(
    world: World,
) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", remind="12", quiet="22-7", zone="UTC")
    await world.slash(0, "pass")
    await world.slash(1, "pass")
    question = answer_of(await world.slash(0, "game rewind", to="56"))
    assert labels(question) == ["Agree", "Do not agree"]
    mine = "asks, may moves be taken back?"

    def told() -> list[str]:
        return [text for text in reminders(world, 1) if mine in text]

    for _day in range(40):
        await pass_time(world, DAY)
    assert len(told()) == 5
    assert [LAST_ASKED in text for text in told()] == [False] * 4 + [True]
    said = [m for m in world.channel.history() if mine in m.content]
    assert all(7 <= message.created_at.hour < 22 for message in said)
    assert labels(newest(world, mine)) == ["Go to the question", "Not today"]


async def test_who_has_agreed_is_not_reminded(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    await world.slash(1, "pass")
    question = answer_of(await world.slash(0, "game rewind", to="56"))
    await world.click(1, question, "Agree")
    await pass_time(world, 3 * DAY)
    assert not any("may moves be taken back" in text for text in world.said())


async def test_not_today_in_a_direct_message_is_the_next_morning(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(1, "settings", remind="1", calls="direct", zone="UTC")
    await world.slash(0, "pass")
    await pass_time(world, HOUR + 60)
    assert reminders(world, 1) == [], "he is written to instead"
    channel = world.env.backend.get_dm_channel(world.players[1].id)
    [*_, last] = world.env.backend.messages[channel.id].values()
    shown = ResponseMessage(world.env, last)
    assert REMINDER in shown.content
    assert labels(shown) == ["Go to the game", "Not today"]
    answer = answer_of(await world.players[1].user.click(shown, label="Not today"))
    at = datetime.fromtimestamp(int(answer.content.split("<t:")[1].split(":")[0]), UTC)
    assert (at.hour, at.minute) == (8, 0)
    count = len(direct(world, 1))
    await pass_time_until(world, at - timedelta(minutes=5))
    assert len(direct(world, 1)) == count
    await pass_time(world, 10 * 60)
    assert len(direct(world, 1)) == count + 1


async def test_time_zones_are_offered_by_a_part_of_their_name(world: World) -> None:
    assert await world.choices(0, "settings", "zone", "berlin") == ["Europe/Berlin"]
    assert "America/New_York" in await world.choices(0, "settings", "zone", "new y")
    assert len(await world.choices(0, "settings", "zone")) == 25
    assert "Nothing here matches" in str(await world.choices(0, "settings", "zone", "atlantis"))
