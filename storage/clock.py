"""What time it is: the one place that asks, for all who are not told the time by somebody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Tells the time, in UTC. The bot hands one to everything that waits or counts days."""


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)
