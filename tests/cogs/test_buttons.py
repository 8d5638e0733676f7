"""Buttons and selects: offers for trains, runs and tiles; they outlive a restart, and go stale."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from tests.cogs.played import CRASH, HOARDER, Played
from tests.support.world import World, answer_of, open_world

OFFER = 126
"""A train of another player's company is bought."""
RUN = 402
"""Two trains run."""
LAY = 64
"""A tile is laid where several are possible."""
GONE_ON = "The game has gone on"
RESTARTS = pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])


async def offered(world: World, played: Played) -> ResponseMessage:
    """The recorded purchase is offered to the head of the other company."""
    command, options = played.command
    return answer_of(await world.slash(played.on_turn, command, **options))


# -- trains of other players ---------------------------------------------------------------------


@RESTARTS
async def test_a_train_changes_hands_when_its_owner_agrees(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    assert offer.content.startswith(f"<@{world.players[owner].id}>")
    assert f"Player {owner + 1} decides" in offer.content
    await played.check()
    if restart:
        await world.restart()
    sold = await world.click(owner, offer, "Sell")
    played.advance()
    await played.check()
    assert not sold.ephemeral
    assert "buys" in world.said()[-1]
    assert not message(world, offer).components


def message(world: World, shown: ResponseMessage) -> ResponseMessage:
    """A message as it is now."""
    return ResponseMessage(world.env, world.env.backend.get_message(shown.channel_id, shown.id))


async def test_an_offer_pings_its_owner_alone(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    await offered(world, played)
    request = next(r for r in reversed(world.env.http_requests) if r.path.endswith("/callback"))
    assert request.json is not None
    assert request.json["data"]["allowed_mentions"]["users"] == [world.players[owner].id]
    assert request.json["data"]["allowed_mentions"]["parse"] == []


async def test_a_refusal_is_told_and_ends_the_offer(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    await world.click(owner, offer, "Refuse")
    now = message(world, offer)
    assert f"Player {owner + 1} does not sell" in now.content
    assert not now.components
    await played.check()


@pytest.mark.parametrize("answer", ["Sell", "Refuse"])
async def test_nobody_else_answers_an_offer(world: World, answer: str) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    for player in {0, 1, 2, 3, 4} - {owner}:
        refusal = answer_of(await world.click(player, offer, answer))
        assert refusal.ephemeral
        assert f"Only Player {owner + 1} can answer" in refusal.content
    await played.check()


async def test_an_offer_is_stale_once_the_game_has_gone_on(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    await world.slash(played.on_turn, "pass")
    for answer in ("Sell", "Refuse"):
        refusal = answer_of(await world.click(owner, offer, answer))
        assert refusal.ephemeral
        assert GONE_ON in refusal.content
    assert len((await played.live()).game.history) == OFFER + 1


async def test_an_offer_that_the_rules_forbid_is_not_made(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    command, options = played.command
    refusal = await world.refused(played.on_turn, command, **options | {"price": 9000})
    assert "MR has ₹210" in refusal
    assert "offers" not in "".join(world.said())


async def test_an_offer_to_a_free_seat_says_how_it_is_claimed(world: World) -> None:
    game = await Played.bring(world, CRASH, OFFER)
    members = [f"<@{m.id}>" for m in world.players[:4]]
    owner, buyer = game.owner_of_train(), game.on_turn
    members[owner] = "-"
    channel = world.guild.create_text_channel("another")
    played = await Played.bring(world, CRASH, OFFER, channel=channel, seats=" ".join(members))
    command, options = played.command
    refusal = await world.refused(buyer, command, channel=channel, **options)
    assert f"`/game claim seat:{owner + 1}`" in refusal


async def test_the_same_member_at_both_heads_need_not_agree(world: World) -> None:
    one = f"<@{world.players[0].id}>"
    played = await Played.bring(world, CRASH, OFFER, seats=" ".join([one] * 4))
    command, options = played.command
    await world.slash(0, command, **options)
    played.advance()
    await played.check()


def labels(shown: ResponseMessage) -> list[str]:
    """What the buttons of a message say."""
    return [c["label"] for row in shown.components for c in row["components"] if "label" in c]


# -- runs ----------------------------------------------------------------------------------------


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
    assert label.removeprefix("Run for ") in world.said()[-1]
    assert not message(world, shown).components


@RESTARTS
async def test_another_set_is_run_with_its_button(world: World, restart: bool) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    label = labels(shown)[1]
    assert label.startswith("2: ₹")
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


# -- tiles ---------------------------------------------------------------------------------------


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


async def test_a_hex_where_nothing_can_be_laid(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    refusal = await world.refused(played.on_turn, "track lay", hex="A2", tile="9")
    assert "/track lay hex:" in refusal or "no hex" in refusal
    await played.check()


# -- with pictures -------------------------------------------------------------------------------


async def test_pictures_come_with_tiles_runs_and_the_status(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        played = await Played.bring(world, CRASH, LAY)
        player = played.on_turn
        _, options = played.command
        shown = answer_of(await world.slash(player, "track lay", hex=options["hex"]))
        assert [a.filename for a in shown.attachments] == ["tiles.png"]
        await world.choose(player, shown, f"{options['tile']}:{options['rotation']}")
        assert [a.filename for a in message(world, shown).attachments][:1] == ["preview.png"]
        await world.click(player, message(world, shown), "Other tiles")
        assert [a.filename for a in message(world, shown).attachments] == ["tiles.png"]
        await world.choose(
            player, message(world, shown), f"{options['tile']}:{options['rotation']}"
        )
        await world.click(player, message(world, shown), "Lay it")
        played.advance()
        await played.check()
        status = world.channel.history()[1]
        assert [a.filename for a in status.attachments] == ["map.png", "map.txt"]
        assert all(a.description for a in status.attachments)
        other = world.guild.create_text_channel("another")
        played = await Played.bring(world, HOARDER, RUN, channel=other)
        run = answer_of(await world.slash(played.on_turn, "run", channel=other))
        assert [a.filename for a in run.attachments][:1] == ["routes.png"]
        await played.step()
        await played.check()
        assert [a.filename for a in other.history()[-1].attachments][:1] == ["routes.png"]
