"""Look-ups are for the asker's eyes unless they are asked for in public; hands never are."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.buttons import RESTARTS, labels
from tests.cogs.cards import is_status, public
from tests.cogs.played import CRASH, MIXED3, Played
from tests.support import forms
from tests.support.world import World, answer_of

SPECTATOR = 4
ALONE = "With one thing more"
LOOKUPS: list[tuple[str, dict[str, Any]]] = [
    ("status", {}),
    ("treasury", {}),
    ("treasury", {"company": "mr"}),
    ("player", {"who": "Asha"}),
    ("player", {"who": "2"}),
    ("market", {}),
    ("trains", {}),
    ("ipo", {}),
    ("bonds", {}),
]
ALWAYS_ASIDE: list[tuple[str, dict[str, Any]]] = [
    ("game info", {}),
    ("game list", {}),
    ("game log", {}),
    ("game log", {"since": "1"}),
    ("settings", {"contrast": True}),
    ("help", {}),
]


def told(result: InteractionResult) -> list[dict[str, Any]]:
    """The embeds of an answer, without what a player is told alone."""
    found: list[dict[str, Any]] = [dict(embed.to_dict()) for embed in answer_of(result).embeds]
    for embed in found:
        embed["fields"] = [f for f in embed.get("fields", []) if not f["name"].startswith(ALONE)]
    return found


@pytest.mark.parametrize(("command", "options"), LOOKUPS)
async def test_answers_are_for_the_asker_unless_public(
    world: World, command: str, options: dict[str, Any]
) -> None:
    played = await Played.bring(world, CRASH, 180)
    asked = len(world.env.http_requests)
    before = len(world.said())
    alone = await world.slash(SPECTATOR, command, **options)
    assert answer_of(alone).ephemeral
    assert len(world.said()) == before
    shown = await world.slash(SPECTATOR, command, public=True, **options)
    assert not answer_of(shown).ephemeral
    assert told(shown) == told(alone)
    for message in forms.messages(world.env.http_requests[asked:]):
        forms.check_limits(message)
    await played.check()


@pytest.mark.parametrize(("command", "options"), ALWAYS_ASIDE)
async def test_some_answers_are_never_public(
    world: World, command: str, options: dict[str, Any]
) -> None:
    await Played.bring(world, CRASH, 64)
    asked, before = len(world.env.http_requests), len(world.said())
    result = await world.slash(SPECTATOR, command, **options)
    assert all(m.ephemeral for m in [result.response, *result.followups] if m is not None)
    assert len(world.said()) == before
    for message in forms.messages(world.env.http_requests[asked:]):
        forms.check_limits(message)


async def test_a_hand_is_shown_to_its_owner_alone(world: World) -> None:
    played = await Played.bring(world, MIXED3, 30)
    hands = {seat: set(p.hand) for seat, p in played.game.state.players.items()}
    assert all(hands.values())
    for seat, hand in hands.items():
        shown = answer_of(await world.slash(seat - 1, "hand show"))
        assert shown.ephemeral
        text = str([embed.to_dict() for embed in shown.embeds])
        assert all(card in text for card in hand)
        others = set().union(*(h for s, h in hands.items() if s != seat))
        assert not any(f"`{card}`" in text for card in others)
    assert "You have no seat" in await world.refused(SPECTATOR, "hand show")


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("treasury", {"company": "XYZ"}, "There is no such company. In the game: "),
        ("player", {"who": "Nobody"}, "there are Asha (seat 1), Bela (seat 2)"),
        ("player", {}, "You have no seat in this game"),
        ("map", {"area": "Atlantis"}, "regions are"),
        ("game log", {"since": "9999"}, "The game has 64 moves."),
    ],
)
async def test_questions_that_have_no_answer(
    world: World, command: str, options: dict[str, Any], words: str
) -> None:
    await Played.bring(world, CRASH, 64)
    assert words in await world.refused(SPECTATOR, command, **options)


@pytest.mark.parametrize(
    ("command", "option", "typed", "value"),
    [
        ("treasury", "company", "mad", "MR"),
        ("map", "area", "who", "whole"),
        ("player", "who", "2", "seat:2"),
    ],
)
async def test_what_can_be_looked_up_is_offered_to_everybody(
    world: World, command: str, option: str, typed: str, value: str
) -> None:
    await Played.bring(world, CRASH, 64)
    assert await world.choices(SPECTATOR, command, option, typed) == [value]


async def pictures_of(world: World, player: int, **options: Any) -> str:
    """What the player's settings say of pictures, after this change."""
    return answer_of(await world.slash(player, "settings", **options)).content.splitlines()[0]


async def test_settings_are_kept_each_by_itself(world: World) -> None:
    first = await pictures_of(world, SPECTATOR, numbers=True)
    assert first == "Your pictures come in the usual colours, with the numbers of tiles."
    both = await pictures_of(world, SPECTATOR, contrast=True)
    assert both == "Your pictures come in high contrast, with the numbers of tiles."
    back = await pictures_of(world, SPECTATOR, numbers=False)
    assert back == "Your pictures come in high contrast, without the numbers of tiles."
    other = await pictures_of(world, 0)
    assert other == "Your pictures come in the usual colours, without the numbers of tiles."


async def test_what_begins_with_what_was_typed_is_offered_first(world: World) -> None:
    """Each railway has a w in its name, too."""
    await Played.bring(world, MIXED3, 945)
    offered = await world.choices(SPECTATOR, "treasury", "company", "w")
    companies = [c for c in offered if c.startswith("W")]
    assert companies
    assert offered[: len(companies)] == companies
    assert len(offered) > len(companies)


async def test_the_status_of_who_is_on_turn_leads_to_the_panel(world: World) -> None:
    played = await Played.bring(world, CRASH, 102)
    own = answer_of(await world.slash(played.on_turn, "status"))
    assert labels(own) == ["Take my turn"]
    panel = answer_of(await world.click(played.on_turn, own, "Take my turn"))
    assert "Selling turn." in panel.content
    for player, shared in (((played.on_turn + 1) % 4, False), (played.on_turn, True)):
        shown = answer_of(await world.slash(player, "status", public=shared))
        assert not labels(shown)


@RESTARTS
async def test_the_status_in_the_channel_leads_to_the_turn(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, 180)
    if restart:
        await world.restart()
    [status] = filter(is_status, public(world))
    opened = answer_of(await world.click(played.on_turn, status, "Take my turn"))
    assert opened.ephemeral
    assert opened.components == answer_of(await world.slash(played.on_turn, "turn")).components
    other = answer_of(await world.click(SPECTATOR, status, "Take my turn"))
    assert other.ephemeral
    assert not labels(other)
