"""`python -m bot`."""

from bot.cli import app


def main() -> None:
    """Run the command line."""
    app(prog_name="python -m bot")


if __name__ == "__main__":
    main()
