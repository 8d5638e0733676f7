"""One use of the bot: its reference in the logs, how soon it was answered, what came of it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog

from bot import measures

log = structlog.stdlib.get_logger(__name__)

KEY = "use"
DONE, REFUSED, FAILED, UNKNOWN = "done", "refused", "failed", "unknown"
COMMAND, COMPONENT, FORM, CHOICES = "command", "component", "form", "choices"
KINDS = {
    discord.InteractionType.component: COMPONENT,
    discord.InteractionType.modal_submit: FORM,
    discord.InteractionType.autocomplete: CHOICES,
}


@dataclass
class Use:
    """An interaction from its coming in: `began` is the second of a clock that never goes back.

    That clock is `perf_counter`: the local table makes `monotonic` stand still while it answers.
    """

    kind: str
    name: str
    began: float
    reference: str = field(default_factory=lambda: secrets.token_hex(3))
    answered: float | None = None
    """Seconds until Discord had taken the first answer."""
    over: bool = False


def use_of(interaction: discord.Interaction[Any]) -> Use:
    """The use that an interaction is; at first sight its reference goes into all logs of it."""
    found: Use | None = interaction.extras.get(KEY)
    if found is None:
        kind = KINDS.get(interaction.type, COMMAND)
        found = interaction.extras[KEY] = Use(kind, name_of(interaction), time.perf_counter())
        structlog.contextvars.bind_contextvars(reference=found.reference)
    return found


def name_of(interaction: discord.Interaction[Any]) -> str:
    """What was used: a command, or the first word of a button's id, which names its kind."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id") or data.get("name") or "").partition(":")[0][:40]


def answered(interaction: discord.Interaction[Any]) -> None:
    """Note that Discord has taken an answer; the first one counts."""
    use: Use | None = interaction.extras.get(KEY)
    if use is not None and use.answered is None:
        use.answered = time.perf_counter() - use.began
        measures.acknowledged.labels(use.kind).observe(use.answered)


def ended(interaction: discord.Interaction[Any], outcome: str) -> None:
    """Count a use and tell the log of it, once."""
    use = use_of(interaction)
    if use.over:
        return
    use.over = True
    name = "" if outcome == UNKNOWN else use.name  # what others send is no name of a metric
    measures.used.labels(use.kind, name, outcome).inc()
    (log.debug if use.kind == CHOICES else log.info)(
        "used",
        kind=use.kind,
        name=use.name,
        outcome=outcome,
        answered_ms=None if use.answered is None else round(use.answered * 1000),
        took_ms=round((time.perf_counter() - use.began) * 1000),
        guild=interaction.guild_id,
        channel=interaction.channel_id,
    )
