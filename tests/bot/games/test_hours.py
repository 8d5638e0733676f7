"""Quiet hours and mornings by the wall clock, also on days on which it is put forward or back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.games.hours import (
    MOST,
    awake,
    following,
    may_be_asked,
    morning_after,
    read_quiet,
    reminder,
    zone_of,
)
from bot.refusal import PlayerError
from storage import Preference

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def quiet(text: str, zone: str = "UTC") -> Preference:
    begins, ends = read_quiet(text) or (None, None)
    return Preference(1, quiet_from=begins, quiet_to=ends, zone=zone)


@pytest.mark.parametrize(
    ("hours", "zone", "at", "then"),
    [
        ("22-7", "UTC", "2026-05-01 21:59", "2026-05-01 21:59"),
        ("22-7", "UTC", "2026-05-01 22:00", "2026-05-02 07:00"),
        ("22-7", "UTC", "2026-05-02 06:59", "2026-05-02 07:00"),
        ("22-7", "UTC", "2026-05-02 07:00", "2026-05-02 07:00"),
        ("9-17:30", "UTC", "2026-05-02 12:00", "2026-05-02 17:30"),
        ("9-17:30", "UTC", "2026-05-02 08:00", "2026-05-02 08:00"),
        # Berlin puts its clock forward on 29 March 2026 at 01:00 UTC, and back on 25 October
        ("22-7", BERLIN, "2026-03-27 22:00", "2026-03-28 06:00"),
        ("22-7", BERLIN, "2026-03-28 22:00", "2026-03-29 05:00"),
        ("22-7", BERLIN, "2026-03-29 04:30", "2026-03-29 05:00"),
        ("22-7", BERLIN, "2026-10-24 21:00", "2026-10-25 06:00"),
        ("22-7", BERLIN, "2026-10-25 05:30", "2026-10-25 06:00"),
        # an end in the hour that is left out, or that comes twice
        ("22-2:30", BERLIN, "2026-03-29 00:00", "2026-03-29 01:30"),
        ("22-2:30", BERLIN, "2026-10-25 00:15", "2026-10-25 00:30"),
        ("22-2:30", BERLIN, "2026-10-25 01:15", "2026-10-25 01:30"),
        # New York: on 8 March 2026 at 07:00 UTC, and on 1 November at 06:00 UTC
        ("23-6", NEW_YORK, "2026-03-08 04:30", "2026-03-08 10:00"),
        ("23-6", NEW_YORK, "2026-03-07 05:30", "2026-03-07 11:00"),
        ("23-6", NEW_YORK, "2026-11-01 03:30", "2026-11-01 11:00"),
        ("23-6", NEW_YORK, "2026-10-31 03:30", "2026-10-31 10:00"),
    ],
)
def test_quiet_hours_end_by_the_wall_clock(hours: str, zone: str, at: str, then: str) -> None:
    assert awake(utc(at), quiet(hours, zone)) == utc(then)


@pytest.mark.parametrize(
    ("zone", "at", "then"),
    [
        (BERLIN, "2026-03-28 11:00", "2026-03-29 06:00"),
        (BERLIN, "2026-03-27 23:30", "2026-03-29 06:00"),
        (BERLIN, "2026-10-24 11:00", "2026-10-25 07:00"),
        (NEW_YORK, "2026-03-07 18:00", "2026-03-08 12:00"),
        (NEW_YORK, "2026-11-01 02:00", "2026-11-01 13:00"),
    ],
)
def test_not_today_is_the_morning_of_the_next_day_there(zone: str, at: str, then: str) -> None:
    assert morning_after(utc(at), Preference(1, zone=zone)) == utc(then)


def test_the_morning_waits_for_the_end_of_quiet_hours() -> None:
    wanted = quiet("22-9:30", BERLIN)
    assert morning_after(utc("2026-03-28 11:00"), wanted) == utc("2026-03-29 07:30")


def test_who_is_away_is_asked_when_he_is_back_and_awake() -> None:
    wanted = Preference(
        1, quiet_from=22 * 60, quiet_to=7 * 60, away_until=utc("2026-05-09 23:00"), zone="UTC"
    )
    assert may_be_asked(utc("2026-05-01 12:00"), wanted) == utc("2026-05-10 07:00")
    assert may_be_asked(utc("2026-05-11 12:00"), wanted) == utc("2026-05-11 12:00")


def test_the_intervals_grow_and_end() -> None:
    wanted, began = Preference(1, remind=12), utc("2026-05-01 12:00")
    hours = [(reminder(began, wanted, n) - began) // timedelta(hours=1) for n in range(1, MOST + 1)]
    assert hours == [12, 36, 84, 180, 372]
    assert following(began, wanted, 0, began) == (1, reminder(began, wanted, 1))
    assert following(began, wanted, 1, began + timedelta(hours=40)) == (
        3,
        reminder(began, wanted, 3),
    )
    assert following(began, wanted, MOST, began) is None
    assert following(began, wanted, 0, began + timedelta(hours=372)) is None
    assert following(began, Preference(1, remind=0), 0, began) is None


@pytest.mark.parametrize("text", ["", "7", "22-22", "25-7", "22:70-7", "x" * 5000, "-1-5"])
def test_what_are_no_hours_is_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        read_quiet(text)


@pytest.mark.parametrize("name", ["", "Berlin", "../etc/passwd", "Europe/Nowhere", "x" * 5000])
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(PlayerError):
        zone_of(name)
