"""The panel in the hands of players: stale controls, double taps, strangers, restarts, tries."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.speak.attachment import Attachment
from bot.speak.latest import Latest
from cogs.turn import desk, trial
from cogs.turn.items import PanelButton, PanelSelect, Place
from cogs.turn.panel import Button, Option, Select
from engine.actions import LayTile
from tests.cogs.buttons import labels, message
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played
from tests.cogs.turn.tapping import controls, tap
from tests.support.world import World, answer_of

TRACK = 131
"""After so many moves of MIXED2 a company stands at its track step."""


async def opened(world: World, at: int = TRACK) -> tuple[Played, ResponseMessage]:
    """The panel of the player on turn."""
    played = await Played.bring(world, MIXED2, at)
    while played.game.step != "track":
        await played.step()
    return played, answer_of(await world.slash(played.on_turn, "turn"))


def verbs(panel: ResponseMessage) -> set[str]:
    """What the panel offers."""
    return {control.verb for control in controls(panel)}


@pytest.mark.parametrize("verb", [*desk.VERBS, *trial.VERBS])
def test_every_verb_has_controls_that_are_read_back(verb: str) -> None:
    place = Place(7, 131, tries="0a1b2c3d")
    made = PanelButton(place, Button("Do it", verb, "/E24/9/1"))
    match = PanelButton.__discord_ui_compiled_template__.fullmatch(made.custom_id)
    assert match is not None
    again = PanelButton.read(match)
    assert (again.place, again.button.verb, again.button.args) == (place, verb, "/E24/9/1")
    select = PanelSelect(place, Select(verb, "Which?", (Option("G8", "Delhi"),)), 3)
    match = PanelSelect.__discord_ui_compiled_template__.fullmatch(select.custom_id)
    assert match is not None
    assert PanelSelect.read(match).select.verb == verb


async def test_the_panel_names_the_six_steps_and_the_present_one(world: World) -> None:
    played, panel = await opened(world)
    assert panel.ephemeral
    assert f"**{played.game.actor}**" in panel.content
    assert "**1 track** · 2 station · 3 run · 4 dividend · 5 trains · 6 certificates" in (
        panel.content
    )
    assert "in the treasury" in panel.content
    assert {"hex", "pass"} <= verbs(panel)


async def test_a_preview_changes_nothing_and_names_cost_and_forecast(world: World) -> None:
    played, panel = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    await tap(world, player, panel, "hex")
    if "tile" in verbs(panel):
        await tap(world, player, panel, "tile")
    assert "Treasury ₹" in panel.content
    assert "lay_done" in verbs(panel)
    assert len((await played.live()).game.history) == before


async def test_the_turn_of_ones_next_seat_can_be_tried_too(world: World) -> None:
    """One member has all seats, and goes on from the selling turn of one to that of the next."""
    one = f"<@{world.players[0].id}>"
    await Played.bring(world, CRASH, 102, seats=" ".join([one] * 4))
    panel = answer_of(await world.slash(0, "turn"))
    await tap(world, 0, panel, "pass")
    assert "Selling turn." in panel.content
    assert "what_if" in verbs(panel)


async def test_a_picture_that_is_late_is_not_added_to_another_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, panel = await opened(world)
    first, second = asyncio.Event(), asyncio.Event()

    async def painted(_view: Any, name: str, **_: Any) -> Attachment | None:
        if name != "turn":
            return None
        if not first.is_set():
            first.set()
            await second.wait()
            return Attachment(b"tiles", "turn.png")
        second.set()
        return None

    monkeypatch.setattr(world.bot.pictures, "file", painted)
    member = world.players[played.on_turn]

    async def pressed(verb: str) -> InteractionResult:
        if verb == "here":
            await first.wait()
        now = message(world, panel)
        control = next(c for c in controls(now) if c.verb == verb)
        return await member.click(now, custom_id=control.id)

    await world.together(pressed("hex"), pressed("here"))
    shown = message(world, panel)
    assert "step 1 of 6" in shown.content
    assert not shown.attachments


async def test_a_double_tap_is_one_move(world: World) -> None:
    played, panel = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    control = next(c for c in controls(panel) if c.verb == "pass")
    member = world.players[player]
    await world.together(
        member.click(panel, custom_id=control.id), member.click(panel, custom_id=control.id)
    )
    assert len((await played.live()).game.history) == before + 1


async def test_a_stale_panel_shows_how_the_game_stands(world: World) -> None:
    played, panel = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    world.bot.latest = Latest()  # as after the 15 minutes in which a message can be edited
    other = answer_of(await world.slash(player, "turn"))
    await tap(world, player, other, "pass")
    stale = await tap(world, player, panel, "hex")
    assert "The game has gone on since this panel was made; nothing was done." in stale.content
    assert len((await played.live()).game.history) == before + 1


async def test_nobody_else_can_use_a_panel(world: World) -> None:
    played, panel = await opened(world)
    before = len(played.game.history)
    stranger = 3
    refusal = await world.slash(stranger, "turn")
    assert "turn" in answer_of(refusal).content
    assert not answer_of(refusal).components
    assert len((await played.live()).game.history) == before
    assert panel.components


async def test_a_panel_outlives_a_restart(world: World) -> None:
    played, panel = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    await world.restart()
    await tap(world, player, panel, "hex")
    assert "Treasury ₹" in panel.content or "which tile" in panel.content
    await world.slash(player, "pass")
    assert len((await played.live()).game.history) == before + 1


async def test_ones_last_move_is_taken_back_in_the_panel(world: World) -> None:
    played, panel = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    await tap(world, player, panel, "pass")
    assert len((await played.live()).game.history) == before + 1
    await tap(world, player, panel, "undo")
    live = await played.live()
    assert len(live.game.history) == before
    assert live.game.step == "track"
    assert "hex" in verbs(panel)


async def test_what_if_changes_nothing_until_it_is_played(world: World) -> None:
    played, _ = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    panel = answer_of(await world.slash(player, "whatif"))
    assert "nothing of this has happened yet" in panel.content
    await tap(world, player, panel, "pass")
    assert "nothing of this has happened yet" in panel.content
    assert len((await played.live()).game.history) == before
    assert {"play", "drop"} <= verbs(panel)
    await tap(world, player, panel, "play")
    assert "nothing of this" not in panel.content
    assert len((await played.live()).game.history) == before + 1


async def test_a_panel_of_tries_plays_what_it_shows_and_nothing_of_another(world: World) -> None:
    played, _ = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    first, second = [answer_of(await world.slash(player, "whatif")) for _ in range(2)]
    await tap(world, player, first, "pass")
    await tap(world, player, second, "hex")
    if "tile" in verbs(second):
        await tap(world, player, second, "tile")
    await tap(world, player, second, "lay")
    for verb in ("play", "untry", "drop"):
        refusal = await tap(world, player, first, verb)
        assert "you dropped them, or began others since" in refusal.content
    assert len((await played.live()).game.history) == before
    await tap(world, player, second, "play")
    assert isinstance((await played.live()).game.history[before].action, LayTile)


async def test_a_button_that_counted_its_tries_is_answered(world: World) -> None:
    """Buttons of an earlier version: what they would play is not known for sure."""
    played, _ = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    panel = answer_of(await world.slash(player, "whatif"))
    await tap(world, player, panel, "pass")
    play = next(c.id for c in controls(panel) if c.verb == "play")
    place, _, tail = play.partition("+")
    old = f"{place}+1:{tail.partition(':')[2]}"
    sent: Any = world.env.backend.get_message(panel.channel_id, panel.id)
    sent.components[:] = [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Play it", "custom_id": old}]}
    ]
    refusal = answer_of(await world.players[player].click(panel, custom_id=old))
    assert "These tries are over" in refusal.content
    assert len((await played.live()).game.history) == before


async def test_what_was_tried_is_over_when_the_game_has_gone_on(world: World) -> None:
    played, _ = await opened(world)
    player, before = played.on_turn, len(played.game.history)
    panel = answer_of(await world.slash(player, "whatif"))
    await tap(world, player, panel, "pass")
    await world.slash(player, "pass")
    await tap(world, player, panel, "play")
    assert "nothing was done" in panel.content
    assert len((await played.live()).game.history) == before + 1


async def test_what_if_is_a_button_and_can_be_dropped(world: World) -> None:
    played, panel = await opened(world)
    player = played.on_turn
    await tap(world, player, panel, "what_if")
    assert "nothing of this has happened yet" in panel.content
    await tap(world, player, panel, "pass")
    await tap(world, player, panel, "drop")
    assert "nothing of this" not in panel.content
    assert "hex" in verbs(panel)


@pytest.mark.parametrize("at", [460, 520, 600, 640])
async def test_every_panel_fits_discord(world: World, at: int) -> None:
    played = await Played.bring(world, HOARDER, at)
    for _ in range(12):
        panel = answer_of(await world.slash(played.on_turn, "turn"))
        assert 0 < len(panel.content) <= 2000
        assert len(panel.components) <= 5
        ids = [c.id for c in controls(panel)]
        assert len(ids) == len(set(ids))
        assert all(len(i) <= 100 for i in ids)
        items = [item for row in panel.components for item in row["components"]]
        assert all((item.get("label") or item.get("placeholder") or "").strip() for item in items)
        await played.step()


async def test_the_call_has_a_button_that_opens_the_panel_and_goes_when_it_was_followed(
    world: World,
) -> None:
    played = await Played.bring(world, MIXED2, TRACK)
    before = played.on_turn
    while played.on_turn == before:
        await played.step()
    call = next(m for m in reversed(world.channel.history()) if "→ <@" in m.content)
    row: Any = call.components[0].to_dict()
    button, _ = row["components"]
    assert button["label"] == "Take my turn"
    panel = answer_of(
        await world.players[played.on_turn].click(call, custom_id=button["custom_id"])
    )
    assert panel.ephemeral
    assert controls(panel)
    refusal = answer_of(await world.players[before].click(call, custom_id=button["custom_id"]))
    assert refusal.ephemeral
    assert labels(refusal) == ["Do this ahead"]
    await played.step()
    call = next(m for m in world.channel.history() if m.id == call.id)
    assert not call.components


async def test_an_older_panel_loses_its_buttons_when_a_new_one_is_opened(world: World) -> None:
    played = await Played.bring(world, MIXED2, 124)
    old = answer_of(await world.slash(played.on_turn, "turn"))
    await tap(world, played.on_turn, old, "hex")
    assert old.components
    trial = answer_of(await world.slash(played.on_turn, "whatif"))
    assert old.components
    new = answer_of(await world.slash(played.on_turn, "turn"))
    assert new.components
    assert not trial.components


async def test_a_finished_panel_keeps_only_buttons_that_do_something(world: World) -> None:
    played = await Played.bring(world, MIXED3, 54)
    player = played.on_turn
    done = answer_of(await world.slash(player, "turn"))
    await tap(world, player, done, "pass")
    played.advance()
    assert labels(done)[:2] == ["Do this ahead", "Take back my last move"]
    ahead = await tap(world, player, done, "ahead")
    assert "Take back my last move" in labels(done)
    await played.step()
    assert labels(done) == ["Do this ahead"]
    assert ahead.components
    while played.on_turn != player:
        await played.step()
    assert not done.components
    assert not ahead.components
    panel = answer_of(await world.slash(player, "turn"))
    await played.step()
    assert "pass" in verbs(panel)
