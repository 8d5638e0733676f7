"""Calls after the first one, in words: reminders, calls by others, and what a clock says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.games import reminders
from bot.games.facts import AskedStill, Nudged, Reminded, Returned, TimeUp
from bot.games.live import LiveGame
from bot.games.now import step_now
from bot.games.opening import open_seats
from bot.present import words
from bot.present.ask import what_now
from bot.present.digest import digest
from bot.present.layout import clip
from bot.present.offers import asking_line
from bot.present.pages import LONGEST

LAST = "This is the last reminder for this turn."
LAST_ASKED = "This is the last reminder of it."


def waited_text(live: LiveGame, fact: Reminded | Nudged | Returned | TimeUp) -> str:
    """What is said to or of the player for whom the game waits; nothing if it does so no more."""
    if not waits_for(live, fact.seat) or live.holder(fact.seat) != fact.user:
        return ""
    what = on_turn(live)
    if isinstance(fact, Nudged):
        return f"→ <@{fact.user}>: {what}. {words.player(live.game.state, fact.by)} asks for it."
    if isinstance(fact, Returned):
        return f"→ <@{fact.user}>: you are back, and it is your turn: {what}.{_late(fact.was_due)}"
    if isinstance(fact, Reminded):
        last = f" {LAST}" if fact.last else ""
        return f"→ <@{fact.user}>, a reminder: {what}.{last}{_late(fact.was_due)}"
    name = words.player(live.game.state, fact.seat)
    return (
        f"⏳ The time of **{name}** has run out: {what}. The others may call once more, pass for "
        f"{name} where that is allowed, or give the seat to somebody else.{_late(fact.was_due)}"
    )


ASKED = {
    reminders.UNDO: "may moves be taken back?",
    reminders.REPLACE: "may somebody else take a seat?",
}


def asked_text(live: LiveGame, fact: AskedStill) -> str:
    """What is said to a player who has not answered; nothing of an offer that has ended."""
    if fact.kind == reminders.OFFER:
        if live.offer is None or live.offer.id != fact.number:
            return ""
        what = asking_line(live.game, live.offer)
    else:
        what = f"{words.mention(fact.asker)} asks, {ASKED[fact.kind]}"
    last = f" {LAST_ASKED}" if fact.last else ""
    late = _late(fact.was_due)
    return f"→ <@{fact.user}>, a reminder: {what} You have not answered yet.{last}{late}"


def waits_for(live: LiveGame, seat: int) -> bool:
    """Whether the game waits for the player in a seat."""
    return seat in (open_seats(live) or (live.game.player_to_act,))


def on_turn(live: LiveGame) -> str:
    """What is to be decided: "**EIR**, track", or "draft"."""
    step = words.STEPS[step_now(live.game)]
    actor = live.game.actor
    return f"**{actor}**, {step}" if isinstance(actor, str) else step


def _late(was_due: int | None) -> str:
    return (
        f"\n-# Late, since the bot was away: this was due {stamp(was_due, 'f')}." if was_due else ""
    )


def with_details(live: LiveGame, seat: int, text: str, *, recent: bool, told: bool = False) -> str:
    """A call with its game, its round and what is expected; if `recent`, with what was done.

    `told` if the call says itself what was done last.
    """
    game = live.game
    name, round_ = words.player_name(live.stored.name, 60), words.round_name(game.state)
    lines = [text, f"-# {name} · {round_} · {what_now(game)}"]
    if recent:
        lines += [f"> {line}" for line in digest(live, seat, last=not told)]
    return clip("\n".join(lines), LONGEST)


def direct_text(live: LiveGame, user_id: int, text: str) -> str:
    """A call as its player gets it directly: without what is said to others, or his own name."""
    mention, lines = f"<@{user_id}>", text.splitlines()
    first = next((n for n, row in enumerate(lines) if mention in row), 0)
    called = "\n".join(lines[first:]).removeprefix("→ ").replace(f"{mention}, ", "")
    called = called.replace(f"{mention}: ", "").replace(mention, "you")
    name = words.player_name(live.stored.name, 60)
    return clip(called if name in called else f"{called}\n-# {name}", LONGEST)


def unreachable_text(user_id: int, what: str, *, first: bool) -> str:
    """The call in the channel of a player to whom no direct message can be sent."""
    why = (
        " I cannot write to you directly, so I call you here: allow direct messages from this "
        "server, or choose `/settings calls:channel`."
    )
    return f"→ <@{user_id}>: {what.rstrip('.')}.{why if first else ''}"


def stamp(at: datetime | int, style: str = "R") -> str:
    """A time as Discord shows it to everybody in his own zone: R how far it is, D or f when.

    >>> stamp(0), stamp(86_400, "D")
    ('<t:0:R>', '<t:86400:D>')
    """
    return f"<t:{at if isinstance(at, int) else int(at.timestamp())}:{style}>"


def times_lines(
    live: LiveGame, away: Mapping[int, datetime], ends: Mapping[int, datetime], now: datetime
) -> list[str]:
    """What the status says of clocks and absences."""
    names = words.names(live.game.state)
    lines = [
        f"The time of {names[seat]} {'runs' if at > now else 'ran'} out {stamp(at)}."
        for seat, at in ends.items()
        if seat not in away
    ]
    lines += [f"{names[seat]} is away until {stamp(at, 'f')}." for seat, at in away.items()]
    return lines
