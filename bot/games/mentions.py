"""People as they are typed: mentions of Discord, one after another."""

from __future__ import annotations

import re

from bot.refusal import PlayerError

MENTION = re.compile(r"<@!?(\d{1,30})>")
LARGEST_ID = 2**63 - 1
"""What Discord and a database hold."""
MOST_SHOWN = 40


def read_mention(word: str) -> int | None:
    """The member whom a word mentions; None if it is no mention of a possible member.

    >>> read_mention("<@!7>"), read_mention("<@99999999999999999999>"), read_mention("Asha")
    (7, None, None)
    """
    found = MENTION.fullmatch(word)
    if found is None or not 0 < int(found[1]) <= LARGEST_ID:
        return None
    return int(found[1])


def split(text: str) -> list[str]:
    """The words of a text; mentions may stand side by side.

    >>> split("<@1><@2>, -")
    ['<@1>', '<@2>', '-']
    """
    return MENTION.sub(r" <@\1> ", text).replace(",", " ").split()


def mentioned(text: str) -> list[int]:
    """The members that a text mentions. Raises PlayerError if anything else stands there."""
    found = []
    for word in split(text):
        user_id = read_mention(word)
        if user_id is None:
            raise PlayerError(
                f"`{word[:MOST_SHOWN]}` is no mention of a member: write @ and choose from the "
                "list."
            )
        found.append(user_id)
    return found
