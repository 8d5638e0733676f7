"""The command line: `python -m bot` runs the bot, its subcommands do without Discord."""

import sys
from collections.abc import Callable
from typing import Any

import typer

from bot.start.cmd_export import export
from bot.start.cmd_picture import draw_picture
from bot.start.cmd_replay import replay
from bot.start.cmd_routes import routes

SUBCOMMANDS: dict[str, Callable[..., Any]] = {
    "replay": replay,
    "routes": routes,
    "picture": draw_picture,
    "export": export,
}
"""Each subcommand and the function that it runs; typer reads its options from the signature."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Run the bot: on Discord with a DISCORD_TOKEN, else at a local table in the browser."""
    if context.invoked_subcommand is None:
        _run_bot()


def _run_bot() -> None:
    """Discord's library is loaded only here: subcommands start in a fraction of the time."""
    import asyncio

    from bot.refusal import StartError
    from bot.start.launch import run
    from bot.start.logs import configure_logs
    from bot.start.settings import load_settings
    from storage import StorageError

    try:
        settings = load_settings()
        configure_logs(settings.log_level)
        asyncio.run(run(settings))
    except (StartError, StorageError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error


for name, function in SUBCOMMANDS.items():
    app.command(name)(function)
