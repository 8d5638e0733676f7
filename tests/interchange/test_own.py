"""The program's own file: what goes in comes out bit for bit, whatever else is one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game
from engine.journal import Redo, Undo, decode, encode, play
from interchange import own
from interchange.own import OwnEntry, OwnGame, OwnSeat, Sitting
from interchange.site_log import LogError
from tests.engine.fingerprint import fingerprint
from tests.interchange.records import record

START = datetime(2026, 5, 1, 18, 30, 5, 123456, tzinfo=UTC)
BIG = 1_411_112_223_334_445_556
"""An id of Discord that a floating-point number cannot hold."""


REASONS: tuple[own.Why | None, ...] = (None, "list", "only", "ahead")


def stored() -> OwnGame:
    """A recorded game as it is stored, with undo, redo, a change of seat and odd spaces."""
    game = record().replay().run()
    actions = [a.action for a in game.history]
    bodies = [encode(e) for e in (*actions, Undo(len(actions) - 3), Redo(), Undo(0), Redo())]
    bodies[0] = bodies[0].replace(",", " ,\t")
    entries = [
        OwnEntry(
            body,
            None if i % 3 else BIG + i % 2,
            START + timedelta(microseconds=7919 * i),
            REASONS[i % 4],
        )
        for i, body in enumerate(bodies)
    ]
    seats = (
        OwnSeat(1, "Ásha | ₹", (Sitting(BIG, None, START), Sitting(BIG + 1, START))),
        OwnSeat(2, "Bela"),
    )
    setup = '{"seed": 344,  "players": ["Ásha | ₹", "Bela"], "later": {"secret": [1.50, 1e3]}}'
    return OwnGame("Friday's game", "rulebook", setup, "import", START, seats, tuple(entries))


GAME = stored()


def test_a_game_comes_back_bit_for_bit() -> None:
    data = own.encode(GAME)
    assert own.is_own(data)
    assert own.decode(data) == GAME
    assert own.encode(own.decode(data)) == data
    assert b'"version":2' in data
    assert {entry.why for entry in own.decode(data).entries} == set(REASONS)


def test_a_file_of_the_first_version_is_read() -> None:
    silent = replace(GAME, entries=tuple(replace(entry, why=None) for entry in GAME.entries))
    assert own.decode(own.encode(silent).replace(b'"version":2', b'"version":1')) == silent
    with pytest.raises(LogError, match="version 1 does not say why"):
        own.decode(own.encode(GAME).replace(b'"version":2', b'"version":1'))


def test_its_entries_play_the_same_game() -> None:
    back = own.decode(own.encode(GAME))
    game = Game.new(344, ["Player 1", "Player 2"], record().ruleset)
    for entry in back.entries:
        play(game, decode(entry.body))
    assert fingerprint(game.state) == fingerprint(record().replay().run().state)


TIMES = st.datetimes(
    datetime(2000, 1, 1),  # noqa: DTZ001 - hypothesis wants its bounds without a zone
    datetime(2100, 1, 1),  # noqa: DTZ001
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))]),
)
USERS = st.integers(0, 2**64 - 1)
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)
BODIES = st.sampled_from([e.body for e in GAME.entries])
SITTINGS = st.builds(Sitting, USERS, st.none() | TIMES, st.none() | TIMES)


@st.composite
def games(draw: st.DrawFn) -> OwnGame:
    seats = tuple(
        OwnSeat(number, draw(NAMES), tuple(draw(st.lists(SITTINGS, max_size=3))))
        for number in range(1, draw(st.integers(2, 5)) + 1)
    )
    entries = draw(st.lists(st.builds(OwnEntry, BODIES, st.none() | USERS, TIMES), max_size=8))
    setup = json.dumps(draw(st.dictionaries(NAMES, st.integers() | NAMES, max_size=4)))
    rules = draw(st.sampled_from(["site", "rulebook"]))
    return OwnGame(draw(NAMES), rules, setup, draw(NAMES), draw(TIMES), seats, tuple(entries))


@settings(max_examples=200, deadline=None)
@given(games())
def test_any_game_comes_back_bit_for_bit(game: OwnGame) -> None:
    data = own.encode(game)
    assert own.decode(data) == game
    assert own.encode(own.decode(data)) == data


Change = Callable[[dict[str, Any]], object]


def put(key: str, value: object) -> Change:
    return lambda raw: raw.__setitem__(key, value)


def put_in(place: str, key: str, value: object) -> Change:
    return lambda raw: raw[place][0].__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("format", "18xx"), "no game that this program has written"),
        (put("version", 3), "version 3; this program reads 1 to 2"),
        (put("version", "1"), "no game that this program has written"),
        (put("version", None), "version None"),
        (put("extra", 1), "extra"),
        (put("name", ""), "name"),
        (put("ruleset", "house"), "no ruleset 'house'"),
        (put("setup", []), "setup"),
        (put("created_at", "2026-05-01T18:30:05"), "timezone"),
        (put("seats", []), "seats"),
        (put_in("seats", "number", 2), "do not count from 1"),
        (put_in("seats", "number", True), "int"),
        (put_in("seats", "sittings", [{"user": 5}]), "str"),
        (put_in("seats", "sittings", [{"user": "five"}]), "regex"),
        (put_in("entries", "author", "9" * 21), "regex"),
        (put_in("entries", "action", {"v": 1, "type": "fly"}), "Entry 1 of the file is no action"),
        (put_in("entries", "action", {"v": 9, "type": "pass", "entity": 1}), "version 9"),
        (put_in("entries", "action", [1]), "Entry 1"),
        (put_in("entries", "at", "yesterday"), "entries"),
        (put_in("entries", "why", "mood"), "mood"),
        (lambda raw: raw.pop("entries"), "entries"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_one_sentence(change: Change, words: str) -> None:
    raw = json.loads(own.encode(GAME))
    change(raw)
    with pytest.raises(LogError, match=words) as caught:
        own.decode(json.dumps(raw).encode())
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "game",
    [
        OwnGame("x", "site", "{", "import", START, GAME.seats, ()),
        OwnGame("x", "site", " {}", "import", START, GAME.seats, ()),
        OwnGame("x", "site", "{}", "import", START, GAME.seats[:1], ()),
        OwnGame("x\ud800", "site", "{}", "import", START, GAME.seats, ()),
        OwnGame("x", "site", "{}", "import", START, GAME.seats, (OwnEntry("[]", None, START),)),
        OwnGame("x", "site", "{}", "import", START.replace(tzinfo=None), GAME.seats, ()),
    ],
)
def test_what_could_not_be_read_back_is_not_written(game: OwnGame) -> None:
    with pytest.raises(LogError):
        own.encode(game)


@settings(max_examples=300, deadline=None)
@given(st.binary() | st.integers(0, 2**32))
def test_spoilt_files_are_read_or_refused_in_one_sentence(spoilt: bytes | int) -> None:
    if isinstance(spoilt, int):
        data = bytearray(SMALL_FILE)
        for i in range(1 + spoilt % 4):
            place = (spoilt >> i) % len(data)
            data[place : place + spoilt % 3] = [b"", b"[" * 5, b"\xff", b"0", b'"', b"null"][
                (spoilt >> 3 * i) % 6
            ]
        spoilt = bytes(data)
    message = "read, or else:"
    try:
        own.decode(spoilt)
    except LogError as fault:
        message = str(fault)
    assert 10 < len(message) < 300
    assert message.isprintable()


SMALL_FILE = own.encode(
    OwnGame("x", "site", '{"seed": 1}', "new", START, GAME.seats, GAME.entries[:3])
)


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"format":' + b"[" * 200_000, b"9" * 9000, b""])
def test_what_is_deep_or_long_is_refused(data: bytes) -> None:
    with pytest.raises(LogError, match="no game that this program has written"):
        own.decode(data)


def test_a_deep_setup_is_refused() -> None:
    data = SMALL_FILE.replace(b'{"seed": 1}', b'{"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}")
    with pytest.raises(LogError):
        own.decode(data)
