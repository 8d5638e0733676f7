"""A game log of 18xx.games: what a file must contain, and the limits of what is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

TITLE = "18 India"
RawAction = dict[str, Any]
PlayerId = int | str
"""A player's id in the log: the site's number, or any text."""

LARGEST = 4 * 1024 * 1024
"""Bytes of a log; the longest games have less than half a megabyte."""
MOST_ENTRIES = 20_000
"""Entries of a log, those undone and chat included; the longest games have some thousands."""
DEEPEST = 20
"""How deep lists and objects lie in each other; routes lie deepest, at 9."""
MOST_DIGITS = 20
"""Digits of a number."""
MOST_LETTERS = 60
"""Letters of a text that is read."""


class LogError(Exception):
    """A file that is no log this program can follow. The message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class SiteLog:
    """`players` are (id, name) in seating order; `actions` all entries of the file in order."""

    title: str
    seed: int
    players: tuple[tuple[PlayerId, str], ...]
    actions: tuple[RawAction, ...]


def parse(text: str | bytes) -> SiteLog:
    """Read a log. Raises LogError for anything that is not a log of 18 India."""
    if len(text) > LARGEST:
        raise LogError(f"The file is larger than {LARGEST // 1024 // 1024} MB, so it is no log.")
    raw = _json(text)
    if not isinstance(raw, dict) or not isinstance(raw.get("actions"), list):
        raise LogError("The file is no 18xx.games log: it has no list of actions.")
    title = raw.get("title")
    if title != TITLE:
        raise LogError(f"The log is of the game {shown(title)}; only {TITLE} can be played here.")
    actions = raw["actions"]
    if len(actions) > MOST_ENTRIES:
        raise LogError(
            f"The log has {len(actions):,} actions; at most {MOST_ENTRIES:,} can be read."
        )
    seed = _seed(raw.get("settings"))
    players = _players(raw.get("players"))
    for i, action in enumerate(actions):
        if not is_action(action):
            raise LogError(f"Entry {i + 1} of the log's actions is no action.")
        if not is_whole(action.get("id", 0)):
            raise LogError(f"Entry {i + 1} of the log's actions has no proper id.")
    return SiteLog(TITLE, seed, players, tuple(actions))


def is_action(raw: object) -> bool:
    """Whether an entry (or one of its `auto_actions`) is an object with a proper `type`."""
    return isinstance(raw, dict) and is_text(raw.get("type"))


def is_text(value: object) -> bool:
    """Whether a value is text that can be read and shown: short, in one line, nothing broken."""
    return isinstance(value, str) and 0 < len(value) <= MOST_LETTERS and value.isprintable()


def is_whole(value: object) -> bool:
    """Whether a value is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """A value of a log as it is quoted in a message: short, whatever it is."""
    if not isinstance(value, str | int | float | None):
        return "something else"
    text = repr(value[: MOST_LETTERS + 1] if isinstance(value, str) else value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


# -- the file --------------------------------------------------------------------------------------


def _json(text: str | bytes) -> object:
    """The file as JSON, within the limits."""
    try:
        raw: object = json.loads(
            text, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number
        )
    except (ValueError, RecursionError) as error:
        raise LogError("The file is not JSON; export the game from 18xx.games as JSON.") from error
    level = [raw] if isinstance(raw, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return raw
        level = [part for whole in level for part in _parts(whole)]
    raise LogError("The file is no 18xx.games log: its lists lie too deep in each other.")


def _parts(whole: dict[str, Any] | list[Any]) -> list[dict[str, Any] | list[Any]]:
    """The lists and objects that lie directly in a list or object."""
    parts = whole.values() if isinstance(whole, dict) else whole
    return [part for part in parts if isinstance(part, dict | list)]


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _too_long(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    if len(digits) > MOST_DIGITS + MOST_DIGITS:
        _too_long(digits)
    return float(digits)


def _too_long(digits: str) -> NoReturn:
    raise LogError(
        f"The log has a number of {len(digits):,} digits, {digits[:8]}…, which no game of "
        f"{TITLE} has."
    )


def _no_number(name: str) -> NoReturn:
    raise LogError(f"The log has the value {name}, which is no number.")


# -- the game --------------------------------------------------------------------------------------


def _seed(settings: object) -> int:
    found: Mapping[str, Any] = settings if isinstance(settings, Mapping) else {}
    seed = found.get("seed")
    if not isinstance(seed, int) or not is_whole(seed):
        raise LogError("The log has no seed (settings.seed), so its setup cannot be repeated.")
    if found.get("optional_rules"):
        raise LogError("The log has optional rules (settings.optional_rules); none are known here.")
    return seed


def _players(raw: object) -> tuple[tuple[PlayerId, str], ...]:
    if not isinstance(raw, list) or not 2 <= len(raw) <= 5:
        raise LogError("18 India is for 2 to 5 players; the log names none or another number.")
    found: list[tuple[PlayerId, str]] = []
    for row in raw:
        id_ = row.get("id") if isinstance(row, Mapping) else None
        if not isinstance(id_, int | str) or not (is_whole(id_) or is_text(id_)):
            raise LogError("A player of the log has no id.")
        name = _clean(row.get("name")) or f"Player {len(found) + 1}"
        names = {n for _, n in found}
        while name in names:
            name += "'"
        found.append((id_, name))
    if len({player_key(i) for i, _ in found}) < len(found):
        raise LogError("Two players of the log have the same id.")
    return tuple(found)


def player_key(id_: PlayerId) -> str:
    """What two ways to write one player's id have in common: 7 and "7" are the same player."""
    return str(id_)


def _clean(name: object) -> str:
    """A name that can be written anywhere: short, in one line, without broken characters."""
    text = name if isinstance(name, str) else ""
    return "".join(c for c in text[: 10 * MOST_LETTERS] if c.isprintable()).strip()[:MOST_LETTERS]
