"""The sealed shuffle: the page of the docs is the authority, written here a second time."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import RULEBOOK, Game, Setup
from engine.components import components
from engine.sealed import Secret

EXAMPLE = Secret(bytes(range(32)))
SECRETS = st.binary(min_size=32, max_size=32)
ORDER = re.findall(r"\w+", "GIPR NWR EIR NCR MR SIR BNR CGR PNS WIP EBR BR NSR TR SPD DHR WR KGF")
ROW = {2: 18, 3: 15, 4: 13, 5: 12}
HAND = {2: 15, 3: 13, 4: 11, 5: 10}


def by_the_page(secret: bytes, name: str, items: list[str]) -> list[str]:
    """A shuffle as `docs/shuffle.md` describes it."""
    pool = bytearray()
    blocks = 0
    items = items.copy()
    for last in range(len(items) - 1, 0, -1):
        n = last + 1
        while True:
            if not pool:
                text = f"operating-round 1/{name}/{blocks}"
                pool += hmac.new(secret, text.encode(), hashlib.sha256).digest()
                blocks += 1
            x = pool[0] << 24 | pool[1] << 16 | pool[2] << 8 | pool[3]
            del pool[:4]
            if x < 2**32 - 2**32 % n:
                break
        items[last], items[x % n] = items[x % n], items[last]
    return items


@given(secret=SECRETS, players=st.integers(2, 5))
def test_the_whole_setup_is_that_of_the_page(secret: bytes, players: int) -> None:
    regions = {
        "east": "BNR DHR EIR EBR NCR TR",
        "west": "BR NWR PNS SPD WR",
        "south": "CGR KGF MR NSR SIR WIP",
    }
    kept = [by_the_page(secret, name, row.split())[-3:] for name, row in regions.items()]
    companies = {"GIPR", *(c for three in kept for c in three)}
    deck = [f"P{n}" for n in range(1, 7)]
    for company in ORDER:
        if company in companies:
            last = [9, 0] if company == "GIPR" else []
            deck += [f"{company}_{n}" for n in (*range(1, 9), *last)]
    deck = by_the_page(secret, "deck", deck)
    rows = [[deck.pop() for _ in range(ROW[players])][::-1] for _ in range(3)]
    hands = [[deck.pop() for _ in range(HAND[players])][::-1] for _ in range(players)]

    state = Game.new(Secret(secret), "ABCDE"[:players]).state
    assert set(state.companies) == companies
    assert {c.id for c in state.companies.values() if c.guaranty} == {t[-1] for t in kept}
    assert state.ipo_rows == rows
    assert [p.hand for p in state.players.values()] == hands
    assert state.market_privates == [c for c in deck if c.startswith("P") and "_" not in c]
    shares = Counter(c.partition("_")[0] for c in deck if "_" in c)
    assert {c.id: c.market for c in state.companies.values() if c.market} == {
        company: 10 * n for company, n in shares.items()
    }


def test_the_example_of_the_page() -> None:
    assert EXAMPLE.sha256 == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    seats = EXAMPLE.shuffled("seats", ["Asha", "Bela", "Chand"])
    assert seats == ["Asha", "Chand", "Bela"]
    east = EXAMPLE.shuffled("east", ["BNR", "DHR", "EIR", "EBR", "NCR", "TR"])
    assert east == ["TR", "EBR", "BNR", "EIR", "NCR", "DHR"]
    state = Game.new(EXAMPLE, seats).state
    assert state.ipo_rows[0][:4] == ["EIR_3", "SPD_6", "EIR_5", "EIR_4"]
    assert state.players[1].hand[:4] == ["EIR_8", "NWR_5", "BR_3", "NWR_3"]


def test_the_order_of_the_companies_is_that_of_the_page() -> None:
    assert list(components().companies) == ORDER


@given(secret=SECRETS, items=st.lists(st.integers(), max_size=90))
def test_a_shuffle_loses_and_makes_nothing(secret: bytes, items: list[int]) -> None:
    shuffled = Secret(secret).shuffled("deck", items)
    assert Counter(shuffled) == Counter(items)
    assert Secret(secret).shuffled("deck", items) == shuffled


def test_every_order_is_as_likely() -> None:
    """6,000 secrets and six orders: none is further than five standard deviations from 1,000."""
    seen = Counter(
        "".join(Secret(hashlib.sha256(b"%d" % n).digest()).shuffled("seats", "abc"))
        for n in range(6_000)
    )
    assert len(seen) == 6
    assert all(abs(count - 1_000) < 5 * 29 for count in seen.values())


def test_words_past_the_last_multiple_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 3 the largest word would make 0 likelier; it is not used."""
    words = iter([2**32 - 1, 5, 1])
    monkeypatch.setattr(Secret, "_words", lambda _self, _name: words)
    assert EXAMPLE.shuffled("seats", "abc") == ["a", "b", "c"]
    assert next(words, None) is None


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_what_is_no_secret(text: str) -> None:
    with pytest.raises(ValueError):
        Secret.from_hex(text)


def test_a_secret_does_not_show_itself() -> None:
    setup = Setup(EXAMPLE, ("Asha", "Bela"), RULEBOOK)
    for shown in (repr(EXAMPLE), str(EXAMPLE), f"{EXAMPLE}", repr(setup)):
        assert EXAMPLE.reveal() not in shown
        assert "\\x01" not in shown
    assert Secret.from_hex(EXAMPLE.reveal()) == EXAMPLE
