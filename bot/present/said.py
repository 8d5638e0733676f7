"""Facts from the outbox in words: made when they are said, right also when that is late."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.facts import Arrived, Begun, Call, Fact, Revealed, Seated, Sentence, Told
from bot.games.live import LiveGame
from bot.present import words
from bot.present.lines import move_line
from bot.present.lobby import begun_line
from bot.present.reveal import reveal_line
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
    if isinstance(fact, Revealed):
        return Line(reveal_line(fact.secret))
    if isinstance(fact, Arrived):
        return _called(live, _arrived(live, fact), fact.call, fact.moves)
    if isinstance(fact, Begun):
        return _called(live, begun_line(fact), fact.call, 0)
    if isinstance(fact, Seated):
        return _called(live, _seated(fact), fact.call, fact.sequence)
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


def _arrived(live: LiveGame, fact: Arrived) -> str:
    state = live.game.state
    players = ", ".join(words.player(state, seat) for seat in state.players)
    by = words.player_name(fact.by) if fact.by else f"<@{fact.importer}>"
    return (
        f"{by} brings in the game **{words.player_name(fact.name, 60)}** "
        f"({players}; {words.count(fact.moves, 'move')})."
    )


def _seated(fact: Seated) -> str:
    player = "" if fact.player == fact.name else f", {words.player_name(fact.player)}"
    return f"{words.player_name(fact.name)} takes seat {fact.number}{player}."
