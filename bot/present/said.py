"""Facts from the outbox in words: made when they are said, right also when that is late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.facts import (
    AheadEnded,
    AheadMade,
    Arrived,
    AskedStill,
    Begun,
    Call,
    Chose,
    Closing,
    Fact,
    Freed,
    ListUsedUp,
    Nudged,
    Reminded,
    Returned,
    Revealed,
    Scored,
    Seated,
    Sentence,
    TimeUp,
    Told,
)
from bot.games.live import LiveGame
from bot.games.now import step_now
from bot.games.opening import open_seats
from bot.present import words
from bot.present.calling import asked_text, waited_text
from bot.present.layout import clip
from bot.present.lines import move_line
from bot.present.lobby import begun_line
from bot.present.pages import LONGEST
from bot.present.privacy import freed_line
from bot.present.reveal import reveal_line
from bot.present.scores import closing_line, scores_text
from bot.present.turns import CALL, call_text
from engine import keep_count


@dataclass(frozen=True, slots=True)
class Line:
    """What is said, the members whom it pings, and whether it has a button for a decision."""

    text: str
    pings: tuple[int, ...] = ()
    button: bool = False


def line(live: LiveGame, fact: Fact) -> Line:
    """The words of a fact; the call is left out when the turn is no longer on."""
    if isinstance(fact, Sentence):
        return Line(fact.text, (fact.calls,) if fact.calls else (), button=bool(fact.calls))
    if isinstance(fact, Closing | Freed | Revealed):
        return Line(_plainly(fact))
    if isinstance(fact, Arrived):
        return _called(live, _arrived(live, fact), fact.call, fact.moves)
    if isinstance(fact, Begun):
        return _called(live, begun_line(fact), fact.call, 0)
    if isinstance(fact, Scored):
        return Line(clip(scores_text(words.names(live.game.state), fact), LONGEST))
    if isinstance(fact, Chose):
        return _chose(live, fact)
    if isinstance(fact, ListUsedUp):
        return _used_up(live, fact)
    if isinstance(fact, AheadMade | AheadEnded):
        return Line("")  # for one player only
    if isinstance(fact, Reminded | AskedStill | Nudged | Returned | TimeUp):
        return _waited(live, fact)
    if isinstance(fact, Seated):
        return _called(live, _seated(fact), fact.call, fact.sequence)
    picked = fact.made.seat if fact.kind == "move" and fact.made.step == "draft" else None
    return _called(live, _told(live, fact), fact.call, fact.sequence, picked)


def _plainly(fact: Closing | Freed | Revealed) -> str:
    """What calls nobody, and names no player."""
    if isinstance(fact, Revealed):
        return reveal_line(fact.secret)
    return closing_line(fact) if isinstance(fact, Closing) else freed_line(fact)


def _waited(live: LiveGame, fact: Reminded | AskedStill | Nudged | Returned | TimeUp) -> Line:
    """A call after the first one; what is asked beside a turn has buttons of its own."""
    if isinstance(fact, AskedStill):
        text = asked_text(live, fact)
        return Line(text, (fact.user,) if text else ())
    text = waited_text(live, fact)
    pings = (fact.user,) if text and not isinstance(fact, TimeUp) else ()
    return Line(text, pings, button=bool(pings))


def has_card(told: Told) -> bool:
    """Whether a move stands on the card of a turn: a choice of the selection or draft does not.

    Such a choice is one sentence, which reads best beside the call of the next one.
    """
    return told.made.step not in {"select", "draft"}


def call_line(live: LiveGame, told: Told, *, recalled: bool) -> Line | None:
    """The call of the player who decides after an entry, a message beside the card of its turn.

    With `recalled` somebody waits who was called before a move was taken or brought back.
    """
    call = told.call
    if call is None or live.since > told.sequence:
        return None
    text = call_text(live.game, call)
    if call.ping and call.user:
        return Line(text, (call.user,), button=True)
    if recalled and told.kind != "move":
        return Line(f"{BACK[told.kind]}, so the turn is another's now.\n{text}")
    return None


def done_text(live: LiveGame, taken: Sequence[Told], user_id: int) -> str:
    """What the player himself is answered whose moves were taken: that, and who is next."""
    last = taken[-1]
    text = BACK.get(last.kind, "Done")
    if last.count > 1:
        text += f", {last.count} moves"
    text = f"{text}. {_next_text(live, user_id)}"
    if len(taken) > 1:
        text += (
            f"\nThese are {len(taken)} moves in the log: `/game undo` takes them back one by one."
        )
    return text


def _next_text(live: LiveGame, user_id: int) -> str:
    game = live.game
    seat = game.player_to_act
    if seat is None:
        return "The game is over."
    step = words.STEPS[step_now(game)]
    what = f"**{game.actor}**, {step}" if isinstance(game.actor, str) else step
    if live.holder(seat) == user_id:
        return f"Next for you: {what}."
    return f"Next: {words.player(game.state, seat)}, {what}."


BACK = {"undo": "↩ Taken back", "redo": "↪ Brought back"}


def _called(
    live: LiveGame, text: str, call: Call | None, sequence: int, picked: int | None = None
) -> Line:
    if call is None or live.since > sequence:
        return Line(text)
    if call.step == "select":
        return _all_called(live, text)
    pings = (call.user,) if call.ping and call.user else ()
    return Line(f"{text}\n{call_text(live.game, call, picked)}", pings, button=bool(pings))


def _all_called(live: LiveGame, text: str) -> Line:
    """The selection calls all who have not chosen, for they choose at the same time."""
    seats = open_seats(live)
    found = (live.holder(seat) for seat in seats)
    holders = tuple(dict.fromkeys(user for user in found if user is not None))
    who = " ".join(f"<@{user}>" for user in holders) or "All"
    count = keep_count(live.game.state)
    call = (
        f"{CALL}{who}: certificate selection, all at the same time. **Show my hand**, and keep "
        f"{count} certificates; nobody sees which."
    )
    return Line(f"{text}\n{call}", holders, button=True)


def _chose(live: LiveGame, fact: Chose) -> Line:
    names = words.names(live.game.state)
    text = f"**{names[fact.seat]}** has chosen which certificates to keep"
    if not fact.waiting:
        return Line(f"{text}.")
    waiting = words.listed([names[seat] for seat in fact.waiting])
    return Line(f"{text}. Still to choose: {waiting}.", button=bool(open_seats(live)))


def _used_up(live: LiveGame, fact: ListUsedUp) -> Line:
    name = words.player(live.game.state, fact.seat)
    text = f"The draft list of **{name}** is used up: none of its cards is open any more."
    if live.sequence > fact.sequence or fact.user is None:
        return Line(text)
    return Line(f"{text}\n{CALL}<@{fact.user}>: draft", (fact.user,), button=True)


def _told(live: LiveGame, told: Told) -> str:
    names = words.names(live.game.state)
    if told.kind == "move":
        return f"{move_line(names, told.made, told.why)}{_certificates(told)}"
    text = move_line(names, told.made)
    if told.count > 1:
        text = f"{told.count} moves, the first of them: {text}"
    if told.kind == "redo":
        return f"↪ Brought back: {text}"
    agreed = words.listed([names[seat] for seat in told.agreed])
    return f"↩ Taken back: {text}" + (f" ({agreed} agreed)" if agreed else "")


def _certificates(told: Told) -> str:
    if told.certificates is None:
        return ""
    held, limit = told.certificates
    return f" ({held} of {limit} certificates)"


def _arrived(live: LiveGame, fact: Arrived) -> str:
    state = live.game.state
    players = ", ".join(words.player(state, seat) for seat in state.players)
    by = words.player_name(fact.by) if fact.by else words.mention(fact.importer)
    return (
        f"{by} brings in the game **{words.player_name(fact.name, 60)}** "
        f"({players}; {words.count(fact.moves, 'move')})."
    )


def _seated(fact: Seated) -> str:
    player = "" if fact.player == fact.name else f", {words.player_name(fact.player)}"
    return f"{words.player_name(fact.name)} takes seat {fact.number}{player}."
