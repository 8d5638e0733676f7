"""A process that has loaded the bot once, and forks it at each line that it is told.

A bot that is to be killed a thousand times loads its libraries once then: all else that a start
does is done each time.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import IO, Any

from tests.support.loopback import point_at

PACKAGES = ("bot", "cogs", "storage", "engine")


class Forked:
    """A bot that was forked, as far as a process that was started is like it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it runs."""
        return None if Path(f"/proc/{self.pid}").exists() else -signal.SIGKILL

    def kill(self) -> None:
        """End it as a power cut would."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it has ended."""
        while self.poll() is None:
            time.sleep(0.001)


class Nursery:
    """The process, to whoever wants a bot."""

    def __init__(self, address: str, folder: Path, env: dict[str, str], log: IO[bytes]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.nursery", address],
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            bufsize=1,
        )
        self._tell: Any = self._process.stdin
        self._hear: Any = self._process.stdout

    def begin(self) -> Forked:
        """Fork a bot."""
        self._tell.write("\n")
        return Forked(int(self._hear.readline()))

    def end(self) -> None:
        """End it; the bots that it forked must have ended."""
        self._process.kill()
        self._process.wait()


def main() -> None:
    """Load all, then fork at each line of the input."""
    point_at(sys.argv.pop(1))
    for package in map(import_module, PACKAGES):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if "__main__" not in module.name and "migrations" not in module.name:
                import_module(module.name)
    from bot.__main__ import main as run

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()
    told = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while sys.stdin.readline():
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(told)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            random.seed()
            run()
            os._exit(0)
        os.write(told, f"{pid}\n".encode())


if __name__ == "__main__":
    main()
