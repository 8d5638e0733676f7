"""The setup of a game as the store keeps it, and its proof once a sealed secret is revealed."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine import RULESETS, Game, Ruleset, Setup
from engine.sealed import SEATS, SECRET_BYTES, Secret
from engine.state import SHARE
from storage import StoredGame

SEALED, SITE = "sealed", "site"
RANDOM, JOINED = "random", "joined"
SEEDS = 2**31
"""How many seeds 18xx.games has."""
T = TypeVar("T")


def setup_json(setup: Setup) -> str:
    """The setup of a game that was shuffled by a seed, as the store keeps it."""
    return json.dumps({"seed": setup.seed, "players": setup.players})


def setup_of(stored: StoredGame) -> Setup:
    """The setup of a stored game."""
    return read_setup(stored.setup, stored.ruleset)


def read_setup(text: str, ruleset: str) -> Setup:
    """The setup that a text tells, as the store keeps it.

    Raises KeyError, TypeError or ValueError where it tells none.
    """
    return _setup(json.loads(text), RULESETS[ruleset])


def _setup(raw: Mapping[str, Any], ruleset: Ruleset) -> Setup:
    sealed = raw.get("shuffle") == SEALED
    seed = Secret.from_hex(raw["secret"]) if sealed else raw["seed"]
    return Setup(seed, tuple(raw["players"]), ruleset)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A new game's shuffle: `order` are the places in the lobby by seat, from 0."""

    seed: int | Secret
    order: tuple[int, ...]
    seating: str

    def setup_json(self, joined: Sequence[str], ruleset: Ruleset) -> str:
        """The setup as the store keeps it; for a sealed one with what was dealt, to compare."""
        players = [joined[place] for place in self.order]
        if not isinstance(self.seed, Secret):
            return json.dumps({"shuffle": SITE, "seed": self.seed, "players": players})
        return json.dumps(
            {
                "shuffle": SEALED,
                "sha256": self.seed.sha256,
                "secret": self.seed.reveal(),
                "seating": self.seating,
                "joined": list(joined),
                "players": players,
                "dealt": dealt(Setup(self.seed, tuple(players), ruleset)),
            }
        )


def shuffle(kind: str, seed: int | None, players: int, seating: str) -> Shuffled:
    """Draw the shuffle of a new game, from the system's source of chance.

    Random seats follow from a sealed secret; beside a seed that was chosen they are drawn apart.
    """
    places = range(players)
    if kind == SEALED:
        secret = Secret(secrets.token_bytes(SECRET_BYTES))
        order = secret.shuffled(SEATS, places) if seating == RANDOM else list(places)
        return Shuffled(secret, tuple(order), seating)
    order = list(places)
    if seating == RANDOM:
        secrets.SystemRandom().shuffle(order)
    return Shuffled(secrets.randbelow(SEEDS) if seed is None else seed, tuple(order), seating)


def dealt(setup: Setup) -> dict[str, Any]:
    """What a setup gives, before the first action."""
    state = Game(setup).state
    companies = state.companies.values()
    shares = [c.id for c in companies for _ in range(c.market // SHARE)]
    return {
        "companies": [c.id for c in companies],
        "guaranty": [c.id for c in companies if c.guaranty],
        "ipo_rows": state.ipo_rows,
        "hands": [player.hand for player in state.players.values()],
        "market": state.market_privates + shares,
    }


PARTS = {
    "companies": "the companies of the game",
    "guaranty": "the Guaranty Warrants",
    "ipo_rows": "the IPO rows",
    "hands": "the hands",
    "market": "the Open Market",
}


class NotRevealedError(Exception):
    """There is no revealed secret; the message says why."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was computed anew from a secret: what agrees with the record, and what does not."""

    secret: str
    sha256: str
    agrees: tuple[str, ...]
    differs: tuple[str, ...]


def prove(raw: Mapping[str, Any], ruleset: str) -> Proof:
    """Compute a sealed setup anew and compare it with what was noted at the start.

    Raises:
        NotRevealedError: The game was not shuffled so, or its secret is not in the record.
        ValueError, KeyError, TypeError: The record is damaged.
    """
    if raw.get("shuffle") != SEALED:
        raise NotRevealedError("This game has no sealed shuffle: its setup follows from its seed.")
    if not raw.get("secret"):
        raise NotRevealedError(
            "The secret of this game is not revealed yet: that happens when the game is over or "
            "archived."
        )
    secret = Secret.from_hex(raw["secret"])
    joined = list(raw["joined"])
    seated = secret.shuffled(SEATS, joined) if raw["seating"] == RANDOM else joined
    again = dealt(_setup(raw, RULESETS[ruleset]))
    checks = {
        "the SHA-256 told at the start": secret.sha256 == raw["sha256"],
        "the seats": seated == list(raw["players"]),
    }
    checks |= {words: again[part] == raw["dealt"][part] for part, words in PARTS.items()}
    return Proof(
        secret.reveal(),
        secret.sha256,
        tuple(words for words, right in checks.items() if right),
        tuple(words for words, right in checks.items() if not right),
    )


def without_secret(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A setup as it may be shown while the game goes on."""
    hidden = {"secret", "seed", "dealt"}
    return {key: value for key, value in raw.items() if key not in hidden}
