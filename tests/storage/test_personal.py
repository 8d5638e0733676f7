"""Every column that may name a member is known, so that nobody is forgotten by halves."""

import pytest
from sqlalchemy import BigInteger

from storage.personal import NOT_WHO, WHO, without
from storage.schema import metadata

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
