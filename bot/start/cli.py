"""The command line: `python -m bot` runs the bot, its subcommands do without Discord."""

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

SUBCOMMANDS = {
    "replay": "cmd_replay",
    "routes": "cmd_routes",
    "picture": "cmd_picture",
    "export": "cmd_export",
    "report": "cmd_report",
    "verify": "cmd_verify",
    "backup": "cmd_backup",
    "restore": "cmd_restore",
    "games": "cmd_games",
    "doctor": "cmd_doctor",
    "copy": "cmd_copy",
}
"""Each subcommand and the module whose function of that name it runs."""


class Subcommands(TyperGroup):
    """Loads a subcommand only when it is asked for: each needs other libraries."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order of the help."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; typer reads its options from the function's signature."""
        if cmd_name not in SUBCOMMANDS:
            return None
        module = import_module(f"bot.start.{SUBCOMMANDS[cmd_name]}")
        if hasattr(module, "app"):  # it has subcommands of its own
            group = get_command(module.app)
            group.name = cmd_name
            return group
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(getattr(module, cmd_name))
        return get_command(single)


app = typer.Typer(cls=Subcommands, add_completion=False, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Run the bot: on Discord with a DISCORD_TOKEN, else at a local table in the browser."""
    if context.invoked_subcommand is None:
        _run_bot()


def _run_bot() -> None:
    """Discord's library is loaded only here, once the settings are known to be right."""
    from bot.refusal import StartError
    from bot.settings import load_settings

    try:
        settings = load_settings()
        import asyncio

        from bot.logs import configure_logs
        from bot.memory import settle
        from bot.start.launch import run

        configure_logs(settings.log_level, settings.log_form, settings.secrets)
        settle()
        asyncio.run(run(settings))
    except StartError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error
    except Exception as error:
        import structlog

        log = structlog.stdlib.get_logger(__name__)
        log.exception("the bot ends by a fault")  # by which its log tells no words of players
        raise typer.Exit(1) from error
