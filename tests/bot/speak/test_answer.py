"""Each interaction is answered in time, by one hand; what is slow is deferred, and then told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import OperatingRoundBot
from bot.games.live import LiveGame
from bot.refusal import PlayerError
from bot.speak import answer as answering
from bot.speak.answer import Answer
from storage import StoredAction
from tests.bot.test_notify import lines
from tests.cogs.cards import public
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of

LAY = 64
LABEL = "Take my turn"
Act = Callable[[discord.Interaction[Any]], Any]


async def add(world: World, act: Act) -> None:
    """Give the bot a command `/slow` that does this after it was deferred."""

    async def slow(interaction: discord.Interaction) -> None:
        await asyncio.sleep(answering.DEFER_SECONDS + 0.1)
        await act(interaction)

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="slow", description="Slow", callback=slow
    )
    world.bot.tree.add_command(command)
    await world.bot.tree.sync()


class SlowDisk:
    """A store whose moves take longer than a command waits for its answer."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        append = world.bot.store.append

        async def wait(*arguments: Any, **options: Any) -> StoredAction:
            await asyncio.sleep(answering.DEFER_SECONDS + 0.1)
            return await append(*arguments, **options)

        monkeypatch.setattr(world.bot.store, "append", wait)


async def test_a_move_that_waits_for_the_disk_is_deferred_and_then_answered_and_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    SlowDisk(world, monkeypatch)
    result = await played.step()
    said = answer_of(result)
    assert said.ephemeral
    assert said.content == "Done. Next for you: **DHR**, track."
    assert lines(world) == ["**Track** · lays 7 in Q12, free"]
    await played.check()


async def test_a_call_that_comes_after_a_deferral_is_a_message_of_its_own(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edited message pings nobody."""
    played = await Played.bring(world, CRASH, LAY)
    while played.game.player_to_act == 2:
        command, options = played.command
        await played.step()
    user = world.players[played.on_turn].id
    undone = await world.slash(1, "game undo")
    assert answer_of(undone).content.startswith("↩ Taken back")
    SlowDisk(world, monkeypatch)
    result = await world.slash(1, command, **options)
    assert answer_of(result).ephemeral
    call = public(world)[-1]
    assert call.content.splitlines()[0] == f"→ <@{user}>: **WR**, track"
    assert [u.id for u in call.mentions] == [user]


async def test_a_refusal_after_a_deferral_in_public_is_for_the_player_alone(world: World) -> None:
    async def refuse(interaction: discord.Interaction[Any]) -> None:
        raise PlayerError("Not now.")

    await add(world, refuse)
    result = await world.slash(0, "slow")
    assert answer_of(result).content == "Not now."
    assert answer_of(result).ephemeral
    assert world.said() == []


async def test_what_is_public_takes_the_place_of_a_deferral_that_is_not(world: World) -> None:
    async def tell(interaction: discord.Interaction[Any]) -> None:
        await Answer.of(interaction).send("For all.", ephemeral=False)
        await Answer.of(interaction).send("For you.", ephemeral=True)

    await add(world, tell)
    result = await world.slash(0, "slow")
    assert [(m.content, m.ephemeral) for m in result.followups] == [
        ("For all.", False),
        ("For you.", True),
    ]
    assert result.response is None
    assert world.said() == ["For all."]


class Wire:
    """An interaction whose deferral stays on the wire until it is let through."""

    def __init__(self) -> None:
        self.type = discord.InteractionType.application_command
        self.namespace = SimpleNamespace()
        self.message = None
        self.extras: dict[str, Any] = {}
        self.response = self
        self.on_the_wire, self.free = asyncio.Event(), asyncio.Event()
        self.calls: list[str] = []
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        self.on_the_wire.set()
        await self.free.wait()
        self.calls.append(f"defer {ephemeral} {thinking}")
        self._done = True

    async def send_message(self, *_arguments: Any, **_options: Any) -> None:
        self.calls.append("send")

    async def edit_original_response(self, *, content: str) -> SimpleNamespace:
        self.calls.append(f"edit {content}")
        return SimpleNamespace(id=7, edited_at=None)


async def test_an_answer_never_meets_the_deferral_that_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord takes one first answer: the other waits, and then takes the place of the deferral."""
    monkeypatch.setattr(answering, "DEFER_SECONDS", 0)
    wire: Any = Wire()
    answer = Answer.of(wire)
    async with answer.in_time():
        await wire.on_the_wire.wait()
        sending = asyncio.create_task(answer.send("Here.", ephemeral=True))
        for _ in range(10):
            await asyncio.sleep(0)
        assert wire.calls == []
        wire.free.set()
        assert (await sending).moment == 7
    assert wire.calls == ["defer True True", "edit Here."]
    assert Answer.of(wire) is answer


class Form(discord.ui.Modal, title="A form"):
    """A form with one line."""

    line: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Line")


async def test_a_form_is_the_first_answer_or_none(world: World) -> None:
    failures: list[Exception] = []

    async def ask(interaction: discord.Interaction[Any]) -> None:
        try:
            await Answer.of(interaction).ask(Form())
        except TimeoutError as error:
            failures.append(error)
            await Answer.of(interaction).send("Too late.", ephemeral=True)

    await add(world, ask)
    assert answer_of(await world.slash(0, "slow")).content == "Too late."
    assert len(failures) == 1


async def test_a_fast_answer_leaves_no_deferral_behind(world: World) -> None:
    await Played.bring(world, CRASH, LAY)
    seen = len(world.env.http_requests)
    await world.slash(0, "status")
    await world.env.advance_time(2)
    answers = [r for r in world.env.http_requests[seen:] if "/callback" in r.path]
    assert [r.json["type"] for r in answers if r.json] == [4]


# -- buttons and commands of another version -----------------------------------------------------


async def test_a_button_that_nobody_knows_is_answered(world: World) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id="old:1"))
    message = await world.bot.get_partial_messageable(world.channel.id).send("Look", view=view)
    await world.restart()
    shown = next(m for m in world.channel.history() if m.id == message.id)
    answer = answer_of(await world.click(0, shown, "Old"))
    assert answer.ephemeral
    assert "older version" in answer.content


async def test_a_button_that_somebody_knows_is_answered_by_him_alone(world: World) -> None:
    await Played.bring(world, CRASH, LAY, seats="-")
    await world.restart()
    shown = next(m for m in world.channel.history() if m.components)
    label = shown.components[0].children[0].label  # type: ignore[union-attr]
    result = await world.click(0, shown, str(label))
    assert "older version" not in answer_of(result).content
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert world.players[0].id in {seat.user_id for seat in live.seats}


async def test_an_old_form_of_a_command_is_told_to_reload(world: World) -> None:
    world.bot.tree.remove_command("bonds")
    answer = answer_of(await world.slash(0, "bonds"))
    assert answer.ephemeral
    assert "reload" in answer.content
    world.faults()


async def test_commands_that_another_program_replaced_are_registered_again(
    world: World,
) -> None:
    bot, store = world.bot, world.bot.store
    assert isinstance(bot, OperatingRoundBot)
    sent = count_registrations(world)
    bot._always_sync = False
    await bot._sync_changed_commands()
    assert count_registrations(world) == sent
    world.env.backend.register_commands(None, [])
    await bot._sync_changed_commands()
    assert count_registrations(world) == sent + 1
    await bot._sync_changed_commands()
    assert count_registrations(world) == sent + 1
    assert await store.recall(f"commands:{bot.application_id}")


def count_registrations(world: World) -> int:
    """How often the bot told Discord its commands."""
    return sum(r.method == "PUT" and "/commands" in r.path for r in world.env.http_requests)


# -- the panel, where the game comes slowly ------------------------------------------------------


class SlowGames:
    """Games that are found only after a command was deferred."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        load = world.bot.games.load

        async def wait(*place: int | None) -> LiveGame:
            await asyncio.sleep(answering.DEFER_SECONDS + 0.1)
            return await load(*place)

        monkeypatch.setattr(world.bot.games, "load", wait)


async def test_a_slow_panel_opens_for_the_player_alone_and_the_call_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    while played.game.player_to_act == 2:
        await played.step()
    call = next(m for m in reversed(world.channel.history()) if m.components)
    text = call.content
    SlowGames(world, monkeypatch)
    pressed = await world.click(played.on_turn, call, LABEL)
    panel = answer_of(pressed)
    assert panel.ephemeral
    assert panel.components
    assert next(m for m in world.channel.history() if m.id == call.id).content == text
    again = await world.slash(played.on_turn, "turn")
    assert answer_of(again).ephemeral
    assert answer_of(again).components
