"""`/game import`: a log is taken in whole or not at all, and what is wrong with it is said."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from bot.games import importing
from tests.cogs.played import CRASH, MIXED2, Played, log_of
from tests.support.world import World, answer_of

CUT = 60


def short() -> dict[str, Any]:
    """A log of few moves."""
    log: dict[str, Any] = json.loads(log_of(MIXED2))
    log["actions"] = log["actions"][:CUT]
    return log


async def bring(world: World, log: object, **options: Any) -> str:
    """Import a log (an object, or the bytes of a file); returns the answer."""
    text = log if isinstance(log, bytes) else json.dumps(log).encode()
    result = await world.slash(
        0, "game import", file=("evening.json", text), **{"rules": "rulebook", **options}
    )
    answer = answer_of(result)
    assert answer.ephemeral
    return answer.content


async def stored(world: World) -> int:
    """How many games the server has."""
    return len(await world.bot.store.games_of(world.guild.id))


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in short().items() if k != key}


def with_action(n: int, action: object) -> dict[str, Any]:
    log = short()
    log["actions"][n - 1] = action
    return log


UNKNOWN = {"type": "fly", "entity": 1, "entity_type": "player", "id": 10}
PASS_OUT_OF_TURN = {"type": "pass", "entity": "EIR", "entity_type": "corporation", "id": 30}


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (b"\x89PNG not a log", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        ([], "no list of actions"),
        (short() | {"title": "1830"}, "only 18 India"),
        (short() | {"settings": {}}, "no seed"),
        (without("players"), "Nothing was imported"),
        (with_action(10, "pass"), "Entry 10"),
        (with_action(10, UNKNOWN), "action 10 (id 10, fly)"),
        (with_action(30, PASS_OUT_OF_TURN), "action 30 (id 30, pass)"),
    ],
)
async def test_a_log_that_cannot_be_followed(world: World, log: object, words: str) -> None:
    answer = await bring(world, log)
    assert words in answer
    assert "Nothing was imported" in answer
    assert await stored(world) == 0
    assert world.said() == []


async def test_the_moves_before_a_broken_rule_can_be_taken(world: World) -> None:
    log = with_action(30, PASS_OUT_OF_TURN)
    assert "`until:29`" in await bring(world, log)
    answer = await bring(world, log, until=29)
    assert "29 moves followed" in answer
    assert f"{CUT - 29} later moves" in answer
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert len(live.game.history) == 29


async def test_a_file_that_is_too_large_is_not_even_fetched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(discord.Attachment, "read")
    answer = await bring(world, b" " * (importing.LARGEST + 1))
    assert "4.0 MB" in answer
    assert await stored(world) == 0


async def test_a_file_that_is_gone_from_discord(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.env.backend.cdn, "get", lambda url: None)
    answer = await bring(world, short())
    assert "attach it again" in answer
    assert await stored(world) == 0


async def test_the_import_is_told_to_all_and_its_danger_to_the_importer(world: World) -> None:
    answer = await bring(world, short(), seats=f"- <@{world.players[3].id}>")
    assert f"{CUT} moves followed" in answer
    assert "Free seats: 1." in answer
    assert "all hands and the seed" in answer
    told, status = world.said()
    assert "Asha brings in the game **evening** (Player 1, Devi; 60 moves)" in told
    assert "→" not in told
    assert status == ""
    assert "evening" in (world.channel.history()[-1].embeds[0].title or "")


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("<@1> <@2> <@3>", "has 2 players; `seats:` names 3"),
        ("Asha Bela", "`Asha` is no mention"),
        ("<@1>x", "`x` is no mention"),
        ("<#1>", "is no mention"),
        ("<@99999999999999999999>", "is no mention"),
    ],
)
async def test_seats_that_cannot_be_read(world: World, seats: str, words: str) -> None:
    assert words in await bring(world, short(), seats=seats)
    assert await stored(world) == 0


@pytest.mark.parametrize(
    ("seats", "holders"),
    [
        (None, [None, None]),
        ("", [None, None]),
        ("{0}", [0, None]),
        ("- {1!}", [None, 1]),
        ("{0},{0}", [0, 0]),
        ("{0}{1}", [0, 1]),
    ],
)
async def test_seats(world: World, seats: str | None, holders: list[int | None]) -> None:
    ids = [member.id for member in world.players]
    options = {}
    if seats is not None:
        for n, user in enumerate(ids):
            seats = seats.replace(f"{{{n}}}", f"<@{user}>").replace(f"{{{n}!}}", f"<@!{user}>")
        options["seats"] = seats
    await bring(world, short(), **options)
    [game] = await world.bot.store.games_of(world.guild.id)
    assert [seat.user_id for seat in game.seats] == [None if n is None else ids[n] for n in holders]
    assert game.opened_by == ids[0]


@pytest.mark.parametrize(
    ("seats", "words"), [("<@7>", "not on this server"), ("{bot}", "is a bot")]
)
async def test_seats_are_for_people_of_the_server(world: World, seats: str, words: str) -> None:
    assert world.bot.user is not None
    assert words in await bring(world, short(), seats=seats.format(bot=world.bot.user.mention))
    assert await stored(world) == 0


async def test_the_player_on_turn_is_called_if_every_seat_is_taken(world: World) -> None:
    played = await Played.bring(world, CRASH, CUT)
    assert world.said()[0].endswith(f"→ {world.players[played.on_turn].mention}: buying turn")
    assert "(Asha, Bela, Chand, Devi; 60 moves)" in world.said()[0]


async def test_a_channel_has_one_game(world: World) -> None:
    played = await Played.bring(world, CRASH, CUT)
    assert "already" in await bring(world, short())
    assert await stored(world) == 1
    await played.check()


async def test_two_imports_at_once(world: World) -> None:
    first, second = await world.together(
        *(
            world.slash(
                player,
                "game import",
                file=("a.json", json.dumps(short()).encode()),
                rules="rulebook",
            )
            for player in (0, 1)
        )
    )
    answers = sorted(answer_of(result).content for result in (first, second))
    assert "already" in answers[0]
    assert "The game is here" in answers[1]
    assert await stored(world) == 1
    assert sum("brings in" in line for line in world.said()) == 1


async def test_in_private_messages_there_are_no_commands(world: World) -> None:
    assert world.env.create_user("Stranger").available_commands() == ()


async def test_a_finished_game_is_brought_in_and_takes_no_move(world: World) -> None:
    log = short()
    log["actions"].append({"type": "end_game", "entity": 1, "entity_type": "player", "id": CUT + 1})
    await bring(world, log, seats=f"<@{world.players[0].id}> <@{world.players[1].id}>")
    for player in (0, 1):
        assert "The game is over" in await world.refused(player, "pass")
