"""Puts small faults into the rules, one at a time, and prints those that no test notices.

    python -m benchmarks.mutations [--minutes 25] [--only steps/track] [--seed 1] [--workers 2]

The faults are tried in an order drawn from the seed until the time is over; Ctrl+C ends it earlier.
Pytest collects once. Each fault is then put into a fork, which runs the quick tests that call the
function in which it lies, the quickest first; all of them, where it lies in data or in a constant,
or in a function that few tests call, since what is remembered is computed in the first test that
needs it. Faults that change nothing a player could see stand in `benchmarks/harmless.txt` with the
reason. The defaults of fields are left alone.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

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
FEW = 5
PATIENCE = 60
"""Seconds after which a test that hangs has noticed the fault."""


def all_faults(only: str) -> list[Fault]:
    """The faults of the modules of rules and of the data. (The search has brute force.)"""
    found: list[Fault] = []
    for path in sorted((ROOT / "engine").rglob("*.py")):
        if path.stem not in NO_RULES and path.parent.name != "routes":
            found += in_code(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "engine" / "data").glob("*.json")):
        if path.stem != "clauses":
            name = str(path.relative_to(ROOT))
            found += in_data(name, path.read_text(encoding="utf-8"), UNREAD)
    return [f for f in found if only in f.path]


def harmless() -> dict[str, str]:
    """The reason for each fault that changes nothing, by its key."""
    lines = HARMLESS.read_text(encoding="utf-8").splitlines()
    rows = [line.partition("  # ") for line in lines if line and not line.startswith("#")]
    return {key.strip(): reason for key, _, reason in rows}


# -- putting a fault into this process ------------------------------------------------------------


def code_in(code: CodeType, name: str, line: int) -> CodeType | None:
    """The code of the function of that name that begins at a line."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_firstlineno == line and part.co_name == name:
                return part
            found = code_in(part, name, line)
            if found:
                return found
    return None


def put_in(fault: Fault) -> None:
    """Make this process see the fault, and forget what it remembers."""
    path = str(ROOT / fault.path)
    if fault.path.endswith(".json"):
        whole = Path.read_text

        def read_text(self: Path, *args: Any, **kwargs: Any) -> str:
            return fault.text if str(self) == path else whole(self, *args, **kwargs)

        Path.read_text = read_text  # type: ignore[method-assign]
    elif fault.function:
        name = fault.where.rpartition(".")[2]
        code = code_in(compile(fault.text, path, "exec"), name, fault.function)
        for live in functions().get((path, fault.function), []):
            if code:
                live.__code__ = code
    else:
        constant(fault, path)
    for remembering in caches():
        remembering.cache_clear()


@cache
def functions() -> dict[tuple[str, int], list[FunctionType]]:
    """The engine's functions by file and line, those that decorators have wrapped included."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    for live in gc.get_objects():
        if isinstance(live, FunctionType) and "/engine/" in live.__code__.co_filename:
            place = (live.__code__.co_filename, live.__code__.co_firstlineno)
            found.setdefault(place, []).append(live)
    return found


@cache
def caches() -> list[Any]:
    """What the engine remembers results with."""
    remembering = type(functions)
    return [
        held
        for held in gc.get_objects()
        if isinstance(held, remembering) and held.__module__.startswith("engine")
    ]


def constant(fault: Fault, path: str) -> None:
    """Set the constant that the fault changes wherever the engine has it."""
    name = fault.path.removesuffix(".py").replace("/", ".")
    fresh: dict[str, Any] = {"__name__": name}
    exec(compile(fault.text, path, "exec"), fresh)  # noqa: S102
    was = vars(sys.modules[name])
    for key, value in fresh.items():
        if key.isupper() and value != was[key]:
            for module in [m for n, m in sys.modules.items() if n.startswith("engine")]:
                if key in vars(module) and vars(module)[key] == was[key]:
                    setattr(module, key, value)


# -- pytest's side --------------------------------------------------------------------------------


class Run:
    """A plugin: instead of running the tests once, it tries the faults on them."""

    def __init__(self, faults: list[Fault], until: float, workers: int) -> None:
        self.faults = faults
        self.until = until
        self.workers = workers
        self.noticed: dict[Fault, bool] = {}
        self.seconds: dict[str, float] = {}
        self.called: dict[str, set[tuple[str, int]]] = {}
        self.failed = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop slow tests. Recorded games are those of the project itself."""
        copied = {p.name.split(".")[0] for p in (ROOT / "tests" / "data").iterdir()}
        items[:] = [
            i
            for i in items
            if not any(s in i.nodeid for s in SLOW)
            and ("interchange" not in i.nodeid or any(name in i.nodeid for name in copied))
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once without a fault, then with each."""
        for item in session.items:
            self._note(item)
        if self.failed or not session.items:
            tell("The tests fail without any fault.")
            return True
        tell(f"{len(self.faults)} faults, {len(session.items)} tests; these go unnoticed:")
        functions()
        caches()
        gc.collect()
        gc.freeze()
        with suppress(KeyboardInterrupt):
            self._try_all(session.items)
        return True

    def _note(self, item: pytest.Item) -> None:
        """Run a test and note how long it takes and which functions of the engine it calls."""
        codes: set[CodeType] = set()

        def profile(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                codes.add(frame.f_code)

        began = time.perf_counter()
        sys.setprofile(profile)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        sys.setprofile(None)
        self.seconds[item.nodeid] = time.perf_counter() - began
        self.called[item.nodeid] = {
            (os.path.relpath(c.co_filename, ROOT), c.co_firstlineno)
            for c in codes
            if "/engine/" in c.co_filename
        }

    def _chosen(self, fault: Fault, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests for a fault, in order."""
        place = (fault.path, fault.function)
        calling = {i.nodeid for i in items if place in self.called[i.nodeid]}
        if len(calling) >= FEW:
            items = [i for i in items if i.nodeid in calling]
        return sorted(items, key=lambda i: (i.nodeid not in calling, self.seconds[i.nodeid]))

    def _try_all(self, items: list[pytest.Item]) -> None:
        running: dict[int, Fault] = {}
        left = iter(self.faults)
        while True:
            while len(running) < self.workers and time.monotonic() < self.until:
                fault = next(left, None)
                if fault is None:
                    break
                running[self._start(fault, items)] = fault
            if not running:
                return
            child, status = os.wait()
            fault = running.pop(child)
            self.noticed[fault] = status != 0
            if status == 0:
                tell(f"{fault.path}:{fault.line} {fault.where}: {fault.was} -> {fault.now}")

    def _start(self, fault: Fault, items: list[pytest.Item]) -> int:
        """Try a fault in a fork, which ends with 0 when no test fails; its process id."""
        child = os.fork()
        if child:
            return child
        signal.alarm(PATIENCE)
        try:
            put_in(fault)
            for item in self._chosen(fault, items):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    break
        except BaseException:  # noqa: BLE001  # what cannot even be put in is noticed
            self.failed = True
        os._exit(self.failed)


def tell(text: str) -> None:
    """Print on the terminal, whatever pytest does with the output."""
    os.write(TERMINAL, f"{text}\n".encode())


TERMINAL = os.dup(1)


def counts(noticed: dict[Fault, bool]) -> Iterator[str]:
    """The table of files."""
    tried = Counter(f.path for f in noticed)
    missed = Counter(f.path for f, seen in noticed.items() if not seen)
    yield f"\n{'file':32}  tried  unnoticed"
    for path, count in sorted(tried.items()):
        yield f"{path:32}  {count:5}  {missed[path]:9}"
    yield f"{tried.total()} faults tried, {missed.total()} unnoticed"


def main() -> None:
    """Try the faults; print survivors and a count for each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--only", default="", help="faults whose file has this in its path")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    os.chdir(ROOT)
    reasons = harmless()
    every = all_faults(options.only)
    faults = [f for f in every if f.key not in reasons]
    random.Random(options.seed).shuffle(faults)  # noqa: S311
    run = Run(faults, time.monotonic() + options.minutes * 60, options.workers)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    bare = ["-q", "--tb=no", "--noconftest", "-p", "no:cacheprovider", "-c", os.devnull]
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    pytest.main([*bare, "--rootdir", str(ROOT), *TESTS], plugins=[run])
    tell("\n".join(counts(run.noticed)))
    tell(f"of {len(faults)} in all; {len(every) - len(faults)} more are known to be harmless")


if __name__ == "__main__":
    main()
