"""What the channel shows of turns: their cards, and all that is public as a reader has it."""

from __future__ import annotations

import re
from collections import Counter

import discord
import simcord

from bot.present import words
from bot.present.card import shortened
from bot.present.lines import sentences_of
from engine.actions import Pass
from engine.events import StepSkipped
from tests.cogs.played import Played
from tests.support.world import World


def public(world: World, channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
    """The public messages of a channel, oldest first."""
    return [m for m in (channel or world.channel).history() if not m.flags.ephemeral]


def is_status(message: discord.Message) -> bool:
    """Whether a message is a game's standing status: it has fields, a card has none."""
    return any(embed.fields for embed in message.embeds)


def cards(world: World, channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
    """The cards of turns, oldest first."""
    return [m for m in public(world, channel) if m.embeds and not is_status(m)]


def calls(world: World, channel: simcord.ChannelHandle | None = None) -> list[str]:
    """The messages that call a player by a ping and nothing else, oldest first."""
    return [m.content for m in public(world, channel) if m.content.startswith("→ <@")]


def text_of(message: discord.Message) -> str:
    """What a message says: its content, and the title and text of its card."""
    shown = [message.content]
    shown += [f"{e.title}\n{e.description}" for e in message.embeds]
    return "\n".join(filter(None, shown))


def told(world: World, channel: simcord.ChannelHandle | None = None) -> list[str]:
    """What the public messages say, oldest first, without the standing status."""
    return [text_of(m) for m in public(world, channel) if not is_status(m)]


def card(world: World, channel: simcord.ChannelHandle | None = None) -> str:
    """What the newest card says."""
    return text_of(cards(world, channel)[-1])


def lines(text: str) -> list[str]:
    """The lines of a card, without title, head of the company, and whose decision is next."""
    return [line for line in text.split("\n") if line.startswith(("**", "~~"))]


async def tells_all(played: Played, since: int) -> None:
    """All that moves after the first `since` did stands on cards, as often as it happened.

    That a company had nothing to sell is left out: the line of its step says what was not done.
    """
    live = await played.live()
    names = words.names(live.game.state)
    facts: Counter[str] = Counter()
    for row in live.log[since:]:
        assert row.turn is not None
        own = f"**{words.entity(names, row.turn.actor)}** "
        for event, sentence in sentences_of(names, row.applied):
            company = isinstance(row.turn.actor, str)
            if company and isinstance(event, StepSkipped) and event.step == "sell":
                continue
            if event is not None or not isinstance(row.applied.action, Pass):
                fact = sentence.removeprefix(own)
                facts[(shortened(fact) if company else fact).casefold()] += 1
    text = "\n".join(map(text_of, cards(played.world, played.channel))).casefold()
    for fact, count in facts.items():
        assert len(re.findall(rf"{re.escape(fact)}(?!\d)", text)) == count, fact
