"""Whose seat it is: claimed, confirmed by those who sit, given back, and given on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from storage import Seats
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.cogs.test_lobby import labels_of
from tests.support.world import World, answer_of

OPERATING = 64
RESTARTS = pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])


async def holders(world: World) -> list[int | None]:
    """Who sits: the numbers of the world's players."""
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    ids = [member.id for member in world.players]
    return [None if s.user_id is None else ids.index(s.user_id) for s in live.seats]


def mentions(world: World, *players: int | None) -> str:
    return " ".join("-" if n is None else world.players[n].mention for n in players)


def question(world: World) -> Any:
    """The question whether a seat is somebody's."""
    return next(m for m in reversed(world.channel.history()) if "asks for seat" in m.content)


@RESTARTS
async def test_a_stranger_gets_a_seat_only_if_somebody_confirms_it(
    world: World, restart: bool
) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, None, 1, 2, None))
    asked = answer_of(await world.slash(4, "game claim", seat=1))
    assert not asked.ephemeral
    assert asked.content == question(world).content
    assert await holders(world) == [None, 1, 2, None]
    assert "no seat" in await world.refused(4, "hand show")
    text = question(world).content
    assert text.startswith(" ".join(world.players[n].mention for n in (0, 1, 2)))
    assert "Esha asks for seat 1, Player 1" in text
    if restart:
        await world.restart()
    for player in (3, 4):
        refusal = answer_of(await world.click(player, question(world), "Yes, it is"))
        assert refusal.ephemeral
        assert "Only the one who brought the game in" in refusal.content
    await world.click(1, question(world), "Yes, it is")
    assert await holders(world) == [4, 1, 2, None]
    assert any("Esha takes seat 1, Player 1." in line for line in world.said())
    assert labels_of(next(m for m in world.channel.history() if "gets seat" in m.content)) == []
    offers = [m for m in world.channel.history() if "Take seat 4: Player 4" in labels_of(m)]
    assert len(offers) == 1
    assert not any("Take seat 1: Player 1" in labels_of(m) for m in world.channel.history())
    hand = answer_of(await world.slash(4, "hand show"))
    assert "Esha" in (hand.embeds[0].title or "")


async def test_a_seat_is_asked_for_also_where_the_bot_may_not_write(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, None, 1, 2, None))
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    asked = answer_of(await world.slash(4, "game claim", seat=1))
    assert "Esha asks for seat 1, Player 1" in asked.content
    await world.click(1, question(world), "Yes, it is")
    assert await holders(world) == [4, 1, 2, None]


@pytest.mark.parametrize(("player", "words"), [(1, "does not get"), (4, "no longer asks for")])
async def test_a_claim_is_declined_or_withdrawn(world: World, player: int, words: str) -> None:
    await Played.bring(world, MIXED2, OPERATING, seats=mentions(world, None, 1))
    await world.slash(4, "game claim", seat=1)
    asked = question(world)
    await world.click(player, asked, "No")
    assert any(words in line for line in world.said())
    assert await holders(world) == [None, 1]


async def test_the_importer_needs_nobody(world: World) -> None:
    await Played.bring(world, MIXED2, OPERATING, seats="")
    offer = world.channel.history()[0]
    await world.click(0, offer, "Take seat 2: Player 2")
    assert await holders(world) == [None, 0]
    assert labels_of(world.channel.history()[0]) == ["Take seat 1: Player 1"]


async def test_two_who_are_confirmed_at_once_do_not_both_get_it(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, 0, 1, None, None))
    questions = []
    for player in (3, 4):
        await world.slash(player, "game claim", seat=3)
        questions.append(question(world))
    await world.together(
        world.click(0, questions[0], "Yes, it is"), world.click(1, questions[1], "Yes, it is")
    )
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    history = await Seats(world.bot.store).history(live.stored.id)
    assert [s.number for s in history] == [1, 2, 3]
    assert sum("takes seat 3" in line for line in world.said()) == 1


async def test_a_second_seat_is_asked_for_first(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, 0, 1, None, None))
    shown = answer_of(await world.slash(1, "game claim", seat=3))
    assert shown.ephemeral
    assert "You have seat 2 already" in shown.content
    assert await holders(world) == [0, 1, None, None]
    await world.click(1, shown, "Ask for it")
    assert "(who has seat 2 already)" in question(world).content
    await world.click(0, question(world), "Yes, it is")
    assert await holders(world) == [0, 1, 1, None]


@pytest.mark.parametrize(
    ("seat", "words"),
    [(2, "taken already, by Bela"), (5, "has the seats 1 to 4, not 5"), (-1, "not -1")],
)
async def test_a_seat_that_cannot_be_claimed(world: World, seat: int, words: str) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, None, 1))
    await world.slash(1, "status")
    assert words in await world.refused(0, "game claim", seat=seat)


async def test_a_seat_is_given_back_and_reassigned(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING)
    told = answer_of(await world.slash(2, "game leave"))
    assert not told.ephemeral
    assert "Chand gives seat 3, Player 3, back" in told.content
    assert await holders(world) == [0, 1, None, 3]
    assert "no seat" in await world.refused(2, "hand show")
    assert "no seat here" in await world.refused(2, "game leave")
    offer = next(m for m in world.channel.history() if "gives seat 3" in m.content)
    await world.click(4, offer, "Take seat 3: Player 3")
    await world.click(3, question(world), "Yes, it is")
    assert await holders(world) == [0, 1, 4, 3]
    assert not any("Take seat 3: Player 3" in labels_of(m) for m in world.channel.history())


async def test_the_info_tells_who_sat_when(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING)

    async def told() -> str:
        embed = answer_of(await world.slash(4, "game info")).embeds[0]
        return next((f.value or "" for f in embed.fields if f.name == "Who sat when"), "")

    assert await told() == ""
    await world.slash(2, "game leave")
    await world.slash(4, "game claim", seat=3)
    await world.click(3, question(world), "Yes, it is")
    now = datetime.now(UTC)
    day = f"{now.day} {now:%b %Y}"
    assert await told() == f"3. Chand from {day}, free from {day}, Esha from {day}"


async def test_who_gave_a_seat_back_may_take_it_again(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING)
    await world.slash(2, "game leave")
    await world.slash(2, "game claim", seat=3)
    assert await holders(world) == [0, 1, 2, 3]


async def test_of_several_seats_one_is_named(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING, seats=mentions(world, 0, 1, 1, 0))
    assert "seats 2, 3" in await world.refused(1, "game leave")
    assert "no seat of yours" in await world.refused(1, "game leave", seat=1)
    await world.slash(1, "game leave", seat=3)
    assert await holders(world) == [0, 1, None, 0]


async def test_the_seat_of_a_member_who_left_the_server_is_given_on(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING)
    refusal = await world.refused(4, "game claim", seat=3)
    assert "taken already, by" in refusal
    world.guild.remove_member(world.players[2])
    await world.slash(4, "game claim", seat=3)
    assert "whose member has left this server" in question(world).content
    await world.click(1, question(world), "Yes, it is")
    assert await holders(world) == [0, 1, 4, 3]


async def test_the_player_on_turn_is_called_when_the_last_seat_is_taken(world: World) -> None:
    played = await Played.bring(world, CRASH, OPERATING)
    on_turn = played.on_turn
    other = (on_turn + 1) % 4
    await world.slash(other, "game leave")
    await world.slash(other, "game claim", seat=other + 1)
    taken = world.said()[-1]
    assert "takes seat" in taken
    assert f"→ {world.players[on_turn].mention}: " in taken


async def test_whoever_takes_the_seat_on_turn_is_called(world: World) -> None:
    played = await Played.bring(world, CRASH, OPERATING, seats="")
    on_turn = played.on_turn
    await world.slash(on_turn, "game claim", seat=on_turn + 1)
    if on_turn:
        await world.click(0, question(world), "Yes, it is")
    line = next(line for line in world.said() if "takes seat" in line)
    assert f"→ {world.players[on_turn].mention}: " in line


async def test_a_button_of_an_earlier_game_claims_no_seat_of_this_one(world: World) -> None:
    await Played.bring(world, MIXED2, OPERATING, seats="")
    old = world.channel.history()[0]
    [game] = await world.bot.store.games_of(world.guild.id)
    await world.bot.store.archive(game.id)
    await Played.bring(world, HOARDER, OPERATING, seats="")
    await world.click(0, old, "Take seat 1: Player 1")
    assert await holders(world) == [None, None]


async def test_a_name_that_changes_is_shown_as_it_is_now(world: World) -> None:
    await Played.bring(world, CRASH, OPERATING)
    world.env.backend.edit_member(world.guild.id, world.players[1].id, {"nick": "Bela *the Bold*"})
    await world.slash(1, "status")
    shown = answer_of(await world.slash(0, "status")).embeds[0]
    text = "".join([shown.description or "", *(field.value or "" for field in shown.fields)])
    assert r"Bela \*the Bold\*" in text
    await world.restart()
    shown = answer_of(await world.slash(0, "status")).embeds[0]
    assert "the Bold" in "".join(field.value or "" for field in shown.fields)
