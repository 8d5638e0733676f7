"""`python -m bot`."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl+C ends it quietly, even while the program is being loaded."""
    try:
        from bot.start.cli import app

        app(prog_name="python -m bot")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
