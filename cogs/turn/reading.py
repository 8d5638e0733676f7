"""What the controls of panels may carry: all else was made by no panel of this version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.refusal import PlayerError
from cogs.turn.panel import OLD
from engine.components import components
from engine.state import BOND

PRINTED = components()


def _one_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, names))})"


HEX, TILE = _one_of(PRINTED.hexes), _one_of(PRINTED.tiles)
TRAIN, PRIVATE = _one_of(PRINTED.trains), _one_of(PRINTED.privates)
COMPANY = _one_of(PRINTED.companies)
CARD = rf"(?:{COMPANY}_\d+|{PRIVATE}|bond|{BOND}\w*)"
CITY, PLACED = rf"{HEX}/\d", rf"{HEX}/{TILE}/[0-5]"
TRADED = rf"{TRAIN}/(?:{COMPANY}|bank|discard)"
NUMBER = r"\d{1,6}"
SET_OF_ROUTES = rf"{NUMBER}/{NUMBER}"
TEXT = "(?s:.*)"

CARRIED = {
    "hex": rf"(?:{PRIVATE}?/)?{HEX}",
    "tile": rf"{PRIVATE}?/{PLACED}",
    "lay": rf"{PRIVATE}?/{PLACED}",
    "lay_done": rf"/{PLACED}",
    "unmark": rf"{HEX}/[0-5]",
    "station": CITY,
    "run_only": SET_OF_ROUTES,
    "run_pay": SET_OF_ROUTES,
    "run_keep": SET_OF_ROUTES,
    "own_run": TEXT,
    "train": TRADED,
    "train_sure": TRADED,
    "train_of": TRADED,
    "train_at": rf"{TRADED}/{NUMBER}",
    "train_ask": TRADED,
    "train_price": rf"{TRADED}{TEXT}",
    "train_sell": TRAIN,
    "sell": rf"{COMPANY}/\d{{1,3}}|{CARD}",
    "hand": CARD,
    "card": rf"={COMPANY}|{CARD}",
    "draft": CARD,
    "draft_take": CARD,
    "home": CITY,
    "home_hex": HEX,
    "home_tile": PLACED,
    "exchange": "yes|no",
    "power": PRIVATE,
    "p5": CITY,
    "p6c": "[A-Z]",
    "p6": HEX,
    "offer": rf"(?:yes|no|back)/{NUMBER}\d*",
}
"""The arguments of a verb with a value of its select; other verbs need none."""
LISTS = {"sell", "hand", "card", "draft", "train_of"}
"""The verbs of lists alone, whose arguments tell one list from another."""
FORMS = {"own_run", "train_price"}
BUTTONS = {
    *("lay", "lay_done", "run_pay", "run_keep", "train_sure", "train_at", "train_ask"),
    *("draft_take", "exchange", "offer"),
}
"""The verbs of buttons alone; all others may be either."""


def check(verb: str, args: str, values: Sequence[str]) -> None:
    """Check what a control carries. Raises PlayerError where no panel has made it."""
    shape = CARRIED.get(verb)
    given = list(values) if verb in LISTS else [f"{args}{value}" for value in values]
    if verb in BUTTONS or (not given and verb not in LISTS | FORMS):
        given = [args]
    if shape is None or (given and all(re.fullmatch(shape, text) for text in given)):
        return
    raise PlayerError(OLD)
