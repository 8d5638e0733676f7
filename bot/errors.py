"""What a person is told when something does not work: one place for commands, buttons and modals.

A `PlayerError` or a `RuleViolation` is answered in its own words, to that player only. Anything
else is a fault of the program: the player gets a short reference, and the log has the traceback
under it.
"""

import contextlib
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
import structlog
from discord import app_commands
from discord.app_commands import CommandNotFound, CommandSignatureMismatch

from bot.present import words
from bot.present.layout import CHOICE, clip
from bot.present.pages import LONGEST
from bot.present.turns import refusal
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer
from bot.speak.using import DONE, FAILED, REFUSED, UNKNOWN, ended, use_of
from engine import RuleViolation
from storage import Busy, Unsure

log = structlog.stdlib.get_logger(__name__)

NO_CHOICE = "no: "
"""How the value of a choice begins that only says why nothing can be chosen."""
NO_NUMBER = -1
"""Such a choice where the option takes a number."""

OLD_COMMAND = (
    "Your Discord still shows an old form of this command: reload it (Ctrl+R; on a phone close the "
    "app and open it again), then give the command once more."
)
OLD_COMPONENT = "This is from an older version of the bot: use `/turn` or `/status`."
NOT_THERE = (
    "The database cannot be reached just now: look at `/status` in a moment, then try again."
)
BROKE_OFF = (
    "The database broke off in the middle. Look at `/status` whether it was done "
    "before you try again."
)

Item = TypeVar("Item")
P = ParamSpec("P")
Callback = Callable[Concatenate[Item, discord.Interaction[Any], P], Coroutine[Any, Any, None]]


class Tree(app_commands.CommandTree[Any]):
    """The tree of commands, with the bot's one way of answering errors.

    A refusal is an answer like any other: the command itself gives it, and `on_error` is left for
    faults.
    """

    def add_command(self, command: Any, /, **options: Any) -> None:
        """Add a command or a group, so that its refusals are answered."""
        super().add_command(command, **options)
        group = isinstance(command, app_commands.Group)
        for leaf in command.walk_commands() if group else [command]:
            if isinstance(leaf, app_commands.Command):
                leaf._callback = answers_refusals(leaf._callback)  # noqa: SLF001
                for option in leaf._params.values():  # noqa: SLF001
                    if option.autocomplete:
                        option.autocomplete = answers_reasons(option.autocomplete, option.type)

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Begin to note what becomes of a command, or of a request for choices; all may go on."""
        use_of(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer an error of a command or of its autocomplete."""
        await answer_error(interaction, error)


def answers_errors(callback: Callback[Item, P]) -> Callback[Item, P]:
    """Make a button's, select's or modal's callback answer its errors as a command does."""

    @wraps(callback)
    async def answered(
        self: Item, interaction: discord.Interaction[Any], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        use_of(interaction)
        try:
            async with Answer.of(interaction).in_time():
                await callback(self, interaction, *args, **kwargs)
            ended(interaction, DONE)
        except Exception as error:  # noqa: BLE001  (the last place where it can be told)
            await answer_error(interaction, error)

    return answered


def answers_refusals(callback: Any) -> Any:
    """Make a command's callback answer in time, and a refusal itself; faults are raised on."""

    @wraps(callback)
    async def answered(*args: Any, **kwargs: Any) -> None:
        interaction = next(a for a in args if isinstance(a, discord.Interaction))
        try:
            check_chosen(interaction)
            async with Answer.of(interaction).in_time():
                await callback(*args, **kwargs)
            ended(interaction, DONE)
        except (PlayerError, RuleViolation) as refused:
            await answer_error(interaction, refused)

    return answered


def reason_choice(text: str) -> app_commands.Choice[str]:
    """A choice that says why there is nothing (more) to choose; chosen, it is answered so."""
    return app_commands.Choice(
        name=clip(words.unmarked(text), CHOICE),
        value=NO_CHOICE + clip(text, CHOICE - len(NO_CHOICE)),
    )


def check_chosen(interaction: discord.Interaction[Any]) -> None:
    """Answer a choice that only gave a reason with that reason. Raises PlayerError."""
    for _, value in interaction.namespace:
        if isinstance(value, str) and value.startswith(NO_CHOICE):
            raise PlayerError(value.removeprefix(NO_CHOICE))


def answers_reasons(complete: Any, option: discord.AppCommandOptionType) -> Any:
    """Make an autocomplete offer the refusal as its only choice, where it refuses."""

    @wraps(complete)
    async def completed(*args: Any) -> list[app_commands.Choice[Any]]:
        asked = next((a for a in args if isinstance(a, discord.Interaction)), None)
        outcome = DONE
        try:
            found: list[app_commands.Choice[Any]] = await complete(*args)
        except (PlayerError, RuleViolation) as refused:
            outcome = REFUSED
            choice: app_commands.Choice[Any] = reason_choice(refusal(refused))
            if option is discord.AppCommandOptionType.integer:
                choice = app_commands.Choice(name=choice.name, value=NO_NUMBER)
            found = [choice]
        except Exception as error:
            if asked is None:
                raise
            await answer_error(asked, error)
            return []
        if asked is not None:
            ended(asked, outcome)
        return found

    return completed


async def answer_error(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell the person what went wrong, and the log if it is the program's fault."""
    cause = innermost(error)
    if interaction.type is discord.InteractionType.autocomplete:
        name = use_of(interaction).name
        if isinstance(cause, Busy | Unsure):
            log.warning("the database is not there", command=name, problem=cause)
        else:
            log.error("autocomplete failed", command=name, exc_info=cause)
        ended(interaction, FAILED)
        with contextlib.suppress(discord.HTTPException, discord.InteractionResponded):
            await interaction.response.autocomplete([])
        return
    if is_refusal(cause):
        await _say(interaction, refusal(cause))
        ended(interaction, REFUSED)
        return
    if isinstance(cause, CommandNotFound | CommandSignatureMismatch):
        log.warning("old form of a command", command=use_of(interaction).name)
        await _say(interaction, OLD_COMMAND)
        ended(interaction, UNKNOWN)
        return
    use = use_of(interaction)
    if isinstance(cause, Busy | Unsure):
        log.warning("the database is not there", command=use.name, problem=cause)
        await _say(interaction, NOT_THERE if isinstance(cause, Busy) else BROKE_OFF)
        ended(interaction, FAILED)
        return
    log.error(
        "command failed",
        reference=use.reference,
        command=use.name,
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        user=interaction.user.id,
        exc_info=cause,
    )
    await _say(
        interaction,
        "Something went wrong on my side; `/status` shows how the game stands now. "
        f"The reference for the one who runs this bot: `{use.reference}`",
    )
    ended(interaction, FAILED)


def innermost(error: BaseException) -> BaseException:
    """The error that a command or a transformer of its options really raised."""
    if isinstance(error, app_commands.CommandInvokeError):
        return innermost(error.original)
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return innermost(error.__cause__)
    return error


def is_refusal(error: BaseException) -> bool:
    """Whether the error is an answer to the player rather than a fault of the program."""
    return isinstance(error, PlayerError | RuleViolation)


async def answer_unknown(interaction: discord.Interaction[Any]) -> None:
    """Tell the person that a button, a select or a form means nothing any more."""
    log.warning("unknown component", component=use_of(interaction).name)
    await _say(interaction, OLD_COMPONENT)
    ended(interaction, UNKNOWN)


async def _say(interaction: discord.Interaction[Any], text: str) -> None:
    """Answer ephemerally, as first answer or as a later one; too late is only logged."""
    try:
        await Answer.of(interaction).send(clip(text, LONGEST), ephemeral=True)
    except TROUBLE as error:
        log.warning("cannot answer", command=use_of(interaction).name, problem=error)
