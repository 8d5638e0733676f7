"""What every cog needs: take a move and tell it, look at the game, offer what is legal."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.client import OperatingRoundBot
from bot.errors import reason_choice
from bot.games.live import LiveGame
from bot.games.refusals import NotAnnounced
from bot.games.service import Hand, Make, MakeAll, Moved, Place
from bot.games.turns import check_sequence, check_turn
from bot.lasting import At
from bot.present.layout import CHOICE, CHOICES, clip
from bot.present.turns import refusal
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer, Edit, Sent
from render.view import ThemeName, View

ANOTHER_GAME = (
    "This belongs to another game, which is played here no more; `/status` shows the one that is."
)
Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
Command = TypeVar("Command", bound=Callable[..., Any])


def client(interaction: Interaction) -> OperatingRoundBot:
    """The bot that an interaction reached."""
    bot: OperatingRoundBot = interaction.client
    return bot


def hand(interaction: Interaction) -> tuple[Place, Hand]:
    """Where and by whom a move is made."""
    place = Place(interaction.guild_id, interaction.channel_id)
    return place, Hand(interaction.user.id, interaction.id)


async def move(interaction: Interaction, make: Make, *, after: int | None = None) -> None:
    """Take the move that `make` builds, answer its player, show it on the card and the status.

    A command that was given before its player was told of the turn that is on is not taken: he is
    told of it, and may give it once more.

    Raises:
        PlayerError, RuleViolation: It cannot be taken; the game is as it was.
    """
    try:
        moving = client(interaction).games.move(*hand(interaction), make, after=after)
        await take(interaction, moving)
    except NotAnnounced as unknown:
        await announce(interaction, unknown)


async def moves(interaction: Interaction, make: MakeAll) -> None:
    """Take the moves that `make` builds, all or none, as `move` takes one.

    Raises:
        PlayerError, RuleViolation: They cannot be taken; the game is as it was.
    """
    bot = client(interaction)
    Answer.of(interaction).ephemeral = True
    try:
        taken = await bot.games.moves(*hand(interaction), make)
    except NotAnnounced as unknown:
        await announce(interaction, unknown)
        return
    await bot.notifier.moved(interaction, *taken)


async def announce(interaction: Interaction, unknown: NotAnnounced) -> None:
    """Tell a player of the turn that is on, who gave a command before he was told of it."""
    sent = await Answer.of(interaction).send(refusal(unknown), ephemeral=True)
    client(interaction).games.announced(unknown.live, sent.moment, interaction.user.id)


def for_all(command: Command) -> Command:
    """Describe the option `public` of a look-up."""
    return app_commands.describe(public="Show the answer to everybody")(command)


async def take(interaction: Interaction, moving: Awaitable[Moved]) -> None:
    """Answer with what becomes of a move: the player alone; the channel sees its card."""
    Answer.of(interaction).ephemeral = True
    await client(interaction).notifier.moved(interaction, await moving)


async def quietly(interaction: Interaction, make: MakeAll, *, after: int) -> tuple[LiveGame, bool]:
    """Take moves, all or none, of which the channel is told while the player is shown more.

    `after` is the place in the list that the player saw. Returns the game after them, and whether
    the card of the turn was posted for them, below what the player sees.

    Raises:
        PlayerError, RuleViolation: They cannot be taken; the game is as it was.
    """
    bot = client(interaction)
    taken = await bot.games.moves(*hand(interaction), make, after=after)
    try:
        begun = await bot.notifier.begin_card(taken[-1].live)
    finally:
        bot.notifier.tell(taken)
    return taken[-1].live, begun


async def take_back(
    interaction: Interaction, to: Callable[[LiveGame], int], *, after: int
) -> LiveGame:
    """Take the player's moves after the first `to` back, told in the channel.

    `after` is the place in the list that the player saw. Raises PlayerError.
    """
    bot = client(interaction)
    moved = await bot.games.undo(*hand(interaction), to, after=after)
    bot.notifier.tell([moved])
    return moved.live


def patience(interaction: Interaction) -> float:
    """Seconds for a search (a setting); then it offers the best found and says it is unproved."""
    return client(interaction).settings.route_seconds


async def worn_out(interaction: Interaction) -> None:
    """Take the buttons away with which a move was made; if that fails, they are stale anyway."""
    with contextlib.suppress(*TROUBLE):
        await interaction.edit_original_response(view=None)


async def look(interaction: Interaction, game_id: int | None = None) -> LiveGame:
    """The game of the channel, to look at; for a control the one for which it was made.

    Raises:
        PlayerError: There is none, or another one is played there by now.
    """
    live = await client(interaction).games.load(interaction.guild_id, interaction.channel_id)
    if game_id not in {None, live.stored.id}:
        raise PlayerError(ANOTHER_GAME)
    return live


async def still(interaction: Interaction, at: At) -> LiveGame:
    """The game for whose state a control was made, where its player may use it.

    Raises:
        PlayerError: Another game is played there by now, it has gone on, or he does not decide.
    """
    live = await look(interaction, at.game)
    check_sequence(live, at.after)
    check_turn(live, interaction.user.id)
    return live


async def say(
    interaction: Interaction, text: str | None = None, *, public: bool = False, **options: Any
) -> Sent:
    """Answer with a text or what the options hold, to the asker alone unless it is to be public."""
    return await Answer.of(interaction).send(text, ephemeral=not public, **options)


async def ask_others(
    interaction: Interaction, text: str, view: discord.ui.View, called: Iterable[int]
) -> Sent:
    """Ask members who are pinged: the answer to who acts is a question that everybody sees.

    It can be asked also where the bot may write no messages of its own.
    """
    pings = discord.AllowedMentions(users=[discord.Object(user) for user in called])
    return await Answer.of(interaction).send(
        text, ephemeral=False, pings=True, view=view, allowed_mentions=pings
    )


async def say_below(interaction: Interaction, text: str, **options: Any) -> Edit:
    """Answer with a new message instead of the one whose control was used; how to edit it."""
    sent = await Answer.of(interaction).send(text, ephemeral=True, **options)
    with contextlib.suppress(*TROUBLE):
        await interaction.delete_original_response()
    return sent.edit


async def edit(interaction: Interaction, **changes: Any) -> None:
    """Change the message whose button or select was used."""
    await Answer.of(interaction).edit(**changes)


async def defer(interaction: Interaction) -> None:
    """Acknowledge at once: what follows may take long, or a button's message is to be changed.

    Where that fails the work is done all the same; whoever answers later sees to the rest.
    """
    with contextlib.suppress(*TROUBLE):
        await Answer.of(interaction).defer()


async def ask(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form. Raises PlayerError where that took too long: Discord takes it at once only."""
    try:
        await Answer.of(interaction).ask(form)
    except TimeoutError as late:
        raise PlayerError("That took too long to open: press it once more.") from late


async def show(
    interaction: Interaction, picture: View, name: str, text: str | None = None, **options: Any
) -> None:
    """Answer with a picture called `name`; see `Pictures.answer` for the options."""
    await client(interaction).pictures.answer(interaction, picture, name, text, **options)


async def theme(interaction: Interaction) -> ThemeName:
    """The theme in which the player wants pictures."""
    return await client(interaction).pictures.theme(interaction.user.id)


async def mine(interaction: Interaction) -> LiveGame:
    """The game, if it waits for a decision of this very player: for autocomplete.

    Raises:
        PlayerError: It does not, or there is none; autocomplete shows that as its only choice.
    """
    live = await look(interaction)
    check_turn(live, interaction.user.id)
    return live


def choices(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Autocomplete choices of (value, label) pairs that match what was typed.

    Where there are too many for Discord, the last choice says how many are left out.

    Raises:
        PlayerError: Nothing matches.
    """
    labels: dict[str, str] = {}
    for value, label in pairs:
        labels.setdefault(value, label)
    wanted = typed.strip().lower()
    found = [(v, label) for v, label in labels.items() if wanted in f"{v} {label}".lower()]
    if wanted:
        found.sort(key=lambda pair: _fit(pair, wanted))
    if not found:
        what = f"Nothing here matches “{clip(wanted, 20)}”" if wanted else "There is no choice now"
        raise PlayerError(f"{what}; clear the field to see all {len(labels)}." if labels else what)
    shown = found if len(found) <= CHOICES else found[: CHOICES - 1]
    offered = [app_commands.Choice(name=clip(label, CHOICE), value=value) for value, label in shown]
    if len(shown) < len(found):
        more = f"{len(found) - len(shown)} more: type a part of the name, or a word of the list."
        offered.append(reason_choice(more))
    return offered


def _fit(choice: tuple[str, str], wanted: str) -> int:
    """How well a choice fits what was typed, the best first: all of it, its beginning, a word's."""
    value, label = (text.lower() for text in choice)
    if value == wanted:
        return 0
    if value.startswith(wanted) or label.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in label else 3


def numbers(pairs: Iterable[tuple[int, str]]) -> Numbers:
    """Autocomplete choices of (number, label) pairs."""
    return [app_commands.Choice(name=clip(label, CHOICE), value=value) for value, label in pairs]


def filled(interaction: Interaction, option: str) -> str:
    """What another option of the command holds while one is being completed."""
    return str(getattr(interaction.namespace, option, None) or "")


def marked(interaction: Interaction) -> tuple[str, ...]:
    """All values that were chosen in a select."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    return tuple(map(str, values)) if isinstance(values, list) else ()


def chosen(interaction: Interaction) -> str:
    """The one value that was chosen in a select. Raises PlayerError if it is not one."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise PlayerError("Choose one of the options.")
    return str(values[0])
