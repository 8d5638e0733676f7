"""Logs: structlog's key=value lines on standard error, for the libraries' messages too."""

import logging
import sys

import structlog


def configure_logs(level: str) -> None:
    """Send all logs of `level` and above to standard error, one line each with its context."""
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
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.dev.ConsoleRenderer(
                    colors=sys.stderr.isatty(),
                    exception_formatter=structlog.dev.plain_traceback,
                ),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("aiosqlite", "alembic", "asyncio", "discord"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
    logging.getLogger("discord.client").addFilter(_reconnecting)


def _reconnecting(record: logging.LogRecord) -> bool:
    """Let discord.py say in a line, without a traceback, that it tries to connect again."""
    if record.exc_info and record.exc_info[1] and "reconnect" in record.getMessage():
        record.msg = f"{record.getMessage()} ({record.exc_info[1]})"
        record.args, record.exc_info = (), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True
