"""`python -m tests`: every check of this project, one after the other, until one fails.

pytest runs on all cores; more words go to it: `python -m tests -k storage`.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


def checks(arguments: list[str]) -> list[list[str]]:
    """The commands, each with its words."""
    return [
        [str(BIN / "ruff"), "check", "."],
        [str(BIN / "ruff"), "format", "--check", "."],
        [sys.executable, "-m", "mypy"],
        [str(BIN / "lint-imports")],
        [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments],
    ]


def main() -> int:
    """Run the checks; return the exit code of the first that fails."""
    for command in checks(sys.argv[1:]):
        name = " ".join([Path(command[0]).name, *command[1:]])
        print(f"== {name}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            print(f"== failed: {name}", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
