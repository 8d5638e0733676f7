"""Finds what is hidden: certificates that a text names, and texts that depend on others' hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from bot.games.facts import Fact, Scored, Told
from bot.games.live import LiveGame
from engine import actions as act
from engine import events as ev
from engine.components import GIPR
from engine.state import card_company, is_directors

NAMED = re.compile(
    r"`?\b([A-Z]{2,4})(?:_(\d+)\b| (\d0)%| (Director's) certificate)|\b(P[1-6])\b(?!\d)"
)


def named(text: str) -> set[str]:
    """The certificates that a text names, by their ids or in words.

    >>> sorted(named("Asha keeps EIR_0, `NSR_3` and the Dutch EIC (P3), not TR 20%"))
    ['EIR Director', 'NSR', 'P3', 'TR']
    """
    found = set()
    for company, number, _percent, director, private in NAMED.findall(text):
        chief = director or (number == "0" and company != "GIPR")
        found.add(private or (f"{company} Director" if chief else company))
    return found


def told_by(fact: Fact) -> set[str]:
    """The certificates that a fact may name: those that changed hands in sight of all."""
    if not isinstance(fact, Told):
        return set()
    made, found = fact.made, set[str]()
    if isinstance(made.action, act.BuyShare | act.SellShares | act.DraftCard):
        found |= _names(made.action)
    for event in made.events:
        if isinstance(event, ev.CardMoved | ev.SharesMoved | ev.PrivateClosed):
            found |= _names(event)
    if isinstance(made.action, act.BuyCard | act.SellCard):
        found |= _names(made.action)
    if isinstance(made.action, act.ConvertBond):
        found.add("GIPR")
    if isinstance(made.action, act.UseDiscount):
        found.add("P4")
    private = getattr(made.action, "private", None)
    return found | ({private} if private else set())


def _names(thing: msgspec.Struct) -> set[str]:
    card = getattr(thing, "card", None) or getattr(thing, "private", None)
    if card is None:
        return {str(getattr(thing, "company", ""))}
    company = card_company(card)
    return {card if company is None else f"{company} Director" if is_directors(card) else company}


def too_much(fact: Fact, text: str) -> set[str]:
    """The certificates in the words of a fact that it may not name; the final scores may."""
    return set() if isinstance(fact, Scored) else named(text) - told_by(fact)


@contextmanager
def other_hands(live: LiveGame, reader: int | None = None) -> Iterator[None]:
    """While this lasts, all but the reader hold other certificates: he must notice nothing."""
    state = live.game.state
    company = next(iter(state.companies), GIPR)
    players = [player for player in state.players.values() if player.id != reader]
    hands = [player.hand for player in players]
    legal = live._legal
    try:
        legal.clear()
        for player in players:
            player.hand = [f"{company}_{number}" for number, _ in enumerate(player.hand)]
        yield
    finally:
        for player, hand in zip(players, hands, strict=True):
            player.hand = hand
        legal.clear()
