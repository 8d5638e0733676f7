"""The program as a person starts it: `python -m bot` in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.settings import Settings
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SETTINGS = tuple(name.upper() for name in Settings.model_fields)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Running:
    """A local table that is being served."""

    process: subprocess.Popen[str]
    url: str

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def interrupt(self, number: int = signal.SIGINT) -> Ended:
        """End it as Ctrl+C does, and wait until it has ended."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return Ended(self.process.returncode, out, err)


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """The environment with these settings and no others, data under `folder`."""
    kept = {key: value for key, value in os.environ.items() if key not in SETTINGS}
    paths = {"PYTHONPATH": str(ROOT), "DATA_DIR": str(folder / "data"), "TABLE_PORT": "0"}
    return {**kept, **paths, **settings}


def run_bot(
    folder: Path, *arguments: str, program: Sequence[str] = ("-m", "bot"), **settings: str
) -> Ended:
    """Run `python -m bot` (or what `program` says) in `folder` until it ends by itself."""
    done = subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env=environment(folder, **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_table(folder: Path, **settings: str) -> Iterator[Running]:
    """Serve a local table on a free port, its data under `folder`; killed at the end."""
    log = (folder / "table.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=environment(folder, **settings),
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    try:
        yield Running(process, _address(process, folder / "table.log"))
    finally:
        process.kill()
        process.communicate()
        log.close()


def _address(process: subprocess.Popen[str], log: Path) -> str:
    assert process.stdout is not None
    deadline = time.monotonic() + PATIENCE
    for line in process.stdout:
        if line.startswith("http://127.0.0.1:"):
            return line.strip()
        assert time.monotonic() < deadline, "the local table did not start in time"
    raise AssertionError(f"the local table ended: {log.read_text()}")
