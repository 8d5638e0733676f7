"""Whose turn it is, in words: calls, refusals, and a game in a line."""

from __future__ import annotations

from bot.games.facts import Call
from bot.games.live import LiveGame
from bot.games.now import step_now
from bot.games.refusals import NotAnnounced, NotYourMove, NotYourTurn, WrongStep
from bot.games.undoing import NeedsConsent
from bot.present import words
from bot.present.ask import what_now
from bot.present.layout import clip
from bot.present.lines import move_line
from engine import Game, RuleViolation
from engine.actions import Exchange, Pass
from engine.events import EntityId

MOST_NAMED, LINE = 5, 220
"""So many moves of others are named in a refusal, and the most letters of each."""
CALL = "→ "
"""How the line begins that calls the next player."""


def who(game: Game, entity: EntityId) -> str:
    """The name of a player or company, with nothing in it that Discord would format or link."""
    return words.entity(words.names(game.state), entity)


def whose_turn(live: LiveGame) -> str:
    """Whose turn it is, as in "NWR's turn, led by Asha" or "Asha's turn"."""
    if live.game.step == "select" and not live.game.finished:
        return "the certificate selection of all"
    actor, seat = live.game.actor, live.game.player_to_act
    if isinstance(actor, str) and seat is not None:
        return f"{actor}'s turn, led by {who(live.game, seat)}"
    return f"{who(live.game, seat)}'s turn" if seat is not None else "nobody's turn"


def game_line(live: LiveGame) -> str:
    """A game in a line: its name, its channel, its players, how far it is, whose turn it is."""
    stored = live.stored
    turn = "over" if live.game.finished else whose_turn(live)
    where = f"in <#{stored.channel_id}>"
    if stored.channel_lost_at is not None:
        where = "whose channel is gone"
    return (
        f"**{words.player_name(stored.name, 60)}** {where}: {len(stored.seats)} players, "
        f"{len(live.game.history)} moves, {turn}"
    )


def call_text(game: Game, call: Call, picked: int | None = None) -> str:
    """The call of the player who decides next, for which company, in which step.

    `picked` is the seat that has just drafted a card.
    """
    step = words.STEPS[call.step]
    turn = f"**{call.actor}**, {step}" if isinstance(call.actor, str) else step
    if call.ping:
        return f"{CALL}<@{call.user}>: {turn}"
    if call.step == "draft" and call.seat == picked:
        return f"{CALL}{who(game, call.seat)} picks again"
    return f"{CALL}{who(game, call.seat)}: {turn}"


def on_now(game: Game) -> str:
    """The decision that is on: "**WR**, track" or "Asha's stock turn"."""
    step = words.STEPS[step_now(game)]
    if isinstance(game.actor, str):
        return f"**{game.actor}**, {step}"
    seat = game.player_to_act
    return f"{who(game, seat)}'s {step}" if seat is not None else step


# -- refusals ------------------------------------------------------------------------------------


def refusal(error: BaseException) -> str:
    """The words of a refusal, with the number of the rule where it is known."""
    if isinstance(error, NotYourTurn):
        return _not_your_turn(error.live)
    if isinstance(error, NotYourMove):
        mover = who(error.live.game, error.seat) if error.seat else "somebody else"
        return f"Only {mover}, who made the last move, can undo it."
    if isinstance(error, NeedsConsent):
        return _needs_consent(error)
    if isinstance(error, WrongStep):
        return f"{error} {what_now(error.live.game)}"
    if isinstance(error, NotAnnounced):
        return _not_announced(error)
    if isinstance(error, RuleViolation) and error.citation:
        return f"{error} ({error.citation})"
    return str(error)


def _not_your_turn(live: LiveGame) -> str:
    seat, turn = live.game.player_to_act, whose_turn(live)
    if seat is not None and live.holder(seat) is None:
        return (
            f"It is {turn}. Nobody has that seat yet: if it is yours, claim it with "
            f"`/game claim seat:{seat}`."
        )
    return f"It is {turn}. You can look things up with `/status` and `/treasury`."


def _needs_consent(error: NeedsConsent) -> str:
    """Which moves are not the member's own to take back."""
    live, numbers = error.live, error.taking.others
    names, history = words.names(live.game.state), live.game.history
    lines = [f"`{n}` {move_line(names, history[n - 1])}" for n in numbers[-MOST_NAMED:]]
    more = len(numbers) - len(lines)
    lines[:0] = [f"… and {words.count(more, 'move')} before"] if more else []
    return "\n".join([f"{error}", *(clip(line, LINE) for line in lines)])


def _not_announced(error: NotAnnounced) -> str:
    now = on_now(error.live.game)
    if isinstance(error.entry, Pass | Exchange):
        return (
            f"The turn went on before your command came. Now: {now}. `/pass` once more ends that."
        )
    return (
        f"The turn went on before your command came. Now: {now}. "
        "If you mean that, give the command once more."
    )
