"""Reads alt texts as a player does who has nothing else: every fact by its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

HEX = r"[A-R]\d{1,2}"
PLACE = re.compile(rf"({HEX})(?:-(\d))?(?: \([^)]*\))?$")
CHOICE = re.compile(rf"^(?:[A-Z]: )?({HEX})[^;]*; (?:new track|upgrade) with tile ([^;]+); ")
OPTION = re.compile(r"^\d+: tile (\S+)(?: \(\d+ left\))?, turned (\d+)°: ")
LINE = re.compile(rf"^(?:[A-Z]: |Marked: )?({HEX})(?: [^:;]*)?[:;] (.*)\.$")
PIECE = re.compile(r"(?:(city|town) (\+?\d+)[^;]*?, )?track to ([^;]+)")


@dataclass
class Told:
    """What a text says may be done, in the form in which the engine lists it."""

    choices: dict[str, list[str]] = field(default_factory=dict)
    ends: set[str] = field(default_factory=set)
    stations: set[tuple[str, int]] = field(default_factory=set)
    homes: set[tuple[str, int]] = field(default_factory=set)
    home_tiles: set[tuple[str, str, int]] = field(default_factory=set)
    unmark: set[str] = field(default_factory=set)
    trains: list[str] = field(default_factory=list)
    revenue: int | None = None
    buy_train: set[tuple[str, str, int, int]] = field(default_factory=set)
    sell_train: set[tuple[str, int]] = field(default_factory=set)
    sell_shares: dict[str, int] = field(default_factory=dict)
    sell_card: set[str] = field(default_factory=set)
    buy_card: set[str] = field(default_factory=set)
    buy_share: set[str] = field(default_factory=set)
    convert: bool = False
    exchange: bool = False
    may_pass: bool = False
    powers: dict[str, set[str]] = field(default_factory=dict)


def situation(text: str) -> Told:
    """All that a picture's text says may be done."""
    told = Told()
    for line in text.split("\n"):
        head, _, rest = line.rstrip(".").partition(": ")
        parts = rest.split("; ")
        if found := CHOICE.match(line):
            told.choices[found[1]] = found[2].split(" or ")
        elif head == "The network points into":
            told.ends = {part.split(" ")[0] for part in rest.split(", ")}
        _places(told, line, head, rest, parts)
        _trade(told, line, head, rest, parts)
    return told


def _places(told: Told, line: str, head: str, rest: str, parts: list[str]) -> None:
    if line.startswith("Station for ₹"):
        told.stations = {_city(part) for part in rest.split("; ")}
    elif head == "Home station in":
        told.homes = {_city(part) for part in parts}
    elif head == "Home station on a tile":
        told.home_tiles = set(_turned(parts))
    elif head == "Remove a gauge-change marker":
        told.unmark = set(parts)
    elif head.startswith("Exchange the station in"):
        told.exchange = True
    elif line == "Or pass.":
        told.may_pass = True
    elif found := re.match(r"^.* \((P\d)\)$", head):
        told.powers[found[1]] = set(rest.split(": ", 1)[-1].split("; "))


def _trade(told: Told, line: str, head: str, rest: str, parts: list[str]) -> None:
    if head == "Run the trains":
        told.trains = [kind.replace("×", "x") for kind in rest.split(", ")]
    elif found := re.match(r"^Revenue ₹([\d,]+): pay ₹[\d,]+ a share, .*; or withhold", line):
        told.revenue = _amount(found[1])
    elif head == "Buy a train":
        told.buy_train = {_offer(part) for part in parts}
    elif head == "Sell a train":
        told.sell_train = {
            (part.split(" train to ")[0].replace("×", "x"), _amount(part.split("₹")[1]))
            for part in parts
        }
    elif head == "Sell certificates":
        for part in parts:
            if share := re.match(r"^([A-Z]+) up to (\d+)% at ₹", part):
                told.sell_shares[share[1]] = int(share[2])
            else:
                told.sell_card.add(_card(part))
    elif head == "Buy a certificate":
        for part in parts:
            if share := re.match(r"^([A-Z]+) 10% of the Open Market at ₹", part):
                told.buy_share.add(share[1])
            else:
                told.buy_card.add(_card(part))
    elif line.startswith("Convert a Royal Bond"):
        told.convert = True


def _amount(text: str) -> int:
    return int(text.replace(",", "").replace("₹", "").strip())


def _city(text: str) -> tuple[str, int]:
    found = PLACE.search(text)
    assert found, text
    return found[1], int(found[2] or 1) - 1


def _turned(parts: list[str]) -> Iterator[tuple[str, str, int]]:
    for part in parts:
        found = re.search(rf"({HEX}) tile (\S+) turned (.+)$", part)
        assert found, part
        for turned in found[3].split(", "):
            yield found[1], found[2], int(turned.rstrip("°")) // 60


def tiles_of_power(told: set[str]) -> set[tuple[str, str, int]]:
    """The lays that the text of a Private offers."""
    return set(_turned(sorted(told)))


def cities_of_power(told: set[str]) -> set[tuple[str, int]]:
    """The cities that the text of a Private offers."""
    return {_city(part) for part in told}


def _offer(text: str) -> tuple[str, str, int, int]:
    found = re.match(r"^(\S+) train from (.+) – ₹([\d,]+)(?: to ₹([\d,]+))?$", text)
    assert found, text
    seller = "bank" if found[2] == "the bank" else found[2]
    low = _amount(found[3])
    return found[1].replace("×", "x"), seller, low, _amount(found[4]) if found[4] else low


def _card(text: str) -> str:
    found = re.search(r"\(([^()]+)\) at face value ₹", text)
    assert found, text
    return found[1]


def options(text: str) -> list[tuple[str, int]]:
    """The ways to lay a tile that a picture of options tells: tile and rotation, by number."""
    found = [OPTION.match(line) for line in text.split("\n")]
    return [(m[1], int(m[2]) // 60) for m in found if m]


@dataclass(frozen=True)
class Stretch:
    """A piece of track of a hex: its kind, its value as told, and the hexes it leads to."""

    kind: str
    value: str
    to: frozenset[str]


def track(text: str) -> dict[str, list[Stretch]]:
    """The track of every hex that a text tells of."""
    found: dict[str, list[Stretch]] = {}
    for line in text.split("\n"):
        if match := LINE.match(line):
            found[match[1]] = [
                Stretch(kind or "plain", value, frozenset(to.split("–")))
                for kind, value, to in PIECE.findall(match[2])
            ]
    return found
