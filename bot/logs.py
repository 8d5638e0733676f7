"""Logs on standard error: lines for people, or JSON; the libraries' messages too.

What a player holds, types or is shown never gets into them, nor a token. So of an error they tell
its kind and where it happened, not its words, which might quote any of that.
"""

import logging
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import aiohttp
import discord
import structlog

from storage.errors import Busy, Unsure

Form = Literal["text", "json"]
MASK = "[masked]"
WORDS = (
    ArithmeticError,
    AttributeError,
    ImportError,
    NameError,
    OSError,
    TimeoutError,
    TypeError,
    aiohttp.ClientError,
    Busy,
    Unsure,
)
"""Errors whose words tell of code, files and connections alone; those of others are left out."""


def configure_logs(level: str, form: Form = "text", secrets: Sequence[str] = ()) -> None:
    """Send all logs of `level` and above to standard error, one line each with its context.

    The `secrets` are masked wherever they would stand.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form, shared, secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("aiohttp.access", "aiosqlite", "alembic", "asyncio", "discord"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
    logging.getLogger("discord.client").addFilter(_reconnecting)


def formatter(
    form: Form,
    foreign: Sequence[structlog.typing.Processor] = (),
    secrets: Sequence[str] = (),
) -> logging.Formatter:
    """Makes the lines; `foreign` is what happens to the libraries' messages first."""
    renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    if form == "json":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    hidden = sorted(filter(None, secrets), key=len, reverse=True)

    def masked(_logger: object, _method: str, line: Any) -> Any:
        for secret in hidden:
            line = line.replace(secret, MASK)
        return line

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*foreign, _template],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _plain,
            renderer,
            masked,
        ],
    )


def plain(error: BaseException) -> str:
    """An error without words that might quote somebody: its kind, and what Discord's number is."""
    name = type(error).__name__
    if isinstance(error, discord.HTTPException):
        return f"{name} (status {error.status}, code {error.code})"
    if isinstance(error, WORDS) and str(error):
        return f"{name}: {error}"
    return name


def told(error: BaseException) -> str:
    """An error with the places where it happened, and those that led to it, the first first."""
    parts = []
    for one, how in _chain(error):
        stack = "".join(traceback.format_tb(one.__traceback__))
        parts.append(f"{stack}{plain(one)}{how}")
    return "\n".join(reversed(parts))


def _chain(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    one: BaseException | None = error
    seen: set[int] = set()
    how = ""
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one, how
        how = " - of which came:" if one.__cause__ else " - and while that was seen to:"
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _plain(_logger: object, _method: str, event: structlog.typing.EventDict) -> Any:
    """Put errors into words of their own, wherever they stand."""
    about = event.pop("exc_info", None)
    if about is True:
        about = sys.exc_info()
    if isinstance(about, tuple):
        about = about[1]
    for key, value in event.items():
        if isinstance(value, BaseException):
            event[key] = plain(value)
    if isinstance(about, BaseException):
        event["exception"] = told(about)
    return event


def _template(_logger: object, _method: str, event: structlog.typing.EventDict) -> Any:
    """Of a library's message about an error keep what it says always, not what it fills in."""
    record = event.get("_record")
    if isinstance(record, logging.LogRecord) and (record.exc_info or record.name == "asyncio"):
        event["event"] = str(record.msg).partition("\n")[0]
    return event


def _reconnecting(record: logging.LogRecord) -> bool:
    """Let discord.py say in a line, without a traceback, that it tries to connect again."""
    if record.exc_info and record.exc_info[1] and "reconnect" in record.getMessage():
        record.msg = f"{record.getMessage()} ({plain(record.exc_info[1])})"
        record.args, record.exc_info = (), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True
