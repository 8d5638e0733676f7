"""`python -m tests`: every check of this project, one after the other, until one fails.

`--lint` leaves pytest out. pytest runs on all cores; more words go to it, as in
`python -m tests -k storage`.
"""

import subprocess
import sys
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
PYTEST = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal"]


def main(arguments: list[str]) -> int:
    """Run the checks; return the exit code of the first that fails."""
    checks = LINTERS if arguments == [LINT_ONLY] else [*LINTERS, [*PYTEST, *arguments]]
    for command in checks:
        name = " ".join([Path(command[0]).name, *command[1:]])
        print(f"== {name}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            print(f"== failed: {name}", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
