"""Prints how long the program takes to start: the whole bot, and each command without Discord.

    python -m benchmarks.start

The least of several starts, as processor time, so that neighbours on the machine do not count;
beside it the large libraries that were loaded.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys

STARTS = 7
MODULES = {
    "python itself": "sys",
    "replay": "bot.start.cmd_replay",
    "routes": "bot.start.cmd_routes",
    "picture": "bot.start.cmd_picture",
    "the bot": "bot.start.launch",
}
"""What is started, and the module that it loads."""
LARGE = ("discord", "sqlalchemy", "alembic", "rich", "resvg_py")
CODE = """
import json, sys
from importlib import import_module
if sys.argv[1] != "sys":
    import_module("bot.start.cli")
import_module(sys.argv[1])
print(json.dumps([name for name in sys.argv[2:] if name in sys.modules]))
"""


def start(module: str) -> tuple[float, list[str]]:
    """Seconds of processor time for one start, and the large libraries that it loaded."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", CODE, module, *LARGE], capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, json.loads(done.stdout)


def main() -> None:
    """Start everything and print a line each."""
    for name, module in MODULES.items():
        found = [start(module) for _ in range(STARTS)]
        print(f"{name:14} {min(s for s, _ in found):5.2f} s   {', '.join(found[0][1])}")


if __name__ == "__main__":
    main()
