"""The bot in processes of its own, at a Discord in this one."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

from benchmarks.nursery import Forked, Nursery
from tests.support.loopback import TOKEN, LoopbackDiscord
from tests.support.process import environment

PATIENCE = 60.0
"""Seconds until it must have answered for the first time."""


class Bot:
    """The bot in processes of its own, each with its shard, on a database and at a Discord."""

    def __init__(
        self,
        discord: LoopbackDiscord,
        folder: Path,
        url: str,
        count: int = 1,
        *,
        pictures: bool = False,
        forked: bool = False,
    ) -> None:
        self._discord = discord
        self._first = next(iter(discord.channels))
        self._folder = folder
        self._url = url
        self._pictures = pictures
        self._shards = [f"{number}/{count}" if count > 1 else "" for number in range(count)]
        self._processes: list[subprocess.Popen[bytes] | Forked] = []
        self._forked = forked
        self._nursery: Nursery | None = None

    async def start(self) -> float:
        """Start it; seconds until it has answered a command."""
        began = time.monotonic()
        self._discord.greeted = asyncio.Queue()
        self._discord.answered.clear()
        with (self._folder / "bot.log").open("ab") as log:
            self._processes = [self._begin(shards, log) for shards in self._shards]
        while self._discord.greeted.qsize() < len(self._processes):
            if any(process.poll() is not None for process in self._processes):
                raise SystemExit((self._folder / "bot.log").read_text()[-3000:])
            await asyncio.sleep(0.05)
        await self._discord.send(payload("about", {}), channel=self._first)
        await asyncio.wait_for(self._discord.answered.wait(), PATIENCE)
        return time.monotonic() - began

    def _begin(self, shards: str, log: IO[bytes]) -> subprocess.Popen[bytes] | Forked:
        settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": self._url, "SHARDS": shards}
        settings["PICTURES"] = str(self._pictures).lower()
        env, address = environment(self._folder, **settings), self._discord.address
        if self._forked:
            self._nursery = self._nursery or Nursery(address, self._folder, env, log)
            return self._nursery.begin()
        return subprocess.Popen(
            [sys.executable, "-m", "tests.support.loopback", address],
            cwd=self._folder,
            env=env,
            stdout=log,
            stderr=log,
        )

    def kill(self) -> None:
        """End it as a power cut would."""
        for process in self._processes:
            process.kill()
            process.wait()
        self._processes = []

    def close(self) -> None:
        """Let nothing of it be left."""
        self.kill()
        if self._nursery is not None:
            self._nursery.end()

    @property
    def memory(self) -> float:
        """Megabytes of its memory that are in use, those who paint for it left out."""
        return sum(_resident(process.pid) for process in self._processes)

    @property
    def painting(self) -> float:
        """Megabytes of memory in which pictures are painted."""
        found = [
            file.read_text()
            for process in self._processes
            for file in Path(f"/proc/{process.pid}/task").glob("*/children")
        ]
        return sum(_resident(int(pid)) for pid in " ".join(found).split())

    @property
    def worked(self) -> float:
        """Seconds of a processor that it has used."""
        found = 0
        for process in self._processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            found += sum(map(int, fields[11:13]))
        return found / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    """Megabytes of a process; 0 where it has just ended."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in text.splitlines() if "VmRSS" in line) / 1024


def payload(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord sends it, with its subcommands."""
    kinds = {bool: 5, int: 4, str: 3}
    found = [{"name": k, "type": kinds[type(v)], "value": v} for k, v in options.items()]
    first, *rest = name.split()
    for word in reversed(rest):
        found = [{"name": word, "type": 1, "options": found}]
    return {"id": "300", "name": first, "type": 1, "options": found}
