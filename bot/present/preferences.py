"""A member's own settings in words."""

from __future__ import annotations

from datetime import datetime

from bot.games.hours import MOST
from bot.present import words
from bot.present.calling import stamp
from storage import Preference
from storage.preferences import BOTH, CHANNEL, DIRECT

CALLS = {
    CHANNEL: "in the channel",
    DIRECT: "by direct message",
    BOTH: "in the channel and by direct message",
}


def settings_text(
    wanted: Preference, now: datetime, *, contrast: bool, numbers: bool, in_words: bool
) -> str:
    """All settings of a member."""
    colours = "high contrast" if contrast else "the usual colours"
    tiles = "with" if numbers else "without"
    lines = [
        f"Your pictures come in {colours}, {tiles} the numbers of tiles"
        + (", and in words as a file." if in_words else "."),
        f"You are called {CALLS[wanted.calls]}.",
        remind_line(wanted),
        quiet_line(wanted),
    ]
    if wanted.unreachable and wanted.calls != CHANNEL:
        lines[1] += " But I could not write to you: allow direct messages from this server."
    if wanted.away_until is not None and wanted.away_until > now:
        lines.append(f"You are away until {stamp(wanted.away_until, 'f')}; `/away until:back`.")
    return "\n".join(lines)


def remind_line(wanted: Preference) -> str:
    """When a member is reminded."""
    if not wanted.remind:
        return "You are not reminded of your turn."
    after = words.count(wanted.remind, "hour")
    return f"You are reminded after {after}, then ever more seldom, {MOST} times at most."


def quiet_line(wanted: Preference) -> str:
    """When no reminder comes."""
    if wanted.quiet_from is None or wanted.quiet_to is None:
        return f"You have no quiet hours. Your time zone is {wanted.zone}."
    hours = " to ".join(clock_time(minute) for minute in (wanted.quiet_from, wanted.quiet_to))
    return f"No reminder comes from {hours} ({wanted.zone})."


def clock_time(minute: int) -> str:
    """A minute of the day.

    >>> clock_time(1350)
    '22:30'
    """
    return f"{minute // 60:02}:{minute % 60:02}"
