"""Questions to several players, in words: what would be taken back, who is to take a seat."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from bot.games.consent import Consents, Outcome, Replacement, others_of, replacement
from bot.games.live import LiveGame
from bot.games.undoing import TakingBack
from bot.present import words
from bot.present.lines import log_lines
from bot.present.pages import shortened
from storage import Question

LEFT_OUT = "… and {} more moves: `/game log` shows all."
ROOM = 1500


def mentions(users: Sequence[int]) -> str:
    """Members as mentions."""
    return " ".join(map(words.mention, users))


def undo_question(live: LiveGame, user_id: int, taking: TakingBack) -> str:
    """What those are asked whose moves would go: it shows each of them."""
    lines = log_lines(words.names(live.game.state), live.game.history, taking.to)
    moves = words.count(len(taking.moves), "move")
    head = f"{mentions(taking.asked)}: <@{user_id}> asks to take back {moves}:"
    foot = "All who are named must agree. The question ends when somebody moves."
    return f"{head}\n{shortened(lines, LEFT_OUT, ROOM)}\n{foot}"


def replace_question(question: Question, consents: Consents, live: LiveGame) -> str:
    """What is asked before another member takes a seat."""
    wanted = replacement(question)
    others = others_of(live, wanted)
    whose = f"seat {wanted.number} of {words.mention(wanted.leaving)}"
    lines = [
        f"{words.mention(question.asker)} asks that {words.mention(wanted.by)} takes {whose}.",
        f"To agree: {mentions(consents.missing(question, live)) or 'nobody more'}.",
    ]
    if others:
        lines.append(
            f"If {words.mention(wanted.leaving)} does not answer, from "
            f"{format_dt(consents.votes_from(question), 'f')} on more than half of the others "
            f"({mentions(others)}) can decide with **Agree**."
        )
    return "\n".join(lines)


def undo_answered(outcome: Outcome, user_id: int, question: str) -> str:
    """The question after an answer."""
    if outcome.declined:
        if user_id == outcome.question.asker:
            return f"{question}\n<@{user_id}> no longer asks for it: nothing is taken back."
        return f"{question}\n<@{user_id}> does not agree: nothing is taken back."
    if outcome.missing:
        return f"{question}\n<@{user_id}> agrees. Still to answer: {mentions(outcome.missing)}."
    return f"{question}\nAll agreed: it is taken back."


def replace_answered(outcome: Outcome, user_id: int, consents: Consents) -> str:
    """The question about a seat after an answer."""
    wanted: Replacement = replacement(outcome.question)
    if outcome.declined:
        return f"<@{user_id}> does not agree: seat {wanted.number} stays as it is."
    if outcome.missing:
        agreed = mentions(outcome.question.agreed)
        return f"{replace_question(outcome.question, consents, outcome.live)}\nAgreed: {agreed}."
    leaving = words.mention(wanted.leaving)
    return f"{words.mention(wanted.by)} takes seat {wanted.number} of {leaving}."
