"""Facts from the outbox in words: made when they are said, right also when that is late."""

from __future__ import annotations

from dataclasses import dataclass

from discord.utils import escape_markdown

from bot.games.facts import Arrived, Call, Fact, Sentence, Told
from bot.games.live import LiveGame
from bot.present import words
from bot.present.lines import move_line
from bot.present.turns import call_text


@dataclass(frozen=True, slots=True)
class Line:
    """What is said, and the member whom it pings."""

    text: str
    pings: int | None = None


def line(live: LiveGame, fact: Fact) -> Line:
    """The words of a fact; the call is left out when the turn is no longer on."""
    if isinstance(fact, Sentence):
        return Line(fact.text, fact.calls)
    if isinstance(fact, Arrived):
        return _called(live, _arrived(fact), fact.call, fact.moves)
    return _called(live, _told(live, fact), fact.call, fact.sequence)


def _called(live: LiveGame, text: str, call: Call | None, sequence: int) -> Line:
    if call is None or live.since > sequence:
        return Line(text)
    return Line(f"{text}\n{call_text(live.game, call)}", call.user if call.ping else None)


def _told(live: LiveGame, told: Told) -> str:
    text = move_line(words.names(live.game.state), told.made)
    if told.kind == "undo":
        return f"↩ Taken back: {text}"
    return f"↪ Brought back: {text}" if told.kind == "redo" else text


def _arrived(fact: Arrived) -> str:
    players = ", ".join(map(words.player_name, fact.players))
    return (
        f"<@{fact.importer}> brings in the game **{escape_markdown(fact.name)}** "
        f"({players}; {fact.moves} moves)."
    )
