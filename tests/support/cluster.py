"""Several processes of the bot on one database and one Discord in memory, each with its servers.

What is to be said is laid into the outbox of their games; it is looked at what Discord was sent,
and what it showed. A process is killed and started again at any moment.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.games.facts import LINE, Sentence, encode
from engine import Setup
from storage import NewMessage, Store, StoredGame
from storage.rows import insert_messages
from tests.support.loopback import HURRIED, TOKEN, LoopbackDiscord, serving
from tests.support.patience import PATIENCE
from tests.support.process import environment
from tests.support.stored import store_game


@dataclass
class Said:
    """How often lines were said: how many, those never shown, shown twice, and sent again."""

    lines: int
    never: int
    twice: int
    again: int
    out_of_order: int


@dataclass
class Cluster:
    """The processes by the shards that they hear, "" for one that hears all servers."""

    folder: Path
    url: str
    store: Store
    discord: LoopbackDiscord
    games: list[StoredGame]
    processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    starts: int = 0
    _lines: dict[int, list[str]] = field(default_factory=dict)

    async def start(self, name: str, shards: str = "") -> None:
        """Start a process, and wait until Discord has greeted it."""
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": self.url,
            "SHARDS": shards,
            "PICTURES": "false",
        }
        self.starts += 1
        with (self.folder / f"{name}-{self.starts}.log").open("wb") as log:
            self.processes[name] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.support.loopback", self.discord.address, HURRIED),
                cwd=self.folder,
                env=environment(self.folder, **settings),
                stderr=log,
            )
        await asyncio.wait_for(self.discord.greeted.get(), PATIENCE)

    async def kill(self, name: str) -> None:
        """End a process as a power cut would."""
        process = self.processes.pop(name)
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def lay(self, count: int) -> None:
        """Have so many further lines said in each game."""
        for game in self.games:
            own = self._lines.setdefault(game.id, [])
            texts = [f"{game.name}: line {len(own) + n}." for n in range(1, count + 1)]
            own += texts
            said = [NewMessage(game.channel_id, LINE, encode(Sentence(text))) for text in texts]
            async with self.store.writing() as connection:
                await insert_messages(connection, game.id, said)

    async def all_said(self) -> None:
        """Wait until nothing is left to be said."""
        async with asyncio.timeout(PATIENCE):
            while await self.store.pending_outbox():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.discord.posted.get(), 0.2)

    def said(self) -> Said:
        """What became of the lines."""
        wanted = [line for lines in self._lines.values() for line in lines]
        sent = Counter(
            (body or {}).get("content")
            for method, path, body in self.discord.requests
            if method == "POST" and path.endswith("/messages")
        )
        shown = [message.get("content") for message in self.discord.shown]
        counted = Counter(shown)
        mixed = 0
        for lines in self._lines.values():
            own = [text for text in shown if text in lines]
            mixed += own != lines
        return Said(
            lines=len(wanted),
            never=sum(not counted[line] for line in wanted),
            twice=sum(counted[line] > 1 for line in wanted),
            again=sum(max(0, sent[line] - 1) for line in wanted),
            out_of_order=mixed,
        )


@asynccontextmanager
async def cluster(folder: Path, url: str, servers: int) -> AsyncIterator[Cluster]:
    """A Discord of so many servers, one for each shard, each with a game; no process yet."""
    guilds = {str((n << 22) + 7): str(1000 + n) for n in range(1, servers + 1)}
    discord = LoopbackDiscord(guilds)
    store = await Store.open(url)
    async with serving(discord):
        games = [await _game(store, int(g), int(c)) for g, c in guilds.items()]
        run = Cluster(folder, url, store, discord, games)
        try:
            yield run
        finally:
            for name in list(run.processes):
                await run.kill(name)
            await store.close()


async def _game(store: Store, guild_id: int, channel_id: int) -> StoredGame:
    setup, name = Setup(18, ("Asha", "Bela")), f"evening {channel_id}"
    return await store_game(store, setup, guild_id=guild_id, channel_id=channel_id, name=name)
