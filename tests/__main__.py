"""`python -m tests`: every check of this project, side by side; the last line says how it went.

`--lint` leaves pytest out. pytest runs on all cores; more words go to it, as in
`python -m tests -k storage`. What the other checks print comes when they have ended.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
LINT_ONLY = "--lint"
LINTERS = [
    [str(BIN / "ruff"), "check", "."],
    [str(BIN / "ruff"), "format", "--check", "."],
    [sys.executable, "-m", "mypy"],
    [str(BIN / "lint-imports")],
]
WORKERS = (os.cpu_count() or 1) + 1
"""One more than there are cores, for the times when a test waits for a disk or a process."""
PYTEST = [sys.executable, "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal"]

MEMORY = Path("/", "dev", "shm")
ROOM = 2 * 1024**3
"""Bytes that all temporary folders of a run fit in."""

TRAVERSED = 0o711
"""A PostgreSQL server that root starts runs as nobody, and has its folder in there."""


def main(arguments: list[str]) -> int:
    """Run the checks; return the exit code of the first that failed."""
    tests = [] if arguments == [LINT_ONLY] else [[*PYTEST, *arguments]]
    with (
        tempfile.TemporaryDirectory(prefix="tests-", dir=_memory()) as folder,
        ThreadPoolExecutor(1) as beside,
    ):
        Path(folder).chmod(TRAVERSED)
        env = _env(folder)
        linted = beside.map(lambda command: _run(command, env, later=True), LINTERS)
        codes = [_run(command, env) for command in tests] + list(linted)
    failed = [code for code in codes if code]
    print("== failed" if failed else "== all is well", flush=True)
    return failed[0] if failed else 0


def _run(command: list[str], env: dict[str, str], *, later: bool = False) -> int:
    """Run a check; what it prints is shown as it comes, or at its end. Returns its exit code."""
    name = " ".join([Path(command[0]).name, *command[1:]])
    output = subprocess.PIPE if later else None
    if not later:
        print(f"== {name}", flush=True)
    done = subprocess.run(
        command, cwd=ROOT, env=env, check=False, stdout=output, stderr=subprocess.STDOUT, text=True
    )
    how = f"failed ({done.returncode})" if done.returncode else "passed"
    print(f"{done.stdout or ''}== {name}: {how}", flush=True)
    return done.returncode


def _memory() -> Path | None:
    """A folder in memory: a disk that must write for certain takes a third of the time."""
    there = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return MEMORY if there and shutil.disk_usage(MEMORY).free >= ROOM else None


def _env(folder: str) -> dict[str, str]:
    """The environment, with compiled modules kept: each of some hundred processes reads them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "TMPDIR": folder}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
