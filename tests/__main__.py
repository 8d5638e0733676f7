"""`python -m tests`: every check of this project, one after the other, until one fails.

`--lint` leaves pytest out. pytest runs on all cores; more words go to it, as in
`python -m tests -k storage`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
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


def main(arguments: list[str]) -> int:
    """Run the checks; return the exit code of the first that fails."""
    checks = LINTERS if arguments == [LINT_ONLY] else [*LINTERS, [*PYTEST, *arguments]]
    with tempfile.TemporaryDirectory(prefix="tests-", dir=_memory()) as folder:
        for command in checks:
            name = " ".join([Path(command[0]).name, *command[1:]])
            print(f"== {name}", flush=True)
            code = subprocess.run(command, cwd=ROOT, check=False, env=_env(folder)).returncode
            if code:
                print(f"== failed: {name}", file=sys.stderr)
                return code
    return 0


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
