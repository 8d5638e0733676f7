"""Times as they are typed: how long until a reminder, until when somebody is away, a time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

from bot.games.hours import MORNING, zone_of
from bot.refusal import PlayerError
from storage import Preference

OFF = "off"
BACK = "back"
MOST_HOURS = 14 * 24
MOST_DAYS = 60
HOURS_OFFERED = (6, 12, 24, 48, 72)
DAYS_OFFERED = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)
SPAN = re.compile(r"(\d{1,3})\s*(h|hours?|d|days?|w|weeks?)?")
UNITS = {"h": 1, "d": 24, "w": 168}


def read_remind(text: str) -> int:
    """Hours until the first reminder, 0 for none.

    Raises:
        PlayerError: It is no such time.

    >>> read_remind("12"), read_remind("2 days"), read_remind("off")
    (12, 48, 0)
    """
    typed = text.strip().lower()
    if typed in {OFF, "none", "no", "never", "0"}:
        return 0
    found = SPAN.fullmatch(typed)
    hours = int(found[1]) * UNITS[(found[2] or "h")[0]] if found else 0
    if not 1 <= hours <= MOST_HOURS:
        raise PlayerError(
            "Write after how many hours or days you want to be reminded, such as `12` or `2 days` "
            f"(at most {MOST_HOURS // 24} days), or `off`."
        )
    return hours


def hours_offered() -> list[tuple[str, str]]:
    """(value, label) of intervals of reminders."""
    offered = [(str(hours), f"after {hours} hours") for hours in HOURS_OFFERED]
    return [*offered, (OFF, "never")]


def read_until(text: str, now: datetime, wanted: Preference) -> datetime | None:
    """Until when a member is away, in his zone: the morning of a day; None if he is back.

    Raises:
        PlayerError: It is no day of the next weeks.
    """
    typed = text.strip().lower()
    if typed in {BACK, "now", OFF}:
        return None
    zone = zone_of(wanted.zone)
    today = now.astimezone(zone).date()
    day = _day(typed, today)
    if day is None or not today < day <= today + timedelta(days=MOST_DAYS):
        raise PlayerError(
            "Choose a day from the list, or write it like `2026-12-24` or `5 days`: at most "
            f"{MOST_DAYS} days from now. `back` ends your absence."
        )
    return datetime.combine(day, MORNING, zone).astimezone(UTC)


def _day(typed: str, today: date) -> date | None:
    if typed == "tomorrow":
        return today + timedelta(days=1)
    found = SPAN.fullmatch(typed)
    if found is not None and (found[2] or "d")[0] != "h":
        return today + timedelta(days=int(found[1]) * UNITS[(found[2] or "d")[0]] // 24)
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None


def days_offered(now: datetime, wanted: Preference) -> list[tuple[str, str]]:
    """(value, label) of days on which a member may be back."""
    today = now.astimezone(zone_of(wanted.zone)).date()
    days = [(today + timedelta(days=n), n) for n in DAYS_OFFERED]
    offered = [
        (day.isoformat(), f"{day:%A}, {day.day} {day:%B} ({n} day{'s' * (n > 1)})")
        for day, n in days
    ]
    return [*offered, (BACK, "I am back")]


def zones_offered(now: datetime) -> list[tuple[str, str]]:
    """(value, label) of the time zones, each with its time now."""
    return [(name, f"{name} (now {now.astimezone(zone_of(name)):%H:%M})") for name in _zones()]


@cache
def _zones() -> tuple[str, ...]:
    """The IANA names that people know: those of cities, and UTC."""
    odd = ("Etc/", "SystemV/", "US/", "posix/", "right/")
    names = (name for name in available_timezones() if "/" in name and not name.startswith(odd))
    return ("UTC", *sorted(names))
