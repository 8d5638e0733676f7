"""The command line: `python -m bot` runs the bot, its subcommands do without Discord."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import typer

from bot.errors import StartError
from bot.logs import configure_logs
from bot.routes_cmd import routes
from bot.run import run
from bot.settings import load_settings
from storage import StorageError

SUBCOMMANDS: dict[str, Callable[..., Any]] = {"routes": routes}
"""Each subcommand and the function that it runs; typer reads its options from the signature."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Run the bot: on Discord with a DISCORD_TOKEN, else at a local table in the browser."""
    if context.invoked_subcommand is not None:
        return
    try:
        settings = load_settings()
        configure_logs(settings.log_level)
        asyncio.run(run(settings))
    except (StartError, StorageError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error


for name, function in SUBCOMMANDS.items():
    app.command(name)(function)
