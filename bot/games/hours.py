"""Hours of people: quiet hours in their time zone, the next morning, and growing intervals.

All times that go in and come out are in UTC; only here they are those of a wall clock.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.refusal import PlayerError
from storage import Preference

MOST = 5
"""So many reminders come of the same turn."""
MORNING = time(8)
"""Nobody is reminded before this time on a day on which he wanted to be reminded again."""
SPAN = re.compile(r"(\d{1,2})(?::(\d\d))?\s*(?:-|–|to|until)\s*(\d{1,2})(?::(\d\d))?")
DAY_MINUTES = 24 * 60


def read_quiet(text: str) -> tuple[int, int] | None:
    """Quiet hours as a member types them, in minutes of the day; None for none.

    Raises:
        PlayerError: They are no hours.

    >>> read_quiet("22-7"), read_quiet("23:30 - 06:15"), read_quiet("off")
    ((1320, 420), (1410, 375), None)
    """
    if text.strip().lower() in {"off", "none", "no", "-"}:
        return None
    found = SPAN.fullmatch(text.strip().lower())
    if found is not None:
        hours, minutes = (int(found[1]), int(found[3])), (int(found[2] or 0), int(found[4] or 0))
        first, last = (60 * hour + minute for hour, minute in zip(hours, minutes, strict=True))
        first, last = (0 if end == DAY_MINUTES else end for end in (first, last))
        if max(first, last) < DAY_MINUTES and max(minutes) < 60 and first != last:
            return first, last
    raise PlayerError("Write quiet hours like `22-7` or `23:30-06:15`, or `off` for none.")


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that IANA name. Raises PlayerError for another name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise PlayerError(
            "That is no time zone: choose one from the list, such as `Europe/Berlin`."
        ) from error


def awake(at: datetime, wanted: Preference) -> datetime:
    """The first time from `at` on at which a member may be reminded: after his quiet hours."""
    if wanted.quiet_from is None or wanted.quiet_to is None:
        return at
    local = at.astimezone(zone_of(wanted.zone))
    minute = 60 * local.hour + local.minute
    begins, ends = wanted.quiet_from, wanted.quiet_to
    quiet = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
    if not quiet:
        return at
    day = local.date() + timedelta(days=minute >= ends)
    end = datetime.combine(day, time(*divmod(ends, 60)), local.tzinfo)
    if end.astimezone(UTC) <= at:  # the clock is put back: the end comes a second time
        end = end.replace(fold=1)
    return end.astimezone(UTC)


def morning_after(at: datetime, wanted: Preference) -> datetime:
    """The morning of the next day in the zone of a member, after his quiet hours."""
    zone = zone_of(wanted.zone)
    day = at.astimezone(zone).date() + timedelta(days=1)
    return awake(datetime.combine(day, MORNING, zone).astimezone(UTC), wanted)


def may_be_asked(at: datetime, wanted: Preference) -> datetime:
    """The first time from `at` on at which a member is neither away nor has quiet hours."""
    if wanted.away_until is not None and wanted.away_until > at:
        at = wanted.away_until
    return awake(at, wanted)


def reminder(began: datetime, wanted: Preference, number: int) -> datetime:
    """When the reminder of that number would come, with hours that grow: 1, 3, 7, 15, 31 times."""
    times: int = 2**number - 1
    return began + timedelta(hours=wanted.remind * times)


def following(
    began: datetime, wanted: Preference, after: int, now: datetime
) -> tuple[int, datetime] | None:
    """The next reminder after so many: its number, and when it may come; None if there is none."""
    if not wanted.remind:
        return None
    times = ((n, reminder(began, wanted, n)) for n in range(after + 1, MOST + 1))
    return next(((n, may_be_asked(at, wanted)) for n, at in times if at > now), None)
