"""A very small Discord on loopback: real sockets, REST and gateway, for what simcord leaves out."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from aiohttp import WSMsgType, web
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import time_snowflake, utcnow
from yarl import URL

from tests.support.patience import PATIENCE

TOKEN = "MTAw.right.token"
"""Begins with the number of its application, as Discord's do."""
APPLICATION = "100"
BOT = {"id": "101", "username": "Operating Round", "discriminator": "0", "avatar": None}
USER = {"id": "102", "username": "Asha", "discriminator": "0", "avatar": None}
APPLICATION_INFO = {
    "id": APPLICATION,
    "name": "Operating Round",
    "description": "",
    "icon": None,
    "summary": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": USER,
}
GUILD, CHANNEL = "200", "201"
ALLOWED = str(0x400 | 0x800 | 0x4000 | 0x8000 | 0x4000000000)
"""View Channel, Send Messages (in Threads, too), Embed Links, Attach Files."""
MESSAGE: dict[str, Any] = {
    "channel_id": CHANNEL,
    "author": BOT,
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "pinned": False,
    "type": 0,
    **{n: [] for n in ("mentions", "mention_roles", "attachments", "embeds", "components")},
}


def message(number: str | None = None) -> dict[str, Any]:
    """A message as Discord shows it, with a number of its own unless it has one."""
    return {**MESSAGE, "id": number or str(time_snowflake(utcnow(), high=True))}


HELLO, IDENTIFY, HEARTBEAT, ACK = 10, 2, 1, 11


def reply(data: Any, status: int = 200) -> web.Response:
    """JSON with the bare content type that discord.py looks for."""
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json"
    )


class LoopbackDiscord:
    """Knows one token, and of each of its servers one channel; remembers every request.

    What is sent with the nonce of an earlier message is that message, as on Discord. The first
    server may have further `channels`.
    """

    def __init__(
        self, guilds: Mapping[str, str] | None = None, channels: Sequence[str] = ()
    ) -> None:
        own = dict(guilds or {GUILD: CHANNEL})
        self.channels = {channel: guild for guild, channel in own.items()}
        """The server of each channel."""
        self.channels |= dict.fromkeys(channels, next(iter(own)))
        self.threads: dict[str, str] = {}
        """Threads, each with its channel."""
        self.overwrites: dict[str, list[dict[str, Any]]] = {}
        """What the channels allow and deny, by channel."""
        self.sent_again = 0
        """How many messages were sent once more with their nonce."""
        self.first_answers: dict[str, asyncio.Future[Any]] = {}
        """Who waits for the first answer to an interaction, by its number."""
        self.later_answers: dict[str, asyncio.Queue[Any]] = {}
        """What is said in place of a deferral, by the number of the interaction."""
        self.seconds = 0.0
        """So long it takes to post a message."""
        self.shown: list[dict[str, Any]] = []
        """What was posted, each message once."""
        self.greeted: asyncio.Queue[int] = asyncio.Queue()
        """The shards of the connections to the gateway, as they were greeted."""
        self._by_nonce: dict[tuple[str, str], str] = {}
        self.requests: list[tuple[str, str, Any]] = []
        self.address = ""
        self.out_of_order = False
        self.hangs = False
        """Whether an answer to an interaction is never taken."""
        self.gateway_refusals = 0
        """How many connections to the gateway are still refused."""
        self.ready = asyncio.Event()
        self.answered = asyncio.Event()
        self.posted: asyncio.Queue[str] = asyncio.Queue()
        self.uploads: dict[str, bytes] = {}
        self.uploaded = asyncio.Event()
        self.commands: list[dict[str, Any]] = []
        self._socket: web.WebSocketResponse | None = None
        self._hearing: dict[str, web.WebSocketResponse] = {}
        """Who hears each server."""
        self.app = web.Application()
        self.app.router.add_get("/gateway/", self._gateway)
        self.app.router.add_route("*", "/api/v10/{path:.*}", self._rest)

    def count(self, method: str, part: str) -> int:
        """How many requests of that method had this in their path."""
        return sum(m == method and part in path for m, path, _ in self.requests)

    async def interact(self, command: str) -> None:
        """A member runs a slash command; returns when the bot has answered."""
        await self.send({"id": "300", "name": command, "type": 1})
        await asyncio.wait_for(self.answered.wait(), timeout=PATIENCE)

    async def send(
        self,
        data: dict[str, Any],
        *,
        number: str = "400",
        user: dict[str, Any] = USER,
        channel: str = CHANNEL,
        kind: int = 2,
        **more: Any,
    ) -> None:
        """A member runs a command (kind 2), presses a button (3) or asks for choices (4)."""
        member = {
            "user": user,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "permissions": "0",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        await self._dispatch(
            self._hearing.get(self.channels[channel], self._socket),
            "INTERACTION_CREATE",
            {
                "id": number,
                "application_id": APPLICATION,
                "type": kind,
                "token": f"interaction-token-{number}",
                "version": 1,
                "guild_id": self.channels[channel],
                "channel_id": channel,
                "channel": {"id": channel, "type": 0, "name": "18-india", "permissions": ALLOWED},
                "member": member,
                "data": data,
                "entitlements": [],
                "authorizing_integration_owners": {},
                "context": 0,
                "attachment_size_limit": 10_485_760,
                **more,
            },
        )

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        body = await self._body(request)
        self.requests.append((request.method, path, body))
        if self.out_of_order:
            return reply({"message": "500: Internal Server Error", "code": 0}, status=500)
        if path.startswith("/interactions/"):
            number = path.split("/")[2]
            self.answered.set()
            if self.hangs:
                await asyncio.sleep(3600)
            shown = message()
            _tell(self.first_answers, number, body)
            told = {"id": number, "type": 2, "response_message_id": shown["id"]}
            return reply(
                {"interaction": told, "resource": {"type": body["type"], "message": shown}}
                if body["type"] in {4, 7}
                else {"interaction": told}
            )
        if path.startswith("/webhooks/"):
            shown = message()
            later = self.later_answers.get(path.split("/")[3].rpartition("-")[2])
            if later is not None:
                later.put_nowait(body)
            return reply(shown)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return reply({"message": "401: Unauthorized", "code": 0}, status=401)
        if path.startswith("/channels/") and path.split("/")[2] in self.channels:
            return await self._message(path, body)
        told = self._told(request.method, path, body)
        if told is None:
            return reply({"message": "Unknown", "code": 0}, status=404)
        return reply(told)

    def _told(self, method: str, path: str, body: Any) -> Any:
        """What Discord knows at a path; None where there is nothing."""
        kind, number, *rest = [*path.split("/")[1:], ""]
        if kind == "channels" and number in self.threads:
            return self._thread(number)
        if kind == "guilds" and number in self.channels.values():
            return self._guild(number, rest[0])
        if path == "/users/@me":
            return BOT
        if path == "/oauth2/applications/@me":
            return APPLICATION_INFO
        if path.endswith("/commands"):
            if method == "PUT":
                extra = {"application_id": APPLICATION, "version": "1"}
                self.commands = [{**c, **extra, "id": str(300 + n)} for n, c in enumerate(body)]
            return self.commands
        return None

    def _guild(self, number: str, what: str) -> Any:
        """A server, its channels, or the bot as its member."""
        if what == "channels":
            return [self._channel(channel) for channel in self._channels_of(number)]
        if what:
            since = "2026-01-01T00:00:00+00:00"
            return {"user": BOT, "roles": [], "joined_at": since, "flags": 0}
        everyone = {"id": number, "name": "@everyone", "permissions": ALLOWED, "position": 0}
        plain = {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": number,
            "name": "G",
            "owner_id": USER["id"],
            "roles": [{**everyone, **plain}],
            "emojis": [],
            "features": [],
        }

    def _channels_of(self, guild: str) -> list[str]:
        return [channel for channel, own in self.channels.items() if own == guild]

    def _channel(self, number: str) -> dict[str, Any]:
        return {
            "id": number,
            "type": 0,
            "guild_id": self.channels[number],
            "name": "18-india",
            "position": 0,
            "permission_overwrites": self.overwrites.get(number, []),
        }

    def _thread(self, number: str) -> dict[str, Any]:
        about = {"archived": False, "auto_archive_duration": 60, "locked": False}
        return {
            "id": number,
            "type": 11,
            "guild_id": self.channels[self.threads[number]],
            "parent_id": self.threads[number],
            "name": "a thread",
            "owner_id": USER["id"],
            "thread_metadata": {**about, "archive_timestamp": "2026-01-01T00:00:00+00:00"},
            "message_count": 0,
            "member_count": 1,
        }

    async def _message(self, path: str, body: Any) -> web.Response:
        """Post a message, or change one that is there."""
        if not path.endswith("/messages"):
            return reply(message(path.rpartition("/")[2]))
        await asyncio.sleep(self.seconds)
        self.posted.put_nowait(path)
        posted = message()
        key = (path, str((body or {}).get("nonce")))
        if body and body.get("nonce") and key in self._by_nonce:
            self.sent_again += 1
            return reply(message(self._by_nonce[key]))
        self._by_nonce[key] = posted["id"]
        self.shown.append({**(body or {}), "channel_id": path.split("/")[2]})
        return reply(posted)

    async def _body(self, request: web.Request) -> Any:
        """The JSON of a request; its files, by name, go to `uploads`."""
        if request.content_type == "application/json":
            return await request.json()
        if request.content_type != "multipart/form-data":
            return None
        form = await request.post()
        for part in form.values():
            if isinstance(part, web.FileField):
                self.uploads[part.filename] = part.file.read()
                self.uploaded.set()
        return json.loads(str(form["payload_json"]))

    async def close_gateway(self, code: int) -> None:
        """End the connection to the gateway with that code."""
        assert self._socket is not None
        await self._socket.close(code=code)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway_refusals:
            self.gateway_refusals -= 1
            return web.Response(status=503)
        socket = self._socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            sent = json.loads(message.data)
            operation = sent["op"]
            if operation == IDENTIFY:
                await self._greet(socket, *sent["d"].get("shard", (0, 1)))
            elif operation == HEARTBEAT:
                await socket.send_json({"op": ACK})
        return socket

    async def _greet(self, socket: web.WebSocketResponse, shard: int, shards: int) -> None:
        """Tell of the servers of a shard."""
        send = partial(self._dispatch, socket)
        guilds = dict.fromkeys(self.channels.values())
        own = [guild for guild in guilds if (int(guild) >> 22) % shards == shard]
        self._hearing |= dict.fromkeys(own, socket)
        await send(
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": [{"id": guild, "unavailable": True} for guild in own],
                "session_id": "s",
                "resume_gateway_url": "ws://127.0.0.1:1/",
                "application": {"id": APPLICATION, "flags": 0},
                "shard": [shard, shards],
            },
        )
        lists = ("roles", "emojis", "features", "members", "threads", "presences", "stickers")
        for number in own:
            channels = [self._channel(channel) for channel in self._channels_of(number)]
            guild = {"id": number, "name": "G", "channels": channels, "member_count": 2}
            await send("GUILD_CREATE", {**guild, **{name: [] for name in lists}})
        self.greeted.put_nowait(shard)
        self.ready.set()

    async def _dispatch(
        self, socket: web.WebSocketResponse | None, event: str, data: dict[str, Any]
    ) -> None:
        assert socket is not None
        await socket.send_json({"op": 0, "t": event, "s": 1, "d": data})


def _tell(waiting: dict[str, asyncio.Future[Any]], number: str, body: Any) -> None:
    """Tell whoever waits for an answer of it, and when it came by the loop's clock."""
    future = waiting.get(number)
    if future is not None and not future.done():
        future.set_result((body, asyncio.get_running_loop().time()))


def point_at(address: str, set_attribute: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let every client of this process take what is at "host:port" for Discord."""
    set_attribute(Route, "BASE", f"http://{address}/api/v10")
    set_attribute(DiscordWebSocket, "DEFAULT_GATEWAY", URL(f"ws://{address}/gateway/"))


@asynccontextmanager
async def serving(discord: LoopbackDiscord) -> AsyncIterator[LoopbackDiscord]:
    """That Discord on a free port."""
    runner = web.AppRunner(discord.app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    discord.address = f"{host}:{port}"
    try:
        yield discord
    finally:
        await runner.cleanup()


@asynccontextmanager
async def loopback_discord(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[LoopbackDiscord]:
    """A Discord that every client made meanwhile connects to."""
    async with serving(LoopbackDiscord()) as discord:
        point_at(discord.address, monkeypatch.setattr)
        yield discord


HURRIED = "--hurried"


def hurry() -> None:
    """Let processes of a test notice within seconds that another one has died."""
    from bot.speak import roll_call
    from storage import due, processes

    processes.ALIVE = due.LEASE = timedelta(seconds=3)
    roll_call.PAUSE = 0.3


if __name__ == "__main__":
    # `python -m tests.support.loopback HOST:PORT [--hurried]`: the program, at that Discord
    from bot.__main__ import main

    point_at(sys.argv.pop(1))
    if HURRIED in sys.argv:
        sys.argv.remove(HURRIED)
        hurry()
    main()
