"""`python -m bot`."""

import io
import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl+C ends it quietly, even while the program is being loaded."""
    _prepare_streams()
    try:
        from bot.start.cli import app

        app(prog_name="python -m bot")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _prepare_streams() -> None:
    """Go on where a stream was closed by whoever started this, or cannot show every letter."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
