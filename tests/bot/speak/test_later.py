"""What is found late is added once, one after the other, and not to a message that has gone on."""

from __future__ import annotations

import threading

import discord

from bot.speak.later import Later


async def test_one_is_sought_after_the_other_and_what_was_dropped_is_not_told() -> None:
    later, gate, told = Later(), threading.Event(), list[str]()

    async def tell(found: str) -> None:
        told.append(found)

    later.begin("a", lambda: str(gate.wait(60)), tell)
    later.begin("b", lambda: "b, of before", tell)
    later.begin("b", lambda: "b", tell)
    later.begin("c", lambda: "c", tell)
    later.drop("c")
    assert told == []
    gate.set()
    await later.settled()
    assert told == ["True", "b"]
    later.close()


async def test_what_fails_keeps_nothing_else_from_being_told() -> None:
    later, told = Later(), list[int]()

    async def gone(_found: object) -> None:
        raise discord.DiscordException("the message is gone")

    async def tell(found: float) -> None:
        told.append(int(found))

    later.begin(1, lambda: 1, gone)
    later.begin(2, lambda: 1 / 0, tell)
    later.begin(3, lambda: 3, tell)
    await later.settled()
    assert told == [3]
    later.close()


async def test_nothing_is_sought_after_the_end() -> None:
    later, gate, told = Later(), threading.Event(), list[bool]()

    async def tell(found: bool) -> None:
        told.append(found)

    later.begin("a", lambda: gate.wait(60), tell)
    later.begin("b", lambda: True, tell)
    later.close()
    gate.set()
    await later.settled()
    assert told == []
