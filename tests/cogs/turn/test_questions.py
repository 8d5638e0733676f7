"""Questions in the panel: offers for trains, the sealed selection, the draft and its list."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from engine import keep_count
from engine.actions import BuyTrain, DraftCard
from tests.bot.present.recorded import game_at
from tests.cogs.buttons import labels, message
from tests.cogs.played import HOARDER, MIXED2, MIXED3, Played
from tests.cogs.turn.tapping import controls, tap
from tests.support.world import World, answer_of

OFFER = 75
"""NSR could buy a train of TR, which another player leads."""


async def offering(world: World) -> tuple[Played, ResponseMessage, str]:
    """The buyer's panel at the price of a train of the other player's company; what is bought."""
    played = await Played.bring(world, HOARDER, OFFER)
    bought = played.action
    assert isinstance(bought, BuyTrain)
    seller = next(c.id for c in played.game.state.companies.values() if c.train(bought.train))
    wanted = f"{bought.train.rpartition('-')[0]}/{seller}"
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    await tap(world, played.on_turn, panel, "train_of", wanted)
    assert "must agree to your price" in panel.content
    return played, panel, wanted


async def typed(world: World, player: int, panel: ResponseMessage, sum_: str) -> str:
    """Type another sum; what the player is told, or the panel as it is now."""
    control = next(c for c in controls(panel) if c.verb == "train_ask")
    member = world.players[player]
    form = await member.click(panel, custom_id=control.id)
    assert form.modal is not None
    field = form.modal["components"][0]["component"]["custom_id"]
    result = await member.submit_modal(form, {field: sum_})
    found = [*([result.response] if result.response else []), *result.followups]
    return found[-1].content if found else panel.content


def public(world: World) -> ResponseMessage:
    """The message of the offer."""
    found = next(m for m in reversed(world.channel.history()) if "offers ₹" in m.content)
    return ResponseMessage(world.env, world.env.backend.get_message(found.channel.id, found.id))


@pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])
async def test_an_offer_is_made_seen_and_accepted_in_panels(world: World, restart: bool) -> None:
    played, panel, _ = await offering(world)
    buyer, owner = played.on_turn, played.owner_of_train()
    await typed(world, buyer, panel, "₹2")
    assert f"{world.players[owner].name} has not answered yet" in panel.content
    assert "offer" in {c.verb for c in controls(panel)}
    if restart:
        await world.restart()
    asked = answer_of(await world.slash(owner, "turn"))
    assert asked.ephemeral
    assert "offers ₹2 for a 2 train of **TR**" in asked.content
    assert "If you sell: treasury ₹70 → ₹72." in asked.content
    assert "Its trains: 2, 2; then 2." in asked.content
    assert "Forecast of its run" in asked.content
    assert labels(asked)[:2] == ["Sell for ₹2", "Do not sell"]
    await tap(world, owner, asked, "offer")
    assert "Sold" in asked.content
    assert "Next: NSR's turn" in asked.content
    done = (await played.live()).game.history[-1].action
    assert isinstance(done, BuyTrain)
    assert done.price == 2
    assert "Sold" in message(world, public(world)).content
    assert not message(world, public(world)).components
    follows = await tap(world, buyer, panel, "pass")
    assert "nothing was done" in follows.content


async def test_an_offer_is_declined_in_the_panel_and_the_buyer_goes_on(world: World) -> None:
    played, panel, _ = await offering(world)
    owner = played.owner_of_train()
    await tap(world, played.on_turn, panel, "train_at")
    asked = answer_of(await world.slash(owner, "turn"))
    no = next(c for c in controls(asked) if c.args.startswith("no/"))
    await world.players[owner].click(asked, custom_id=no.id)
    assert f"{world.players[owner].name} does not sell" in asked.content
    assert "does not sell" in message(world, public(world)).content
    assert (await played.live()).offer is None
    assert "led by" in await world.refused(owner, "turn")
    anew = answer_of(await world.slash(played.on_turn, "turn"))
    assert "offer" not in {c.verb for c in controls(anew)}
    await played.check()


async def test_an_offer_is_withdrawn_in_the_panel(world: World) -> None:
    played, panel, _ = await offering(world)
    owner = played.owner_of_train()
    await tap(world, played.on_turn, panel, "train_at")
    asked = answer_of(await world.slash(owner, "turn"))
    await tap(world, played.on_turn, panel, "offer")
    assert panel.content.startswith("~~**NSR** offers ₹1 for a 2 train of **TR**.~~ Withdrawn.")
    assert "train_of" in {c.verb for c in controls(panel)}
    late = await tap(world, owner, asked, "offer")
    assert "withdrawn" in late.content
    await played.check()


@pytest.mark.parametrize(
    ("sum_", "refusal"),
    [
        ("lots", "`lots` is no price: type a whole number of rupees"),
        ("1.5", "`1.5` is no price"),
        ("1,5", "`1,5` is no price"),
        ("0", "the price is ₹1 to"),
        ("9,000", "₹9,000 cannot be paid: NSR has"),
    ],
)
async def test_another_sum_is_refused_in_a_sentence(world: World, sum_: str, refusal: str) -> None:
    played, panel, _ = await offering(world)
    assert refusal in await typed(world, played.on_turn, panel, sum_)
    assert (await played.live()).offer is None


# -- the start of a game ---------------------------------------------------------------------------


async def test_the_selection_is_reached_by_turn_and_counts_what_is_missing(world: World) -> None:
    played = await Played.bring(world, MIXED2, 0)
    live = await played.live()
    count = keep_count(live.game.state)
    hand = sorted(live.game.state.players[1].hand)
    shown = answer_of(await world.slash(0, "turn"))
    assert shown.ephemeral
    assert f"{count} more to keep" in shown.content
    member = world.players[0]
    await member.select(shown, hand[: count - 3])
    assert "3 more to keep." in shown.content
    await world.restart()
    await world.env.advance_time(16 * 60)
    await world.together(member.select(shown, hand[:count]), member.select(shown, hand[:count]))
    assert "You can change it until the last player has chosen." in shown.content
    told = [text for text in world.said() if "has chosen which certificates" in text]
    assert len(told) == 1
    assert not any(card in text for text in world.said() for card in hand if "_" in card)
    await member.select(shown, hand[-count:])
    assert (await world.bot.opening.chosen(await played.live()))[1] == tuple(hand[-count:])
    other = answer_of(await world.slash(1, "turn"))
    shown_to_other = {o["value"] for o in other.components[0]["components"][0]["options"]}
    assert shown_to_other.isdisjoint(card for card in hand if "_" in card)
    assert "no seat" in await world.refused(4, "turn")


async def test_a_card_is_looked_at_before_it_is_drafted(world: World) -> None:
    played = await Played.bring(world, MIXED3, 3)
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    card = controls(panel)[0].values[2]
    await tap(world, played.on_turn, panel, "draft", card)
    assert "Take **" in panel.content
    assert len((await played.live()).game.history) == 3
    await tap(world, played.on_turn, panel, "here")
    await tap(world, played.on_turn, panel, "draft", card)
    await tap(world, played.on_turn, panel, "draft_take")
    action = (await played.live()).game.history[-1].action
    assert isinstance(action, DraftCard)
    assert action.card == card
    assert "Done:" in panel.content
    assert "undo" in {c.verb for c in controls(panel)}


async def test_the_last_pick_is_taken_back_with_the_one_that_followed_by_itself(
    world: World,
) -> None:
    history = game_at(MIXED3).history
    last = max(n for n, move in enumerate(history) if isinstance(move.action, DraftCard))
    played = await Played.bring(world, MIXED3, last - 1)
    player = played.on_turn
    panel = answer_of(await world.slash(player, "turn"))
    await tap(world, player, panel, "draft")
    await tap(world, player, panel, "draft_take")
    assert len((await played.live()).game.history) == last + 1
    assert ", the last card: nobody need be asked" in panel.content
    assert labels(panel)[-1] == "Undo my last turn and the automatic pick (2 moves)"
    assert "undo" not in {c.verb for c in controls(panel)}
    await tap(world, player, panel, "undo_turn")
    assert panel.content.startswith("↩ 2 moves are taken back.")
    assert "Done" not in panel.content
    assert len((await played.live()).game.history) == last - 1


async def test_the_draft_list_is_reached_by_turn_and_put_in_order(world: World) -> None:
    played = await Played.bring(world, MIXED3, 3)
    live = await played.live()
    seat = 1
    shown = answer_of(await world.slash(0, "turn"))
    assert shown.ephemeral
    assert "Draft list of" in shown.content
    member = world.players[0]
    ids = [c["custom_id"] for row in shown.components for c in row["components"]]
    cards = [o["value"] for o in shown.components[0]["components"][0]["options"]][:3]
    for card in cards:
        await member.select(shown, [card], custom_id=ids[0])
    await world.restart()
    chosen = next(
        c["custom_id"]
        for row in shown.components
        for c in row["components"]
        if c.get("placeholder", "").startswith("Move or remove a card of the list")
    )
    await member.select(shown, [cards[2]], custom_id=chosen)
    assert f"3. `{cards[2]}` **" in shown.content
    assert labels(shown) == ["To the top", "Up", "Down", "Remove", "Clear the list"]
    opening = world.bot.opening
    await world.click(0, shown, "Up")
    assert await opening.ranked(live, seat) == (cards[0], cards[2], cards[1])
    await world.click(0, shown, "Down")
    await world.click(0, shown, "To the top")
    assert await opening.ranked(live, seat) == (cards[2], cards[0], cards[1])
    await world.click(0, shown, "Remove")
    assert await opening.ranked(live, seat) == (cards[0], cards[1])
    mine = answer_of(await world.slash(played.on_turn, "turn"))
    listed = await tap(world, played.on_turn, mine, "draft_list")
    assert "No card is on it." in listed.content
    assert cards[0] not in " ".join(world.said())
