"""`/game undo`, `redo`, `rewind`, `replace`: one's own at once, else after a question."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.errors import answers_errors
from bot.games.consent import UNDO, Outcome
from bot.games.live import LiveGame
from bot.games.reminders import REPLACE as ASKED_REPLACE
from bot.games.reminders import UNDO as ASKED_UNDO
from bot.games.undoing import ONE, TURN, NeedsConsent, last_move, start_of_turn
from bot.lasting import Lasting, LastingView
from bot.present import asking, words
from bot.present.layout import clip
from bot.present.lines import move_line
from bot.present.pages import LONGEST
from bot.refusal import PlayerError
from cogs.game import people
from storage import Question

WHAT = [
    app_commands.Choice(name="one move (the default)", value=ONE),
    app_commands.Choice(name="all my moves of this turn", value=TURN),
]
ANSWERS = {"yes": "Agree", "no": "Do not agree"}
MOST = 300
"""So many moves back autocomplete looks."""
MOST_DIGITS = 9


class UndoingCommands(commands.Cog):
    """The part of `/game` that takes moves back, and gives a seat to somebody else."""

    @app_commands.command(description="Take moves back; others are asked where theirs would go")
    @app_commands.describe(what="One move, or all that you did in this turn")
    @app_commands.choices(what=WHAT)
    async def undo(self, interaction: discord.Interaction, what: str = ONE) -> None:
        """One's own moves go at once."""
        user = interaction.user.id
        to = last_move if what == ONE else partial(start_of_turn, user_id=user)
        await _take_back(interaction, to)

    @app_commands.command(description="Bring back the moves that you took back")
    async def redo(self, interaction: discord.Interaction) -> None:
        """Only the one who undid them may."""
        games = play.client(interaction).games
        await play.take(interaction, games.redo(*play.hand(interaction)))

    @app_commands.command(description="Take everything back that came after a move")
    @app_commands.describe(to="The last move that is to stand")
    async def rewind(self, interaction: discord.Interaction, to: str) -> None:
        """The same as an undo, over more moves."""
        await _take_back(interaction, partial(_named, to))

    @rewind.autocomplete("to")
    async def _moves(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.look(interaction)
        names, history = words.names(live.game.state), live.game.history
        found = [
            (str(n), words.unmarked(f"{n}. {move_line(names, history[n - 1])}"))
            for n in range(len(history) - 1, max(len(history) - MOST, 0), -1)
        ]
        return play.choices([*found, ("0", "0. The beginning of the game")], typed)

    @app_commands.command(description="Somebody else takes over the seat of a player")
    @app_commands.describe(player="Who leaves", by="Who is to play on")
    async def replace(
        self, interaction: discord.Interaction, player: discord.User, by: discord.Member
    ) -> None:
        """Ask those concerned."""
        live = await play.look(interaction)
        seat = next(iter(live.seats_of(player.id)), None)
        if seat is None:
            raise PlayerError(f"<@{player.id}> has no seat in this game.")
        await ask_replace(interaction, live, seat.number, by.id)


async def ask_replace(
    interaction: play.Interaction, live: LiveGame, number: int, user_id: int
) -> None:
    """Ask those concerned whether a member may take a seat.

    Raises:
        PlayerError: He cannot, or the one who asks has no part in the game.
    """
    bot, guild = play.client(interaction), people.guild_of(interaction)
    new = await people.member(guild, user_id)
    question = await bot.consents.ask_replace(live, interaction.user.id, number, new)
    asked = bot.consents.missing(question, live)
    if not asked:
        outcome = await bot.consents.answer(question.id, play.hand(interaction)[1], yes=True)
        await play.say(interaction, _seat_text(interaction, outcome), public=True)
        await bot.notifier.flush_game(live.stored.id)
        return
    text = asking.replace_question(question, bot.consents, live)
    await _post(interaction, live, question, text, asked)


def _named(text: str, _live: LiveGame) -> int:
    """The move that was typed. Raises PlayerError if it is no number."""
    number = text.strip().lstrip("`#").partition(" ")[0]
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        raise PlayerError("Choose a move from the list, or give its number in `/game log`.")
    return int(number)


async def _take_back(interaction: play.Interaction, to: Any) -> None:
    """Take moves back, or ask those whose moves would go."""
    bot = play.client(interaction)
    try:
        moving = bot.games.undo(*play.hand(interaction), to)
        await play.take(interaction, moving)
    except NeedsConsent as needed:
        live, taking = needed.live, needed.taking
        question = await bot.consents.ask_undo(live, interaction.user.id, taking)
        text = asking.undo_question(live, interaction.user.id, taking)
        await _post(interaction, live, question, text, taking.asked)


async def _post(
    interaction: play.Interaction,
    live: LiveGame,
    question: Question,
    text: str,
    asked: tuple[int, ...],
) -> None:
    bot, user = play.client(interaction), interaction.user.id
    calling = bot.calling
    called, direct = await calling.split(asked)
    view = LastingView(*(QuestionButton(answer, question.id) for answer in ANSWERS))
    sent = await play.ask_others(interaction, text, view, called)
    kind = ASKED_UNDO if question.kind == UNDO else ASKED_REPLACE
    await bot.asked.note(live, kind, question.id, user, asked, sent.message_id)
    for other in direct:
        await calling.write(live, other, text)


def _seat_text(interaction: play.Interaction, outcome: Outcome) -> str:
    consents = play.client(interaction).consents
    return asking.replace_answered(outcome, interaction.user.id, consents)


class QuestionButton(
    Lasting[discord.ui.Button[Any]],
    template=r"question:(?P<answer>yes|no):(?P<question>\d{1,9})",
):
    """Agree to what is asked, or not; the one who asked takes the question back with No."""

    def __init__(self, answer: str, question_id: int) -> None:
        yes, no = discord.ButtonStyle.success, discord.ButtonStyle.danger
        super().__init__(
            discord.ui.Button(
                label=ANSWERS[answer],
                style=yes if answer == "yes" else no,
                custom_id=f"question:{answer}:{question_id}",
            )
        )
        self.answer = answer
        self.question_id = question_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(match["answer"], int(match["question"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Somebody answers."""
        await play.defer(interaction)
        bot, user = play.client(interaction), interaction.user.id
        _, by = play.hand(interaction)
        outcome = await bot.consents.answer(self.question_id, by, yes=self.answer == "yes")
        if outcome.moved is not None:  # whatever becomes of the question
            bot.notifier.tell([outcome.moved])
        if outcome.question.kind == UNDO:
            asked = interaction.message.content if interaction.message else ""
            text = asking.undo_answered(outcome, user, asked)
        else:
            text = _seat_text(interaction, outcome)
        over: dict[str, Any] = {} if outcome.missing else {"view": None}
        await play.edit(interaction, content=clip(text, LONGEST), **over)
        if outcome.done and outcome.moved is None:
            await bot.notifier.flush_game(outcome.live.stored.id)
