"""The selection, in which all choose at the same time, and the draft with private lists."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.games.live import LiveGame
from bot.present import words
from bot.speak.latest import Key
from engine import DraftRound, SelectRound, keep_count
from engine.actions import DraftCard
from interchange.trace import state_json
from storage import Sealed
from storage.chosen import LIST
from tests.cogs.buttons import RESTARTS, labels
from tests.cogs.played import MIXED2, MIXED3, Played
from tests.support import forms
from tests.support.world import World, answer_of


async def live_of(world: World) -> LiveGame:
    return await world.bot.games.load(world.guild.id, world.channel.id)


async def begin(world: World, players: int, shuffle: str = "site") -> LiveGame:
    """A game from its lobby; seat n is player n - 1."""
    options: dict[str, Any] = {"seed": 7} if shuffle == "site" else {}
    await world.slash(0, "game new", name="Evening", seats="joined", shuffle=shuffle, **options)
    for player in range(1, players):
        await world.slash(player, "game join")
    await world.slash(0, "game start")
    return await live_of(world)


def hand_of(live: LiveGame, player: int) -> list[str]:
    return sorted(live.game.state.players[player + 1].hand)


def first_cards(live: LiveGame, player: int) -> list[str]:
    return hand_of(live, player)[: keep_count(live.game.state)]


async def keep(world: World, player: int, cards: list[str]) -> InteractionResult:
    return await world.slash(player, "hand keep", cards=" ".join(cards))


def select_of(shown: ResponseMessage) -> dict[str, Any]:
    """The first list of a message."""
    return next(c for row in shown.components for c in row["components"] if c["type"] == 3)


def public_texts(world: World) -> str:
    """All that the bot sent for everybody."""
    sent = forms.messages(world.env.http_requests)
    return "\n".join(json.dumps(m) for m in sent if not m.get("flags", 0) & forms.EPHEMERAL)


@RESTARTS
async def test_all_choose_at_the_same_time_and_in_any_order(world: World, restart: bool) -> None:
    live = await begin(world, 3)
    chosen = {player: first_cards(live, player) for player in range(3)}
    for player in (2, 0):
        answer = answer_of(await keep(world, player, chosen[player]))
        assert answer.ephemeral
        assert words.cards(chosen[player]) in answer.content
    said = world.said()
    assert said[-2].startswith("**Chand** has chosen which certificates to keep. Still to choos")
    assert said[-1].startswith("**Asha** has chosen which certificates to keep. Still to choos")
    assert "Bela" in said[-1]
    assert not (await live_of(world)).game.history
    if restart:
        await world.restart()
    await keep(world, 1, chosen[1])
    live = await live_of(world)
    public = [m for m in world.channel.history() if m.content and not m.flags.ephemeral]
    assert [m.content.splitlines()[0] for m in public if m.components] == [
        "All have chosen which certificates to keep. **Draft** begins."
    ]
    assert [mover.seat for mover in live.movers] == [1, 2, 3]
    assert [mover.author for mover in live.movers] == [world.players[n].id for n in range(3)]
    for player, cards in chosen.items():
        assert hand_of(live, player) == cards
    assert isinstance(live.game.state.round, DraftRound)
    assert "All have chosen which certificates to keep. **Draft** begins" in world.said()[-1]


async def test_every_player_is_called_and_has_the_button(world: World) -> None:
    await begin(world, 3)
    begun = next(m for m in world.channel.history() if "begins" in m.content)
    for member in world.players[:3]:
        assert f"<@{member.id}>" in begun.content
    shown = ResponseMessage(world.env, world.env.backend.get_message(begun.channel.id, begun.id))
    assert labels(shown) == ["Show my hand"]
    for player in range(3):
        hand = answer_of(await world.click(player, shown, "Show my hand"))
        assert hand.ephemeral
        assert "7 more to keep" in hand.content


async def test_the_list_counts_and_can_be_changed_until_the_last_has_chosen(world: World) -> None:
    live = await begin(world, 2)
    hand, count = hand_of(live, 1), keep_count(live.game.state)
    shown = answer_of(await world.slash(1, "hand show"))
    options = [option["value"] for option in select_of(shown)["options"]]
    assert options == hand
    few = await world.players[1].select(shown, hand[: count - 3])
    assert few.response is not None
    assert few.response.content.startswith("3 more to keep.")
    assert "has chosen" not in public_texts(world)
    await world.players[1].select(shown, hand[:count])
    await world.players[1].select(shown, hand[-count:])
    assert public_texts(world).count("has chosen which") == 1
    again = answer_of(await world.slash(1, "hand show"))
    told = again.embeds[0].description or ""
    kept, back = told.split("**Given back")
    assert kept.startswith(f"**Kept ({count})**")
    assert all(f"`{card}`" in (kept if card in hand[-count:] else back) for card in hand)
    assert (shown.embeds[0].description or "") == told
    marked = [o["value"] for o in select_of(again)["options"] if o.get("default")]
    assert marked == hand[-count:]
    await keep(world, 0, first_cards(live, 0))
    assert hand_of(await live_of(world), 1) == hand[-count:]
    assert "nothing is to be kept" in await world.refused(1, "hand keep", cards=" ".join(hand))


@pytest.mark.parametrize("late", [False, True], ids=["edited away", "too late for that"])
async def test_a_list_of_the_hand_ends_with_the_last_choice(world: World, late: bool) -> None:
    live = await begin(world, 2)
    count = keep_count(live.game.state)
    shown = answer_of(await world.slash(1, "hand show"))
    [control] = [c["custom_id"] for row in shown.components for c in row["components"]]
    kept, others = hand_of(live, 1)[:count], hand_of(live, 1)[-count:]
    await world.players[1].select(shown, kept, custom_id=control)
    assert shown.content.endswith("You can change it until the last player has chosen.")
    if late:
        world.bot.latest.gone_on(Key("keep", live.stored.id, world.players[1].id))
    await keep(world, 0, first_cards(live, 0))
    if late:
        refused = await world.players[1].select(shown, others, custom_id=control)
        assert answer_of(refused).content == "Your choice stands: nothing is to be kept any more."
    else:
        assert shown.content == "All have chosen: `/hand show` shows your hand, to you alone."
        assert not shown.components
    assert hand_of(await live_of(world), 1) == kept


async def test_a_sealed_choice_is_said_to_nobody(world: World) -> None:
    live = await begin(world, 3, "sealed")
    cards = first_cards(live, 1)
    await keep(world, 1, cards)
    for command in ("status", "game info", "game list"):
        await world.slash(0, command)
    await world.slash(0, "hand show")
    told = json.dumps(list(forms.messages(world.env.http_requests))[-6:])
    mine = public_texts(world)
    for card in cards:
        if "_" in card:
            assert card not in mine
            assert f'"{card}"' not in told


async def test_what_cannot_be_kept_is_refused_with_the_number(world: World) -> None:
    live = await begin(world, 2)
    hand, other = hand_of(live, 1), hand_of(live, 0)
    assert "Keep exactly 8" in await world.refused(1, "hand keep", cards=" ".join(hand[:7]))
    assert "Not in your hand" in await world.refused(1, "hand keep", cards=" ".join(other[:8]))
    assert "no seat" in await world.refused(4, "hand keep", cards=" ".join(other[:8]))
    assert not await world.bot.opening.chosen(await live_of(world))


async def test_one_who_has_two_seats_chooses_for_both(world: World) -> None:
    one = f"<@{world.players[0].id}>"
    played = await Played.bring(world, MIXED2, 0, seats=f"{one} {one}")
    while played.game.step == "select":
        command, options = played.command
        await world.slash(0, command, **options)
        played.advance()
    await played.check()


async def test_the_first_to_draft_is_called_though_he_chose_long_ago(world: World) -> None:
    live = await begin(world, 3)
    for player in (2, 0, 1):
        await keep(world, player, first_cards(live, player))
    assert f"→ {world.players[2].mention}: draft" in world.said()[-1].splitlines()
    assert "\n> " not in world.said()[-1]  # nothing was done since that he has not been told


async def test_a_call_to_draft_tells_each_pick_once(world: World) -> None:
    played = await drafting(world)
    await played.step()
    await played.step()
    said = world.said()[-1]
    assert f"\n→ {world.players[0].mention}: draft\n" in said
    assert said.startswith("**Bela** drafts ")
    assert said.count("**Bela**") == 1
    assert said.count("\n> ") == said.count("\n> **Chand** drafts ") == 1


async def test_who_buys_first_is_called_though_his_last_cards_came_by_a_list(world: World) -> None:
    played = await drafting(world)
    for player in (0, 1):
        cards = (await live_of(world)).game.legal()
        assert cards is not None
        await world.slash(player, "draft queue", cards=" ".join(cards.draft))
    while (await live_of(world)).game.step == "draft":
        legal = (await live_of(world)).game.legal()
        assert legal is not None
        await world.slash(2, "draft pick", card=legal.draft[0])
    assert f"\n→ {world.players[0].mention}: " in played.world.said()[-1]


# -- the draft -----------------------------------------------------------------------------------


async def drafting(world: World) -> Played:
    """A game of three in its draft: the third picks first."""
    played = await Played.bring(world, MIXED3, 3)
    assert played.on_turn == 2
    return played


def open_cards(live: LiveGame) -> list[str]:
    round_ = live.game.state.round
    assert isinstance(round_, DraftRound)
    return sorted(round_.cards)


@RESTARTS
async def test_the_bot_picks_from_the_list_when_the_turn_comes(world: World, restart: bool) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    listed = answer_of(await world.slash(1, "draft queue", cards=f"{cards[0]} {cards[1]}"))
    assert listed.ephemeral
    assert f"1. `{cards[0]}`" in listed.content
    if restart:
        await world.restart()
    await world.slash(2, "draft pick", card=cards[0])
    live = await live_of(world)
    assert live.game.history[-1].action == DraftCard(2, cards[1])
    assert live.movers[-1].author == world.players[1].id
    assert world.said()[-1].startswith("**Bela** drafts")
    assert "by the draft list" in world.said()[-1]
    assert live.game.player_to_act == 1


async def test_a_list_that_is_used_up_says_so_and_calls_the_player(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    await world.slash(1, "draft queue", cards=cards[0])
    await world.slash(2, "draft pick", card=cards[0])
    last = world.said()[-1]
    assert last.startswith("The draft list of **Bela** is used up: none of its cards is open")
    assert f"<@{world.players[1].id}>" in last
    assert (await live_of(world)).game.player_to_act == 2


async def test_a_list_made_in_ones_own_turn_counts_from_the_next(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    shown = answer_of(await world.slash(2, "draft queue", cards=cards[0])).content
    assert "from your next turn on" in shown
    await world.restart()
    assert (await live_of(world)).game.player_to_act == 3


async def test_the_first_card_of_the_list_is_taken_in_ones_own_turn(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    waiting = answer_of(await world.slash(0, "draft queue", cards=cards[5]))
    assert labels(waiting) == ["Clear the list"]
    shown = answer_of(await world.slash(2, "draft queue", cards=f"{cards[0]} {cards[1]}"))
    assert "**Take my turn**" in shown.content
    assert labels(shown) == ["Take the first of these now", "Clear the list"]
    button = [c["custom_id"] for row in shown.components for c in row["components"]][-2]
    await world.restart()
    member = world.players[2]
    taps = await world.together(
        member.click(shown, custom_id=button), member.click(shown, custom_id=button)
    )
    said = [sent.content for tap in taps for sent in tap.followups]
    assert sum(text.startswith("Done. Next: Bela, draft.") for text in said) == 1
    assert (await live_of(world)).game.history[-1].action == DraftCard(3, cards[0])
    assert f"1. `{cards[1]}`" in shown.content
    assert labels(shown) == ["Clear the list"]
    assert len((await live_of(world)).game.history) == 4


async def test_the_list_is_made_with_lists_and_buttons(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    shown = answer_of(await world.slash(0, "draft queue"))
    [adding] = [c for row in shown.components for c in row["components"] if c["type"] == 3]
    told = {option["value"]: option["label"] for option in adding["options"]}
    assert len(told) < len(cards)  # equal cards stand in one line, so that one list has all
    several = next(value for value, label in told.items() if label.endswith(" of them"))
    assert sum(words.card_name(c) == words.card_name(several) for c in cards) == int(
        told[several].split()[-3]
    )
    first = await world.players[0].select(shown, [several], custom_id=adding["custom_id"])
    assert first.response is not None
    assert f"1. `{several}`" in first.response.content
    assert labels(first.response) == ["Clear the list"]
    cleared = await world.click(0, first.response, "Clear the list")
    assert cleared.response is not None
    assert "No card is on it" in cleared.response.content


@RESTARTS
async def test_a_card_that_was_drafted_by_the_list_is_not_wanted_again(
    world: World, restart: bool
) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    first, equal = next(
        (one, other)
        for one, other in pairwise(cards)
        if words.card_name(one) == words.card_name(other)
    )
    others = [card for card in cards if words.card_name(card) != words.card_name(first)]
    await world.slash(1, "draft queue", cards=f"{first} {others[0]}")
    await world.slash(0, "draft queue", cards=" ".join(others[2:6]))
    await world.slash(2, "draft pick", card=others[1])
    if restart:
        await world.restart()
    while (live := await live_of(world)).game.player_to_act == 3:
        await world.slash(2, "draft pick", card=open_cards(live)[-1])
    drafted = [applied.action for applied in live.game.history]
    assert DraftCard(2, first) in drafted
    assert DraftCard(2, others[0]) in drafted
    assert DraftCard(2, equal) not in drafted
    assert live.game.player_to_act == 2


async def test_an_equal_card_that_was_drafted_stands_for_the_one_on_the_list(
    world: World,
) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    same = next(
        cards[n : n + 3]
        for n in range(len(cards))
        if len({words.card_name(card) for card in cards[n : n + 3]}) == 1
    )
    await world.slash(1, "draft queue", cards=same[0])
    await world.slash(2, "draft pick", card=same[0])
    assert (await live_of(world)).game.history[-1].action == DraftCard(2, same[1])
    assert "No card is on it" in answer_of(await world.slash(1, "draft queue")).content
    await world.slash(1, "game undo")
    assert f"1. `{same[1]}`" in answer_of(await world.slash(1, "draft queue")).content


async def test_what_cannot_be_ranked_is_refused(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    assert "Not among" in await world.refused(0, "draft queue", cards="EIR_99")
    assert "twice" in await world.refused(0, "draft queue", cards=f"{cards[0]} {cards[0]}")
    assert "no seat" in await world.refused(4, "draft queue", cards=cards[0])


async def test_after_an_undo_the_list_does_not_pick_again(world: World) -> None:
    await drafting(world)
    cards = open_cards(await live_of(world))
    await world.slash(1, "draft queue", cards=cards[1])
    await world.slash(2, "draft pick", card=cards[0])
    await world.slash(1, "game undo")
    await world.restart()
    assert (await live_of(world)).game.player_to_act == 2


async def test_the_last_card_is_taken_without_a_question(world: World) -> None:
    played = await Played.bring(world, MIXED3, 3)
    while played.game.step == "draft":
        await played.step()
    await played.check()
    assert any("the last card: nobody need be asked" in text for text in world.said())


async def test_no_draft_list_is_kept_when_the_draft_is_over(world: World) -> None:
    played = await drafting(world)
    while len(cards := open_cards(await live_of(world))) > 2:
        await played.step()
    await world.slash(played.on_turn, "draft queue", cards=cards[0])
    await world.slash(played.on_turn, "draft pick", card=cards[0])
    live = await live_of(world)
    assert live.game.step != "draft"
    assert await Sealed(world.bot.store).of(live.stored.id, LIST) == {}


@pytest.mark.parametrize("name", [MIXED2])
async def test_an_import_in_the_middle_of_the_selection_goes_on(world: World, name: str) -> None:
    played = await Played.bring(world, name, 1)
    live = await live_of(world)
    assert isinstance(live.game.state.round, SelectRound)
    await played.step()
    assert state_json((await live_of(world)).game) == state_json(played.game)
