"""Only the player who must decide can move; everybody else is told whose turn it is."""

from __future__ import annotations

import pytest

from tests.cogs.played import CRASH, MIXED2, Played
from tests.support.world import World, answer_of

OPERATING, STOCK, DEALT = 64, 35, 0
SPECTATOR = 4


@pytest.mark.parametrize(
    ("at", "words"),
    [(OPERATING, "'s turn, led by "), (STOCK, "It is ")],
)
async def test_others_are_told_whose_turn_it_is(world: World, at: int, words: str) -> None:
    played = await Played.bring(world, CRASH, at)
    command, options = played.command
    for player in {0, 1, 2, 3, SPECTATOR} - {played.on_turn}:
        refusal = await world.refused(player, command, **options)
        assert words in refusal
        assert world.players[played.on_turn].name in refusal
        assert "/status" in refusal
    await played.check()
    await played.step()
    await played.check()


async def test_nobody_moves_for_a_free_seat_until_it_is_claimed(world: World) -> None:
    played = await Played.bring(world, CRASH, OPERATING, seats="")
    command, options = played.command
    seat = played.on_turn + 1
    assert f"`/game claim seat:{seat}`" in await world.refused(SPECTATOR, command, **options)
    await world.slash(0, "game claim", seat=seat)
    assert f"Asha takes seat {seat}, Player {seat}." in world.said()[-1]
    await world.slash(0, command, **options)
    played.advance()
    await played.check()


@pytest.mark.parametrize(
    ("seat", "words"), [(2, "taken already"), (5, "has the seats 1 to 4, not 5"), (-1, "not -1")]
)
async def test_a_seat_that_cannot_be_claimed(world: World, seat: int, words: str) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=f"- <@{world.players[1].id}>")
    assert words in await world.refused(0, "game claim", seat=seat)


async def test_a_member_may_hold_two_seats(world: World) -> None:
    one = f"<@{world.players[0].id}>"
    played = await Played.bring(world, MIXED2, 0, seats=f"{one} {one}")
    for _ in range(4):
        command, options = played.command
        await world.slash(0, command, **options)
        played.advance()
    await played.check()
    hands = answer_of(await world.slash(0, "hand show"))
    assert len(hands.embeds) == 2


async def test_without_a_game_the_way_to_one_is_told(world: World) -> None:
    for command in ("status", "pass", "run", "market", "hand show", "game undo"):
        assert "`/game import`" in await world.refused(0, command)
    for command, option in (("treasury", "company"), ("track lay", "hex")):
        [why] = await world.choices(0, command, option)
        assert why.startswith("no: No game is played in this channel. `/game new` opens one")


async def test_what_a_player_keeps_is_told_to_that_player_alone(world: World) -> None:
    """A public answer would show the options of the command to everybody."""
    played = await Played.bring(world, CRASH, DEALT)
    command, options = played.command
    kept = answer_of(await world.slash(played.on_turn, command, **options))
    assert kept.ephemeral
    assert f"{options['cards'].partition('_')[0]} 10%" in kept.content
    line = world.channel.history()[-1]
    assert "has chosen which certificates to keep" in line.content
    assert line.interaction_metadata is None
    assert await world.bot.store.pending_outbox() == ()
