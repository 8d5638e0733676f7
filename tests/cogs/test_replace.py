"""A seat is taken over: with the consent of who leaves, or by the others after some time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from storage import Seats
from tests.cogs.buttons import RESTARTS, labels, message
from tests.cogs.played import MIXED3, Played
from tests.support.world import World, answer_of

AT = 60


async def holders(played: Played) -> list[int | None]:
    return [seat.user_id for seat in (await played.live()).seats]


def mention(world: World, player: int) -> str:
    return f"<@{world.players[player].id}>"


@RESTARTS
async def test_who_leaves_and_who_comes_both_agree(world: World, restart: bool) -> None:
    played = await Played.bring(world, MIXED3, AT)
    before = await holders(played)
    options: dict[str, Any] = {"player": world.players[1], "by": world.players[3]}
    question = answer_of(await world.slash(0, "game replace", **options))
    assert not question.ephemeral
    assert mention(world, 1) in question.content
    assert mention(world, 3) in question.content
    if restart:
        await world.restart()
    await world.click(3, question, "Agree")
    assert await holders(played) == before
    await world.click(1, question, "Agree")
    after = [before[0], world.players[3].id, before[2]]
    assert await holders(played) == after
    assert not labels(message(world, question))
    live = await played.live()
    history = await Seats(world.bot.store).history(live.stored.id)
    assert [s.user_id for s in history if s.number == 2] == [before[1], world.players[3].id]
    assert any("takes seat 2" in text for text in world.said())


async def test_who_leaves_names_the_next_and_that_one_agrees(world: World) -> None:
    played = await Played.bring(world, MIXED3, AT)
    options: dict[str, Any] = {"player": world.players[1], "by": world.players[3]}
    question = answer_of(await world.slash(1, "game replace", **options))
    await world.click(3, question, "Agree")
    assert (await holders(played))[1] == world.players[3].id


async def test_the_others_decide_only_after_the_time(world: World) -> None:
    played = await Played.bring(world, MIXED3, AT)
    before = await holders(played)
    options: dict[str, Any] = {"player": world.players[1], "by": world.players[3]}
    question = answer_of(await world.slash(3, "game replace", **options))
    await world.click(0, question, "Agree")
    await world.click(2, question, "Agree")
    assert await holders(played) == before
    world.bot.consents.patience = timedelta(hours=-1)  # the simulated clock is behind
    await world.click(2, question, "Agree")
    assert (await holders(played))[1] == world.players[3].id


async def test_who_leaves_can_refuse(world: World) -> None:
    played = await Played.bring(world, MIXED3, AT)
    before = await holders(played)
    options: dict[str, Any] = {"player": world.players[1], "by": world.players[3]}
    question = answer_of(await world.slash(3, "game replace", **options))
    stranger = await world.click(4, question, "Agree")
    assert "Only who plays here" in answer_of(stranger).content
    await world.click(1, question, "Do not agree")
    assert "stays as it is" in message(world, question).content
    assert await holders(played) == before


async def test_what_cannot_be_asked_is_refused(world: World) -> None:
    await Played.bring(world, MIXED3, AT)
    four, three, one = world.players[4], world.players[3], world.players[1]
    assert "no seat" in await world.refused(0, "game replace", player=four, by=three)
    assert "already" in await world.refused(0, "game replace", player=one, by=one)
    assert "Only who plays" in await world.refused(4, "game replace", player=one, by=three)
