"""Puts small faults into the rules, one at a time, and prints those that no test notices.

    python -m benchmarks.mutations [--minutes 25] [--only steps/track] [--seed 1] [--workers 2]

The faults are tried in an order drawn from the seed until the time is over. Each runs, in a fork of
its own, the quick tests that call the function in which it lies (all quick tests, where it lies in
data or outside of functions). Faults that change nothing a player could see are listed with the
reason in `benchmarks/harmless.txt`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import pickle
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import hypothesis  # noqa: F401  # what tests need is imported once, before the forks
import msgspec  # noqa: F401
import pytest

from benchmarks.faults import Fault, in_code, in_data

ROOT = Path(__file__).parents[1]
HARMLESS = Path(__file__).with_name("harmless.txt")
NO_RULES = {"__init__", "actions", "errors", "events", "flow", "game", "journal", "clauses"}
"""Modules of the engine in which no rule stands."""
UNREAD = {"name", "color", "hex", "neighbors"}
TESTS = ("tests/engine", "tests/interchange/test_recorded.py")
SLOW = (
    *("test_random_play", "test_actions", "test_undo"),
    *(f"routes/test_{name}" for name in ("brute", "others", "recorded", "time", "typed")),
)
PATIENCE = 60
"""Seconds after which a test that hangs has noticed the fault."""


def rules_modules() -> list[Path]:
    """The engine's modules of rules; the search for routes is compared with brute force."""
    paths = sorted((ROOT / "engine").rglob("*.py"))
    return [p for p in paths if p.stem not in NO_RULES and p.parent.name != "routes"]


def all_faults(only: str) -> list[Fault]:
    """The faults of the rules modules and of the data."""
    found: list[Fault] = []
    for path in rules_modules():
        found += in_code(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "engine" / "data").glob("*.json")):
        if path.stem != "clauses":
            name = str(path.relative_to(ROOT))
            found += in_data(name, path.read_text(encoding="utf-8"), UNREAD)
    return [f for f in found if only in f.path]


# -- tests in a fork ------------------------------------------------------------------------------


class Chosen:
    """Runs some tests only, the quickest first; without a choice, all that are not slow."""

    def __init__(self, seconds: dict[str, float] | None = None) -> None:
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop what is not wanted. Recorded games are those of the project itself."""
        copied = {p.name.split(".")[0] for p in (ROOT / "tests" / "data").iterdir()}
        items[:] = [
            i
            for i in items
            if not any(s in i.nodeid for s in SLOW)
            and ("interchange" not in i.nodeid or any(name in i.nodeid for name in copied))
        ]
        if self.seconds is not None:
            chosen = self.seconds
            items[:] = sorted(
                (i for i in items if i.nodeid in chosen), key=lambda i: chosen[i.nodeid]
            )


class Noting:
    """Notes for each test how long it takes and which functions of the engine it calls."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.called: dict[str, set[tuple[str, int]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test under a profile of its calls."""
        codes: set[CodeType] = set()

        def profile(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                codes.add(frame.f_code)

        began = time.perf_counter()
        sys.setprofile(profile)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.perf_counter() - began
            self.called[item.nodeid] = {
                (os.path.relpath(c.co_filename, ROOT), c.co_firstlineno)
                for c in codes
                if "/engine/" in c.co_filename
            }


def run_tests(files: Iterable[str], *plugins: object) -> int:
    """Pytest's exit code for some files; nothing is printed, no other plugin is loaded."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-x", "--noconftest", "-p", "no:cacheprovider", "-c", os.devnull]
    return int(pytest.main([*options, "--rootdir", str(ROOT), *files], plugins=list(plugins)))


def noted() -> Noting:
    """What the tests do without a fault. Raises SystemExit if one of them fails."""
    with tempfile.NamedTemporaryFile() as file:
        child = os.fork()
        if not child:
            code = 1
            try:
                notes = Noting()
                code = run_tests(TESTS, Chosen(), notes)
                Path(file.name).write_bytes(pickle.dumps((notes.seconds, notes.called)))
            finally:
                os._exit(code)
        if os.waitpid(child, 0)[1]:
            raise SystemExit("The tests fail without any fault.")
        notes = Noting()
        notes.seconds, notes.called = pickle.loads(Path(file.name).read_bytes())  # noqa: S301
    return notes


class Faulty(MetaPathFinder, Loader):
    """Imports one module with a fault in it."""

    def __init__(self, fault: Fault) -> None:
        self.path = str(ROOT / fault.path)
        self.name = fault.path.removesuffix(".py").replace("/", ".")
        self.code = compile(fault.text, self.path, "exec")

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """The spec of the module, and of no other."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code with the fault."""
        exec(self.code, module.__dict__)  # noqa: S102


def put_in(fault: Fault) -> None:
    """Make this process see the fault."""
    if fault.path.endswith(".py"):
        sys.meta_path.insert(0, Faulty(fault))
        return
    whole, faulty = Path.read_text, ROOT / fault.path

    def read_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return fault.text if self == faulty else whole(self, *args, **kwargs)

    Path.read_text = read_text  # type: ignore[method-assign]


def start(fault: Fault, notes: Noting) -> int:
    """Begin to test a fault in a fork; its process id."""
    place = (fault.path, fault.function)
    chosen = {
        test: seconds
        for test, seconds in notes.seconds.items()
        if not fault.function or place in notes.called[test]
    }
    child = os.fork()
    if not child:
        os.setsid()
        signal.alarm(PATIENCE)
        try:
            put_in(fault)
            files = sorted({test.partition("::")[0] for test in chosen})
            code = run_tests(files, Chosen(chosen)) if chosen else 0
        except BaseException:  # noqa: BLE001  # a fault that cannot even be imported is noticed
            code = 1
        os._exit(0 if code in (0, 5) else 1)
    return child


# -- the run --------------------------------------------------------------------------------------


def harmless() -> dict[str, str]:
    """The reason for each fault that changes nothing, by its key."""
    lines = HARMLESS.read_text(encoding="utf-8").splitlines()
    rows = [line.partition("  # ") for line in lines if line and not line.startswith("#")]
    return {key.strip(): reason for key, _, reason in rows}


def tried(faults: list[Fault], notes: Noting, until: float, workers: int) -> dict[Fault, bool]:
    """Each fault that was tried before the time was over, and whether a test noticed it."""
    running: dict[int, Fault] = {}
    found: dict[Fault, bool] = {}
    left = iter(faults)
    while True:
        while len(running) < workers and time.monotonic() < until:
            fault = next(left, None)
            if fault is None:
                break
            running[start(fault, notes)] = fault
        if not running:
            return found
        child, status = os.wait()
        fault = running.pop(child)
        found[fault] = status != 0
        if status == 0:
            print(
                f"{fault.path}:{fault.line} {fault.where}: {fault.was} -> {fault.now}", flush=True
            )


def main() -> None:
    """Try the faults; print survivors and a count for each file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--only", default="", help="faults whose file has this in its path")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    os.chdir(ROOT)
    until = time.monotonic() + options.minutes * 60
    reasons = harmless()
    faults = [f for f in all_faults(options.only) if f.key not in reasons]
    random.Random(options.seed).shuffle(faults)  # noqa: S311
    notes = noted()
    print(f"{len(faults)} faults, {len(notes.seconds)} tests; these go unnoticed:", flush=True)
    results = tried(faults, notes, until, options.workers)
    everywhere, unnoticed = (
        Counter(f.path for f in results),
        Counter(f.path for f, seen in results.items() if not seen),
    )
    print(f"\n{'file':32}  tried  unnoticed")
    for path, count in sorted(everywhere.items()):
        print(f"{path:32}  {count:5}  {unnoticed[path]:9}")
    print(
        f"{len(results)} of {len(faults)} faults tried, {unnoticed.total()} unnoticed; "
        f"{len(reasons)} more are known to be harmless"
    )


if __name__ == "__main__":
    main()
