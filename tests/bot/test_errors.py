"""A refusal is told in words, a fault by a reference; both to the one who asked, never more."""

import re
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.errors import answers_errors
from bot.refusal import PlayerError
from engine import RuleViolation
from storage import Busy, Unsure
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of

REFERENCE = re.compile(r"`([0-9a-f]{6})`")


class Pressed(discord.ui.View):
    """A button whose press fails."""

    @discord.ui.button(label="Press")
    @answers_errors
    async def press(
        self, interaction: discord.Interaction, button: discord.ui.Button["Pressed"]
    ) -> None:
        """Fail with a refusal."""
        raise PlayerError("That button is worn out.")


async def add(world: World, error: Exception | None, *, defer: bool = False) -> None:
    """Give the bot a command `/fail` that raises this error, or shows a button that does."""

    async def fail(interaction: discord.Interaction) -> None:
        if defer:
            await interaction.response.defer(ephemeral=True)
        if error is not None:
            raise error
        await interaction.response.send_message("A button", view=Pressed())

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="fail", description="Fails", callback=fail
    )
    world.bot.tree.add_command(command)
    await world.bot.tree.sync()


@pytest.mark.parametrize("defer", [False, True])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PlayerError("It is Bela's turn."), "It is Bela's turn."),
        (RuleViolation("Four yellow tiles are enough."), "Four yellow tiles are enough."),
        (RuleViolation("No.", "1.6.1.4"), "No. (rule 8.4.1)"),
        (RuleViolation("No.", "1.6.5.2"), "No. (rules page 1.6.5.2, Selling)"),
    ],
)
async def test_a_refusal(world: World, error: Exception, words: str, defer: bool) -> None:
    await add(world, error, defer=defer)
    assert await world.refused(0, "fail") == words
    assert world.said() == []


@pytest.mark.parametrize("defer", [False, True])
async def test_a_fault_is_told_by_a_reference(
    world: World, caplog: pytest.LogCaptureFixture, defer: bool
) -> None:
    await add(world, ZeroDivisionError("secret detail"), defer=defer)
    answer = answer_of(await world.slash(0, "fail"))
    assert answer.ephemeral
    found = REFERENCE.search(answer.content)
    assert found
    assert "secret detail" not in answer.content
    assert [type(fault) for fault in world.faults()] == [ZeroDivisionError]
    assert found[1] in caplog.text


@pytest.mark.parametrize(
    ("error", "words"), [(Busy(), "cannot be reached"), (Unsure(), "whether it was done")]
)
async def test_a_database_that_is_not_there(world: World, error: Exception, words: str) -> None:
    await add(world, error)
    answer = answer_of(await world.slash(0, "fail"))
    assert words in answer.content
    assert "`/status`" in answer.content
    assert [type(fault) for fault in world.faults()] == [type(error)]


@pytest.mark.parametrize("error", [ZeroDivisionError("secret detail"), Busy()])
async def test_choices_that_cannot_be_looked_for_are_none(
    world: World, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    """The player's Discord is told so at once, and the operator of the fault."""

    async def seek(_interaction: discord.Interaction, _typed: str) -> list[Any]:
        raise error

    async def fail(_interaction: discord.Interaction, what: str) -> None: ...

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="fail", description="Fails", callback=fail
    )
    command.autocomplete("what")(seek)
    world.bot.tree.add_command(command)
    await world.bot.tree.sync()
    assert await world.choices(0, "fail", "what") == []
    assert ("autocomplete failed" in caplog.text) == (not isinstance(error, Busy))
    assert "Ignoring exception" not in caplog.text


async def test_a_button_that_fails(world: World) -> None:
    await add(world, None)
    shown = answer_of(await world.slash(0, "fail"))
    pressed = await world.click(1, shown, "Press")
    assert answer_of(pressed).content == "That button is worn out."
    assert pressed.ephemeral


async def test_an_answer_that_comes_too_late_is_only_logged(world: World) -> None:
    await add(world, PlayerError("Too late."))
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await world.slash(0, "fail")
    assert world.faults() == []


async def test_after_a_fault_the_game_is_right_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The move was made in memory, but not stored: the game is taken from the store anew."""
    played = await Played.bring(world, CRASH, 64)
    command, options = played.command
    said = world.said()

    async def fail(*_arguments: object, **_options: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(world.bot.store, "append", fail)
    answer = answer_of(await world.slash(played.on_turn, command, **options))
    monkeypatch.undo()
    found = REFERENCE.search(answer.content)
    assert found
    assert answer.ephemeral
    assert found[1] in caplog.text
    assert "secret detail" in caplog.text
    assert [type(fault) for fault in world.faults()] == [ZeroDivisionError]
    assert world.said() == said
    await played.check()
    await played.step()
    await played.check()


async def test_a_fault_of_the_rules_leaves_the_game_as_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, 64)
    command, options = played.command

    def fail(*_arguments: object) -> None:
        raise KeyError("a bug in the rules")

    monkeypatch.setattr("engine.rounds.sequence.advance", fail)
    answer = answer_of(await world.slash(played.on_turn, command, **options))
    monkeypatch.undo()
    assert REFERENCE.search(answer.content)
    assert [type(fault) for fault in world.faults()] == [KeyError]
    await played.check()
    await played.step()
    await played.check()
