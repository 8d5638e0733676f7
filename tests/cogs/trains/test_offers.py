"""Offers for trains of other players; their buttons outlive a restart, and go stale."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.present.offers import asking_line
from bot.refusal import PlayerError
from engine.state import Train
from storage import Offer
from tests.bot.present.recorded import game_at
from tests.cogs.buttons import GONE_ON, RESTARTS, message
from tests.cogs.cards import card, told
from tests.cogs.played import CRASH, Played
from tests.cogs.turn.tapping import tap
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
    assert answer_of(sold).ephemeral
    assert "**Trains** · buys a " in card(world)
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
    buyer = {played.on_turn} if answer == "Refuse" else set()
    for player in {0, 1, 2, 3, 4} - {owner} - buyer:
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


@RESTARTS
async def test_a_new_offer_takes_the_place_of_the_old_one(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner, (command, options) = played.owner_of_train(), played.command
    old = await offered(world, played)
    new = answer_of(await world.slash(played.on_turn, command, **options | {"price": 1}))
    assert "Replaced by another offer" in message(world, old).content
    assert not message(world, old).components
    if restart:
        await world.restart()
    live = await played.live()
    assert live.offer is not None
    assert live.offer.price == 1
    with pytest.raises(PlayerError, match="taken the place"):
        await world.bot.offering.find(live, live.offer.id - 1)
    await world.click(owner, new, "Sell")
    assert " for ₹1\n" in card(world)


@pytest.mark.parametrize("answer", ["Withdraw", "Refuse"])
async def test_the_buyer_withdraws_an_offer(world: World, answer: str) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    offer = await offered(world, played)
    await world.click(played.on_turn, offer, answer)
    assert "Withdrawn" in message(world, offer).content
    assert not message(world, offer).components
    assert (await played.live()).offer is None
    await played.check()


async def test_who_has_left_his_seat_withdraws_his_offer_from_the_panel(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    offer = await offered(world, played)
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    await world.slash(played.on_turn, "game leave")
    withdrawn = await tap(world, played.on_turn, panel, "offer")
    assert "Withdrawn" in withdrawn.content
    assert "Withdrawn" in message(world, offer).content


async def test_only_the_buyer_withdraws_an_offer(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    offer = await offered(world, played)
    for player in {0, 1, 2, 3, 4} - {played.on_turn}:
        refusal = answer_of(await world.click(player, offer, "Withdraw"))
        assert "Only the one who made this offer" in refusal.content
    assert (await played.live()).offer is not None


async def test_an_offer_waits_visibly_until_the_game_goes_on(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = world.players[played.owner_of_train()].name

    def standing() -> str:
        return next(m for m in world.channel.history() if m.embeds).embeds[0].description or ""

    await offered(world, played)
    waiting = f": {owner} has not answered yet."
    assert waiting in standing()
    await world.restart()
    shown = answer_of(await world.slash(4, "status")).embeds[0].description or ""
    assert waiting in shown
    await world.slash(played.on_turn, "pass")
    assert waiting not in standing()
    assert (await played.live()).offer is None


async def test_an_offer_is_accepted_once(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)
    await world.together(*(world.click(owner, offer, "Sell") for _ in range(3)))
    played.advance()
    await played.check()


async def test_sold_and_withdrawn_at_once(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner, buyer = played.owner_of_train(), played.on_turn
    offer = await offered(world, played)
    await world.together(world.click(owner, offer, "Sell"), world.click(buyer, offer, "Withdraw"))
    moves = len((await played.live()).game.history)
    assert (moves == OFFER + 1) == any("buys a " in text for text in told(world))


async def test_a_sale_that_cannot_be_stored_leaves_the_offer_open(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    owner = played.owner_of_train()
    offer = await offered(world, played)

    async def full(*_arguments: object, **_options: object) -> None:
        raise PlayerError("The disk is full.")

    monkeypatch.setattr(world.bot.games, "agreed", full)
    assert "full" in answer_of(await world.click(owner, offer, "Sell")).content
    monkeypatch.undo()
    await world.click(owner, offer, "Sell")
    played.advance()
    await played.check()


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


def test_a_train_is_offered_for_by_the_kind_as_which_it_was_bought() -> None:
    game = game_at(CRASH, OFFER)
    company = next(c for c in game.state.companies.values() if c.trains)
    company.trains = [Train("4-1", "4E")]
    offer = Offer(1, 1, OFFER, 1, "MR", "4-1", 210, 1)
    assert asking_line(game, offer) == f"**MR** offers ₹210 for a 4E train of **{company.id}**."
