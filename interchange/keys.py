"""The keys that an entry of a log may carry, by its type; any other could change what it means.

An entry that says more than this program reads would be followed to another game without a word, so
a key that stands in no table here is refused by its name, unless it is empty.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import RuleViolation
from interchange.site_log import RawAction, shown

CHANGE_NOTHING = ("log", "message")
"""Kinds of entries that are words only, beside the programs."""
PROGRAM = "program_"
"""How the kinds of entries begin by which a player tells the site to act for him later."""

ALWAYS = frozenset({"type", "entity", "entity_type", "id", "auto_actions"})
"""Keys that are read in every entry."""
HARMLESS = frozenset({"original_id", "user", "created_at"})
"""Keys of every entry that change nothing: its place in another list, who clicked, and when."""
READ: Mapping[str, frozenset[str]] = {
    kind: frozenset(keys.split())
    for kind, keys in {
        "undo": "action_id",
        "redo": "",
        "select_multiple_companies": "companies",
        "bid": "company",
        "pass": "",
        "buy_company": "company price",
        "corporate_buy_company": "company price",
        "sell_company": "company price",
        "corporate_sell_company": "company price",
        "buy_shares": "shares percent share_price",
        "corporate_buy_shares": "shares percent share_price",
        "sell_shares": "shares percent share_price",
        "corporate_sell_shares": "shares percent share_price",
        "choose": "",
        "choose_ability": "",
        "assign": "target target_type",
        "remove_border": "hex edge",
        "remove_token": "city",
        "lay_tile": "hex tile rotation",
        "place_token": "city slot tokener token_type",
        "run_routes": "routes",
        "dividend": "kind",
        "buy_train": "train price variant",
        "sell_train": "train price",
        "end_game": "",
    }.items()
}
"""The keys that are read in the entries of a type, beside those of every entry."""
UNREAD: Mapping[str, frozenset[str]] = {
    "bid": frozenset({"price"}),
    "choose": frozenset({"choice"}),
    "choose_ability": frozenset({"choice"}),
    "remove_token": frozenset({"slot"}),
}
"""Keys that decide nothing here: a card is drafted for nothing, the choices have one answer each,
and a company has one station in a hex."""
ROUTE = frozenset({"train", "connections", "hexes", "nodes", "revenue"})
"""The keys that are read in a route of a run."""
ROUTE_UNREAD = frozenset({"revenue_str"})
"""The revenue in words."""
NOTHING: Mapping[str, frozenset[str]] = {
    "run_routes": frozenset({"extra_revenue", "subsidy"}),
    "route": frozenset({"subsidy", "halts", "abilities"}),
    "lay_tile": frozenset({"combo_entities"}),
}
"""Keys of other games of the site, which this one writes with nothing in them."""


def changes_nothing(kind: str) -> bool:
    """Whether entries of a kind only note something; their `auto_actions` count all the same."""
    return kind in CHANGE_NOTHING or kind.startswith(PROGRAM)


def check_keys(raw: RawAction) -> None:
    """Raises RuleViolation where an entry of a known type carries a key that is in no table."""
    kind = raw["type"]
    known = READ.get(kind)
    if known is not None and not changes_nothing(kind):
        allowed = ALWAYS | HARMLESS | known | UNREAD.get(kind, frozenset())
        _check(raw, allowed, f"The log's {kind}", NOTHING.get(kind, frozenset()))


def check_route_keys(raw: Mapping[str, object]) -> None:
    """Raises RuleViolation where a route of a run carries a key that is in no table."""
    _check(raw, ROUTE | ROUTE_UNREAD, "A route of the run", NOTHING["route"])


def _check(
    raw: Mapping[str, object], allowed: frozenset[str], what: str, nothing: frozenset[str]
) -> None:
    for key, value in raw.items():
        if key in allowed or _empty(value) or (key in nothing and not value):
            continue
        if key in nothing:
            raise RuleViolation(
                f"{what} has {shown(key)} of {shown(value)}, which 18 India does not know."
            )
        raise RuleViolation(
            f"{what} carries {shown(key)}, which this program does not know; it could change "
            "what the entry means."
        )


def _empty(value: object) -> bool:
    """Whether a value says nothing; a 0 does, such as a price."""
    return value is None or value is False or value in ("", [], {})
