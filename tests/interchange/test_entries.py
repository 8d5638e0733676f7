"""What an entry carries: kinds that change nothing, ids as text, keys that nobody knows."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from interchange.keys import READ
from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, parse
from tests.engine.fingerprint import fingerprint
from tests.interchange.records import ALL, record

Log = dict[str, Any]
PROGRAMS = (
    "program_share_pass", "program_disable", "program_enable", "program_buy_shares",
    "program_merger_pass", "program_auction_bid", "program_independent_mines",
    "program_close_pass", "program_harzbahn_draft_pass", "program_of_tomorrow", "log",
)  # fmt: skip


def follow(raw: Log) -> Replay:
    replay = Replay(parse(json.dumps(raw)), record().ruleset)
    replay.run()
    return replay


def short() -> Log:
    """The beginning of the small game: selection, draft and the first stock round."""
    raw = record().raw()
    return {**raw, "actions": raw["actions"][:60]}


SHORT = fingerprint(follow(short()).game.state)


def of_kind(raw: Log, kind: str) -> Log:
    """The first entry of a kind."""
    found: Log = next(a for a in raw["actions"] if a["type"] == kind)
    return found


@pytest.mark.parametrize("kind", PROGRAMS)
def test_an_entry_that_changes_nothing_stands_and_changes_nothing(kind: str) -> None:
    raw = short()
    entry = {"type": kind, "entity": 1, "entity_type": "player", "id": 0, "message": "₹", "x": [{}]}
    raw["actions"].insert(40, entry)
    replay = follow(raw)
    assert len(replay.entries) == len(raw["actions"])
    assert fingerprint(replay.game.state) == SHORT


@pytest.mark.parametrize("kind", PROGRAMS)
def test_the_auto_actions_of_an_entry_that_changes_nothing_count(kind: str) -> None:
    raw = short()
    place = next(
        i
        for i, a in enumerate(raw["actions"])
        if a["type"] == "pass" and a["entity_type"] == "player"
    )
    passing = {k: v for k, v in raw["actions"][place].items() if k != "id"}
    entry = {**passing, "type": kind, "id": raw["actions"][place]["id"], "auto_actions": [passing]}
    raw["actions"][place] = entry
    assert fingerprint(follow(raw).game.state) == SHORT


def with_ids(raw: Log, in_players: Any, in_entries: Any) -> Log:
    raw = copy.deepcopy(raw)
    for player in raw["players"]:
        player["id"] = in_players(player["id"])
    for entry in raw["actions"]:
        if entry.get("entity_type") == "player":
            entry["entity"] = in_entries(entry["entity"])
    return raw


@pytest.mark.parametrize(
    ("in_players", "in_entries"),
    [
        (str, str),
        (str, int),
        (int, str),
        (lambda i: f"player-{i}", lambda i: f"player-{i}"),
        (lambda i: 10**19 + i, lambda i: 10**19 + i),
    ],
)
def test_ids_of_players_may_be_numbers_or_text(in_players: Any, in_entries: Any) -> None:
    replay = follow(with_ids(short(), in_players, in_entries))
    assert fingerprint(replay.game.state) == SHORT


@pytest.mark.parametrize("id_", [True, 1.5, None, [], "", "a" * 61, "\ud800", "a\nb"])
def test_an_id_of_a_player_that_is_none_is_refused(id_: object) -> None:
    raw = record().raw()
    raw["players"][0]["id"] = id_
    with pytest.raises(LogError, match="no id"):
        parse(json.dumps(raw))


def test_one_id_as_number_and_as_text_is_one_player() -> None:
    raw = record().raw()
    raw["players"][0]["id"], raw["players"][1]["id"] = 7, "7"
    with pytest.raises(LogError, match="same id"):
        parse(json.dumps(raw))


@pytest.mark.parametrize("id_", [True, "7", 1.0, None, []])
def test_an_id_of_an_entry_is_a_whole_number(id_: object) -> None:
    raw = record().raw()
    raw["actions"][5]["id"] = id_
    with pytest.raises(LogError, match="Entry 6 of the log's actions has no proper id"):
        parse(json.dumps(raw))


KINDS_HERE = sorted({a["type"] for a in record().raw()["actions"]} & set(READ))


@pytest.mark.parametrize("kind", KINDS_HERE)
def test_a_key_that_nobody_knows_is_refused_by_its_name(kind: str) -> None:
    raw = record().raw()
    of_kind(raw, kind)["bonus_share"] = "EIR_1"
    with pytest.raises(ReplayError, match=f"{kind} carries 'bonus_share'"):
        follow(raw)


def test_an_empty_key_and_who_clicked_when_are_harmless() -> None:
    raw = record().raw()
    for entry in raw["actions"]:
        entry.update(bonus_share=None, user=4711, created_at=1700000000)
    follow(raw)


@pytest.mark.parametrize(
    ("kind", "key", "value", "words"),
    [
        ("run_routes", "subsidy", 40, "'subsidy' of 40"),
        ("run_routes", "extra_revenue", 10, "'extra_revenue' of 10"),
        ("lay_tile", "combo_entities", ["P2"], "'combo_entities'"),
        ("place_token", "cost", 0, "'cost'"),
        ("place_token", "token_type", "gold", "'gold'"),
        ("buy_shares", "share_price", 1, "not ₹1 as the log says"),
        ("buy_shares", "percent", 20, "make 10%, not 20%"),
        ("buy_shares", "percent", True, "no proper 'percent'"),
        ("buy_shares", "purchase_for", 2, "'purchase_for'"),
        ("sell_shares", "swap", "EIR_1", "'swap'"),
        ("bid", "corporation", "EIR", "'corporation'"),
        ("buy_train", "exchange", "2-0", "'exchange'"),
        ("buy_train", "variant", 4, "no proper 'variant'"),
        ("dividend", "amount", 4, "'amount'"),
        ("place_token", "slot", True, "no proper 'slot'"),
    ],
)
def test_what_could_change_the_meaning_is_looked_at(
    kind: str, key: str, value: object, words: str
) -> None:
    raw = record().raw()
    of_kind(raw, kind)[key] = value
    with pytest.raises(ReplayError, match=words):
        follow(raw)


def test_an_exchange_token_that_is_not_there_is_refused() -> None:
    raw = record().raw()
    [a for a in raw["actions"] if a["type"] == "place_token"][-1]["token_type"] = "exchange"
    with pytest.raises(ReplayError, match="no exchange token"):
        follow(raw)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("hexes", ["A1", "B2"], "names other hexes"),
        ("nodes", ["A1-0"], "names other nodes"),
        ("halts", 1, "'halts'"),
        ("revenue", True, "no number"),
        ("revenue", "80", "no number"),
        ("mail", 10, "'mail'"),
    ],
)
def test_a_route_that_says_something_else_than_its_track_is_refused(
    key: str, value: object, words: str
) -> None:
    raw = record().raw()
    run = next(a for a in raw["actions"] if a["type"] == "run_routes" and a["routes"])
    run["routes"][0][key] = value
    with pytest.raises(ReplayError, match=words):
        follow(raw)


def test_a_power_is_that_of_the_private_that_the_entry_names() -> None:
    for game in ALL:
        raw = game.raw()
        entry = next((a for a in raw["actions"] if a["type"] == "choose_ability"), None)
        if entry is not None:
            entry["entity"] = "P2"
            with pytest.raises(ReplayError, match="power of P4; the log names P2"):
                Replay(parse(json.dumps(raw)), game.ruleset).run()
            return
    pytest.fail("no record uses the French EIC")


def test_optional_rules_are_refused() -> None:
    raw = record().raw()
    raw["settings"]["optional_rules"] = ["fast_game"]
    with pytest.raises(LogError, match="optional rules"):
        parse(json.dumps(raw))


@pytest.mark.parametrize("until", [-1, 100_000])
def test_until_beyond_the_log_is_said_before_anything_is_followed(until: int) -> None:
    replay = record().replay()
    before = fingerprint(replay.game.state)
    with pytest.raises(LogError, match=f"has {len(replay.entries)} moves that stand"):
        replay.steps(until)
    with pytest.raises(LogError, match="there is no move"):
        replay.run(until)
    assert fingerprint(replay.game.state) == before


def test_until_the_last_move_is_the_whole_log_and_until_0_none() -> None:
    replay = record().replay()
    assert replay.run(until=0).history == []
    assert len(replay.run(until=len(replay.entries)).history) == len(replay.entries)
