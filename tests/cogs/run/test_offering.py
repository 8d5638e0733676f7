"""The best runs with their buttons, which outlive a restart, and go stale."""

from __future__ import annotations

from tests.cogs.buttons import ANOTHER, GONE_ON, RESTARTS, begun_anew, labels, message
from tests.cogs.cards import card
from tests.cogs.played import HOARDER, Played
from tests.support.world import World, answer_of

RUN = 402
"""Two trains run."""


@RESTARTS
async def test_the_best_run_is_offered_and_run_with_a_button(world: World, restart: bool) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    assert shown.ephemeral
    await played.check()
    if restart:
        await world.restart()
    label = labels(shown)[0]
    assert label.startswith("Run for ₹")
    await world.click(player, shown, label)
    live = await played.live()
    assert len(live.game.history) == RUN + 1
    assert label.removeprefix("Run for ") in card(world)
    assert not message(world, shown).components


@RESTARTS
async def test_another_set_is_run_with_its_button(world: World, restart: bool) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    label = labels(shown)[1]
    assert label.startswith("B: ₹")
    if restart:
        await world.restart()
    await world.click(player, shown, label)
    assert len((await played.live()).game.history) == RUN + 1
    assert not message(world, shown).components


async def test_a_run_is_stale_once_the_game_has_gone_on(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    await played.step()
    for label in labels(shown)[:2]:
        result = await world.click(player, shown, label)
        assert answer_of(result).ephemeral
        assert GONE_ON in answer_of(result).content
    await played.check()


async def test_a_run_is_no_run_of_another_game(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    shown = answer_of(await world.slash(played.on_turn, "run"))
    again = await begun_anew(world, HOARDER, RUN)
    result = await world.click(again.on_turn, shown, labels(shown)[0])
    assert ANOTHER in answer_of(result).content
    await again.check()
