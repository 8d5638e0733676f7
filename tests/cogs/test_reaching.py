"""A call tells what is expected and what was done; each thing calls once, as its player wants."""

from __future__ import annotations

from tests.cogs.buttons import RESTARTS
from tests.cogs.played import CRASH, MIXED2, MIXED3, Played
from tests.cogs.trains.test_offers import OFFER
from tests.cogs.waiting import DAY, direct, newest, pass_time, pinged
from tests.support.world import World, answer_of

AT = 56


async def next_player(played: Played) -> int:
    """Play on until it is the turn of another player; who that is."""
    before = played.on_turn
    while played.on_turn == before:
        await played.step()
    return played.on_turn


async def test_a_call_names_game_round_and_what_is_expected(world: World) -> None:
    played = await Played.bring(world, MIXED2, AT)
    called = pinged(world, await next_player(played))[-1]
    assert "**CGR**, track" in called
    assert f"{MIXED2} · Operating Round 1.1" in called
    assert "`/track lay` up to 4 yellow tiles" in called


async def test_a_call_tells_what_others_did_since_the_players_last_move(world: World) -> None:
    played = await Played.bring(world, CRASH, 30)
    told = 0
    for _ in range(12):
        player, game = await next_player(played), played.game
        own = [
            n for n, mover in enumerate((await played.live()).movers) if mover.seat == player + 1
        ]
        others = len(game.history) - (own[-1] + 1) if own else 0
        rows = [row for row in pinged(world, player)[-1].splitlines() if row.startswith("> ")]
        assert len(rows) <= min(others, 5)
        assert not any(row.startswith(f"> **{world.players[player].name}**") for row in rows)
        told += len(rows)
    assert told > 8


@RESTARTS
async def test_a_button_tells_all_of_it_to_whoever_presses_it(world: World, restart: bool) -> None:
    played = await Played.bring(world, MIXED3, 140)
    player = await next_player(played)
    shown = newest(world, f"→ <@{world.players[player].id}>")
    if restart:
        await world.restart()
    answer = answer_of(await world.click(player, shown, "What happened"))
    assert answer.ephemeral
    live = await played.live()
    last = max(n for n, mover in enumerate(live.movers, 1) if mover.seat == player + 1)
    lines = [line for line in answer.content.splitlines() if line.startswith("`")]
    numbers = [int(line.split("`")[1]) for line in lines]
    assert numbers == list(range(last + 1, len(live.game.history) + 1))
    stranger = answer_of(await world.click(4, shown, "What happened"))
    assert stranger.ephemeral
    assert len(stranger.content) <= 2000
    question = answer_of(await world.slash(0, "game delete"))
    await world.click(0, question, "Delete it for good")
    gone = answer_of(await world.click(player, shown, "What happened"))
    assert gone.content == "This game was deleted."


async def test_the_selection_calls_each_player_once(world: World) -> None:
    for player in range(3):
        await world.slash(player, "settings", calls="direct" if player == 2 else "channel")
    await world.slash(0, "game new", name="Evening", seats="joined")
    for player in (1, 2):
        await world.slash(player, "game join")
    called = {player: len(pinged(world, player)) for player in range(3)}
    await world.slash(0, "game start")
    assert [len(pinged(world, p)) - called[p] for p in range(3)] == [1, 1, 0]
    [text] = direct(world, 2)
    assert "certificate selection" in text
    assert "Evening" in text
    assert direct(world, 0) == direct(world, 1) == []


async def test_an_offer_reaches_its_player_as_he_wants(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    await world.slash(owner, "settings", calls="direct")
    called = len(pinged(world, owner))
    command, options = played.command
    await world.slash(played.on_turn, command, **options)
    assert len(pinged(world, owner)) == called
    [text] = direct(world, owner)
    assert "offers ₹" in text
    assert CRASH in text


async def test_a_question_reaches_its_player_as_he_wants(world: World) -> None:
    await Played.bring(world, MIXED2, AT)
    await world.slash(0, "pass")
    await world.slash(1, "pass")
    await world.slash(0, "settings", calls="both")
    await world.slash(1, "settings", calls="direct")
    called = [len(pinged(world, player)) for player in (0, 1)]
    await world.slash(0, "game rewind", to=str(AT - 1))
    assert [len(pinged(world, player)) for player in (0, 1)] == called
    assert len(direct(world, 1)) == 1
    assert direct(world, 0) == []


async def test_calls_show_nothing_of_a_hand(world: World) -> None:
    played = await Played.bring(world, CRASH, 20)
    for player in range(4):
        await world.slash(player, "settings", calls="both")
    for _ in range(6):
        player = await next_player(played)
        texts = pinged(world, player)[-1:] + direct(world, player)[-1:]
        assert len(texts) == 2
        hands = {card for p in played.game.state.players.values() for card in p.hand}
        assert hands
        assert not any(card in text for text in texts for card in hands)
    await pass_time(world, DAY + 60)
    assert not any(card in text for text in direct(world, played.on_turn) for card in hands)
