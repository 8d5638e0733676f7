"""Offers for trains of other players; their buttons outlive a restart, and go stale."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.cogs.buttons import GONE_ON, RESTARTS, message
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of

OFFER = 126
"""A train of another player's company is bought."""


async def offered(world: World, played: Played) -> ResponseMessage:
    """The recorded purchase is offered to the head of the other company."""
    command, options = played.command
    return answer_of(await world.slash(played.on_turn, command, **options))


@RESTARTS
async def test_a_train_changes_hands_when_its_owner_agrees(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    assert offer.content.startswith(f"<@{world.players[owner].id}>")
    assert f"{world.players[owner].name} decides" in offer.content
    await played.check()
    if restart:
        await world.restart()
    sold = await world.click(owner, offer, "Sell")
    played.advance()
    await played.check()
    assert not sold.ephemeral
    assert "buys" in world.said()[-1]
    assert not message(world, offer).components


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
    assert f"{world.players[owner].name} does not sell" in now.content
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
        assert f"Only {world.players[owner].name} can answer" in refusal.content
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
