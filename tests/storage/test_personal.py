"""Every column that may name a member is known, so that nobody is forgotten by halves."""

import json

import pytest
from sqlalchemy import BigInteger, select

from storage import DueTimes, NewMessage, Questions, Store
from storage.personal import NOT_WHO, WHO, Personal, without
from storage.schema import metadata
from storage.seats import Seats
from tests.storage.conftest import NOON, new_game

COLUMNS = sorted(
    {c.name for t in metadata.sorted_tables for c in t.c if isinstance(c.type, BigInteger)}
)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_number_as_large_as_discords_is_that_of_a_member_or_of_something_else(
    column: str,
) -> None:
    """Who adds such a column says which, and `Personal.forget` sees to it."""
    assert (column in WHO) != (column in NOT_WHO)


def test_names_are_taken_out_where_names_stand_and_nowhere_else() -> None:
    """Players may be called as companies are."""
    fact = {
        "v": 1,
        "fact": {
            "type": "told",
            "made": {"seat": 7, "action": {"company": "EIR", "name": "EIR"}},
            "call": {"seat": 1, "user": 7, "ping": True},
            "players": ["EIR", "Bela", "EIRE"],
        },
    }
    told = without(fact, 7, {"EIR": "Player 1"})
    assert told["fact"]["players"] == ["Player 1", "Bela", "EIRE"]
    assert told["fact"]["made"]["action"]["company"] == "EIR"
    assert told["fact"]["call"] == {"seat": 1, "user": None, "ping": False}
    assert without({"text": "**EIR**: <@7> pays"}, 7, {}) == {"text": "**EIR**: a player pays"}


async def test_what_a_member_was_called_earlier_is_forgotten_too(store: Store) -> None:
    """Facts and questions keep the name of their time; of older versions some without a number."""
    game = (await new_game(store)).id
    facts = [
        {"type": "arrived", "importer": 12, "name": "Bengal", "by": "Nick", "players": ["Asha"]},
        {"type": "seated", "number": 1, "name": "Nick", "player": "Bela", "user": 12},
        {"type": "seated", "number": 1, "name": "Nick", "player": "Bela"},
        {
            "type": "told",
            "made": {
                "events": [{"type": "CardMoved", "card": "RB", "source": "Nick", "owner": "bank"}]
            },
        },
        {"type": "seated", "number": 0, "name": "Asha", "player": "Asha", "user": 11},
    ]
    told = [NewMessage(2, "note", json.dumps({"v": 1, "fact": fact})) for fact in facts]
    await Seats(store).give(game, 1, 12, None, told)
    body = json.dumps({"number": 0, "leaving": 11, "by": 12, "name": "Nick"})
    await Questions(store).ask(game, "replace", 0, 11, body)
    about = json.dumps({"number": 1, "of": 1, "asker": 12, "message": 5})
    await DueTimes(store).put("asked_undo", NOON, game_id=game, user_id=11, body=about)
    await Personal(store).forget(12, lambda *_: ())
    rows = []
    async with store.reading() as connection:
        for table in metadata.sorted_tables:
            rows += [str(row) for row in await connection.execute(select(table))]
    left = "\n".join(rows)
    assert "Nick" not in left
    assert "Bengal" in left
    assert '"name": "Asha"' in left
    assert left.count("a player") == 4
    assert '"asker": 0' in left
