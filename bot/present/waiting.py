"""Answers to those who wait, who are away, or who put a reminder off; and what a clock is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.games.live import LiveGame
from bot.games.nudging import TooSoon
from bot.present import words
from bot.present.calling import stamp
from storage import GameClock


def away_text(until: datetime | None) -> str:
    """What a member is told who leaves, or who is back."""
    if until is None:
        return "Welcome back. You are called again, at once where a game waits for you."
    return (
        f"You are away until {stamp(until, 'f')}: you are not called, your clock stands still, and "
        "the status shows it. `/away until:back` ends that earlier."
    )


def nudged_text(live: LiveGame, called: Mapping[int, datetime], now: datetime) -> str:
    """Who is called, and when."""
    names = words.names(live.game.state)
    parts = [
        names[seat] if at <= now else f"{names[seat]} (away or asleep: {stamp(at)})"
        for seat, at in called.items()
    ]
    return f"Called: {words.listed(parts)}."


def too_soon(error: TooSoon) -> str:
    """Why nobody is called."""
    return f"That was done within the last day. Again {stamp(error.at)}."


def later_text(at: datetime) -> str:
    """When the next reminder comes."""
    return f"The next reminder comes {stamp(at)}, {stamp(at, 'f')}."


GIVE_AWAY = (
    "Choose who is to play on; all concerned are asked then, with buttons. "
    "By command: `/game replace`."
)


def who_plays_on(live: LiveGame, seat: int) -> str:
    """What the list asks from which another player for a seat is chosen."""
    return f"Who plays on for {words.plainly(live.game.state)[seat]}?"


def clock_text(clock: GameClock | None) -> str:
    """The clock of a game."""
    if clock is None:
        return "This game has no clock."
    return (
        f"The clock: {words.count(clock.hours, 'hour')} for each turn; what is not used is saved, "
        f"up to {words.count(clock.cap, 'hour')}. When the time is up, the others decide."
    )
