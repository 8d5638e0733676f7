"""Choosing a tile: select, preview and buttons outlive a restart, and go stale."""

from __future__ import annotations

from tests.cogs.buttons import ANOTHER, GONE_ON, RESTARTS, begun_anew, message
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of

LAY = 64
"""A tile is laid where several are possible."""


@RESTARTS
async def test_a_tile_is_chosen_looked_at_and_laid(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, LAY)
    player = played.on_turn
    _, options = played.command
    shown = answer_of(await world.slash(player, "track lay", hex=options["hex"]))
    assert shown.ephemeral
    assert "which tile, and how?" in shown.content
    chosen = f"{options['tile']}:{options['rotation']}"
    if restart:
        await world.restart()
    await world.choose(player, shown, chosen)
    preview = message(world, shown)
    assert "would lay" in preview.content
    await world.click(player, preview, "Other tiles")
    assert "which tile, and how?" in message(world, shown).content
    await world.choose(player, message(world, shown), chosen)
    await played.check()
    await world.click(player, message(world, shown), "Lay it")
    played.advance()
    await played.check()
    assert not message(world, shown).components


async def test_a_choice_of_tiles_is_stale_once_the_game_has_gone_on(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    player = played.on_turn
    _, options = played.command
    chosen = f"{options['tile']}:{options['rotation']}"
    choices, preview = [
        answer_of(await world.slash(player, "track lay", hex=options["hex"])) for _ in range(2)
    ]
    await world.choose(player, preview, chosen)
    await played.step()
    for result in (
        await world.choose(player, choices, chosen),
        await world.click(player, preview, "Lay it"),
        await world.click(player, preview, "Other tiles"),
    ):
        assert answer_of(result).ephemeral
        assert GONE_ON in answer_of(result).content
    await played.check()


async def test_a_choice_of_tiles_is_none_in_another_game(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    player, (_, options) = played.on_turn, played.command
    chosen = f"{options['tile']}:{options['rotation']}"
    choices, preview = [
        answer_of(await world.slash(player, "track lay", hex=options["hex"])) for _ in range(2)
    ]
    await world.choose(player, preview, chosen)
    again = await begun_anew(world, CRASH, LAY)
    for result in (
        await world.choose(player, choices, chosen),
        await world.click(player, preview, "Lay it"),
        await world.click(player, preview, "Other tiles"),
    ):
        assert ANOTHER in answer_of(result).content
    await again.check()


async def test_a_hex_where_nothing_can_be_laid(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    refusal = await world.refused(played.on_turn, "track lay", hex="A2", tile="9")
    assert "/track lay hex:" in refusal or "no hex" in refusal
    await played.check()
