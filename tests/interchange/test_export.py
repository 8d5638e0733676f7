"""Games written anew: the same states again, and entry by entry what the site itself wrote."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.start.cli import app
from engine import RULEBOOK, SITE, Game, Ruleset
from engine.actions import AnyAction
from engine.events import BANK
from engine.state import card_percent
from interchange.certificates import MARKET, Certificates
from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, parse
from interchange.site_writer import SiteWriter, rewritten, written
from interchange.trace import state_json
from tests.engine.fingerprint import fingerprint
from tests.engine.play import STYLES, play
from tests.interchange.records import ALL, Record, record

OWN_WAY = {
    "bid": {"price"},
    "buy_shares": {"share_price", "shares"},
    "corporate_buy_shares": {"share_price", "shares"},
    "sell_shares": {"shares"},
    "corporate_sell_shares": {"shares"},
    "buy_train": {"variant"},
    "choose": {"choice"},
    "place_token": {"tokener"},
    "run_routes": {"subsidy"},
    "buy_company": {"company"},
    "sell_company": {"company"},
    "corporate_buy_company": {"company"},
    "corporate_sell_company": {"company"},
}
"""What a made game says in its own way: it drafts for 0, names the price of a share, the kind of a
train of another company and an empty subsidy, leaves `tokener` out, and gives other ones of several
like certificates or bonds."""
SITES_WAY = {"run_routes": {"subsidy"}, "place_token": {"slot"}}
"""What differs in real games: older ones note an empty subsidy; the slot is the one that a player
clicked, which may be taken already."""


def rounded(record: Record) -> Replay:
    """The game as it is written anew and read again."""
    file = json.dumps(rewritten(record.replay()))
    return Replay(parse(file), record.ruleset)


@pytest.mark.parametrize("record", ALL, ids=str)
def test_a_game_written_anew_gives_the_same_states(record: Record) -> None:
    """The same moves from the same state lead to the same state; where they differ, it is compared.

    At the end everything is.
    """
    old, new = record.replay(), rounded(record)
    assert len(new.entries) == len(old.entries)
    assert fingerprint(new.game.state) == fingerprint(old.game.state)
    for before, after in zip(old.steps(), new.steps(), strict=True):
        same = after.actions == before.actions
        assert same or state_json(new.game) == state_json(old.game), f"n={before.n}"
        assert after.raw["id"] == after.n
    assert fingerprint(new.game.state) == fingerprint(old.game.state)


@pytest.mark.parametrize("record", ALL, ids=str)
def test_each_entry_is_as_it_was_recorded(record: Record) -> None:
    own_way = SITES_WAY if record.name.startswith("real-") else OWN_WAY
    replay = record.replay()
    writer = SiteWriter(replay.game.setup, replay.ids)
    for step in replay.steps():
        for raw, action in step.parts:
            if action is None:
                continue
            entry = writer.entry(action)
            differ = {
                k for k in {*raw, *entry} - {"id", "auto_actions"} if raw.get(k) != entry.get(k)
            }
            assert differ <= own_way.get(raw["type"], set()), (step.n, entry, raw)


@pytest.mark.parametrize("record", ALL, ids=str)
def test_certificates_and_bonds_lie_where_the_engine_counts_them(record: Record) -> None:
    replay = record.replay()
    state = replay.game.state
    held = Certificates(state)
    for step in replay.steps():
        for action in step.actions:
            held.took(action, replay.game.state)
        state = replay.game.state
        counted: Counter[tuple[Any, str]] = Counter()
        for place, cards in held.shares.items():
            counted[place] += sum(map(card_percent, cards))
        for company in state.companies.values():
            assert counted[MARKET, company.id] == company.market
            if company.director is not None:
                assert f"{company.id}_0" in held.shares[company.director, company.id]
            for owner in state.owners():
                assert counted[owner.id, company.id] == owner.percent(company.id)
        assert len(held.bonds[BANK]) == state.bonds_in_bank
        assert all(len(held.bonds[o.id]) == o.bonds for o in state.owners())
        cards = [c for owned in held.shares.values() for c in owned]
        assert len(set(cards)) == len(cards)


@pytest.mark.parametrize("ruleset", [SITE, RULEBOOK], ids=["site", "rulebook"])
@pytest.mark.parametrize("style", STYLES)
def test_a_random_game_is_written_and_read_again(style: str, ruleset: Ruleset) -> None:
    names = ["Asha", "Bela", "Chandra"]
    game = Game.new(18, names, ruleset)
    for _ in play(game, Random(style), 500, STYLES[style]):
        pass
    actions: list[AnyAction] = [a.action for a in game.history]
    file = written(game.setup, actions, range(1, len(names) + 1))
    again = Replay(parse(json.dumps(file)), ruleset).run()
    assert fingerprint(again.state) == fingerprint(game.state)


def test_ids_of_the_log_stay_and_undone_entries_go() -> None:
    raw = record().raw()
    raw["players"] = [{"id": "a-1", "name": "Asha"}, {"id": 77, "name": "Bela"}]
    for entry in raw["actions"]:
        if entry["entity_type"] == "player":
            entry["entity"] = {1: "a-1", 2: 77}[entry["entity"]]
    last = raw["actions"][-1]["id"]
    raw["actions"] += [
        {"type": "message", "entity": 77, "entity_type": "player", "id": last + 1, "message": "x"},
        {"type": "undo", "entity": 77, "entity_type": "player", "id": last + 2},
        {"type": "log", "entity": 77, "entity_type": "player", "id": last + 3, "message": "sold"},
    ]
    file = rewritten(Replay(parse(json.dumps(raw)), record().ruleset))
    assert [p["id"] for p in file["players"]] == ["a-1", 77]
    assert {a["entity"] for a in file["actions"] if a["entity_type"] == "player"} == {"a-1", 77}
    assert len(file["actions"]) == len(record().replay().entries)
    assert file["actions"][-1] == {
        "type": "log", "id": len(file["actions"]), "entity": 77, "entity_type": "player",
        "message": "sold",
    }  # fmt: skip
    assert set(file["result"]) == {"a-1", "77"}


DELHI = next((r for r in ALL if r.name == "real-2p-delhi"), None)


@pytest.mark.skipif(DELHI is None, reason="no record with two stations waiting for one tile")
def test_a_station_that_went_to_the_last_city_is_noted_where_it_stands() -> None:
    assert DELHI is not None
    raw = DELHI.raw()
    names: dict[str, str] = {"235-0": "235-1", "235-1": "235-0"}
    for entry in raw["actions"]:
        if entry["type"] == "lay_tile":
            entry["tile"] = names.get(entry["tile"], entry["tile"])
        if entry["type"] == "place_token":
            tile, _, city = entry["city"].rpartition("-")
            entry["city"] = f"{names.get(tile, tile)}-{city}"
            if entry["entity"] == "SPD" and tile == "235-0":
                note = {"entity": "NWR", "tokener": "NWR", "city": "235-1-1", "slot": 0}
                entry["auto_actions"] = [{**entry, **note}]
    file = rewritten(Replay(parse(json.dumps(raw)), SITE))
    (noted,) = [a for e in file["actions"] for a in e.get("auto_actions", [])]
    assert (noted["entity"], noted["city"]) == ("NWR", "235-0-1")
    again = Replay(parse(json.dumps(file)), SITE).run()
    assert fingerprint(again.state) == fingerprint(DELHI.replay().run().state)


def test_a_log_is_written_up_to_a_move() -> None:
    file = rewritten(record().replay(), 50)
    assert len(file["actions"]) == 50
    assert file["status"] == "active"
    with pytest.raises(LogError, match="there is no move"):
        rewritten(record().replay(), 9999)


def test_an_entry_that_breaks_a_rule_ends_the_writing() -> None:
    raw = record().raw()
    raw["actions"][60]["type"] = "sell_train"
    with pytest.raises(ReplayError):
        rewritten(Replay(parse(json.dumps(raw)), record().ruleset))


def export(*words: str | int | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["export", *map(str, words)])
    return result.exit_code, result.output


def test_the_command_writes_a_file_that_can_be_replayed(tmp_path: Path) -> None:
    log, out = record().folder / f"{record().name}.json", tmp_path / "out.json"
    assert export(log, "--rules", "rulebook", "--until", 300, "--out", out) == (
        0,
        f"{out}: 300 moves\n",
    )
    again = Replay(parse(out.read_bytes()), RULEBOOK).run()
    assert fingerprint(again.state) == fingerprint(record().replay().run(300).state)


def test_the_command_says_in_a_sentence_what_is_wrong(tmp_path: Path) -> None:
    log, out = record().folder / f"{record().name}.json", tmp_path / "out.json"
    code, said = export(log, "--until", 9999, "--rules", "rulebook", "--out", out)
    assert code == 1
    assert "there is no move 9,999" in said
    code, said = export(tmp_path / "none.json", "--out", out)
    assert code == 1
    assert "cannot be read" in said
    raw = record().raw()
    raw["actions"][60]["type"] = "sell_train"
    (tmp_path / "bad.json").write_text(json.dumps(raw))
    code, said = export(tmp_path / "bad.json", "--rules", "rulebook", "--out", out)
    assert code == 1
    assert "--until 60" in said
    assert not out.exists()
    code, said = export(log, "--until", 3, "--rules", "rulebook", "--out", tmp_path)
    assert code == 1
    assert "cannot be written" in said
