"""Setup, selection and the beginning of the game (1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from engine import Game, Legal, RuleViolation
from engine.actions import BuyCard, DraftCard, KeepCards
from engine.components import components
from engine.setup import random_numbers, shuffled
from engine.state import card_company
from tests.engine.builders import PLAYERS, Table, in_hand, in_row

EAST = {"BNR", "DHR", "EIR", "EBR", "NCR", "TR"}
WEST = {"BR", "NWR", "PNS", "SPD", "WR"}
SOUTH = {"CGR", "KGF", "MR", "NSR", "SIR", "WIP"}


def offered(game: Game) -> Legal:
    legal = game.legal()
    assert legal is not None
    return legal


def games() -> Iterator[Game]:
    for seed in range(12):
        yield Game.new(seed, PLAYERS[: 2 + seed % 4])


def test_1_2_1_three_of_each_region_and_one_guaranty_company_among_them() -> None:
    for game in games():
        companies = game.state.companies
        for region in (EAST, WEST, SOUTH):
            there = [companies[c] for c in sorted(region & set(companies))]
            assert len(there) == 3
            assert sum(c.guaranty for c in there) == 1
        assert len(companies) == 10
        assert not companies["GIPR"].guaranty


def test_1_2_2_the_price_is_the_face_value_and_homes_are_kept_of_those_that_play() -> None:
    for game in games():
        state = game.state
        kept = {c for h in components().hexes for c in state.board.kept_for(h)}
        assert kept == set(state.companies) - {"GIPR"}
        assert state.track == {}
        for company in state.companies.values():
            assert company.price == components().companies[company.id].face_value
            assert not company.floated


def test_1_2_3_the_bank_pays_for_the_shares_that_lie_in_the_market() -> None:
    seen = 0
    for game in games():
        for company in game.state.companies.values():
            seen += company.market
            assert company.cash == company.market // 10 * company.face_value
            assert company.ipo == 100 - company.market
        paid = sum(c.cash for c in game.state.companies.values())
        cash = sum(p.cash for p in game.state.players.values())
        assert game.state.bank.cash == 9000 - paid - cash
    assert seen


def test_1_2_4_all_cards_of_the_rows_are_known_and_the_first_is_for_sale() -> None:
    table = Table("MR", "NWR")
    in_row(table, "MR_1", "NWR_1")
    in_row(table, "NWR_2", row=1)
    assert {c for c in offered(table.game).buy_card if c != "bond"} == {"MR_1", "NWR_2"}


def test_1_2_5_random_numbers_and_shuffling() -> None:
    drawn = [1103527590, 377401575, 662824084, 1147902781, 2035015474]
    assert list(islice(random_numbers(1), 5)) == drawn
    assert list(islice(random_numbers(2**31 + 1), 2)) == drawn[:2]
    assert shuffled(["a", "b", "c", "d"], random_numbers(1)) == ["b", "c", "a", "d"]


ORDER = "GIPR NWR EIR NCR MR SIR BNR CGR PNS WIP EBR BR NSR TR SPD DHR WR KGF"  # as the page has it


@pytest.mark.parametrize("seed", [1, 77, 2**31 - 2])
def test_1_2_5_a_game_from_its_seed(seed: int) -> None:
    r = seed

    def shuffle(items: list[str]) -> list[str]:
        nonlocal r
        drawn = []
        for item in items:
            r = (1103515245 * r + 12345) % 2**31
            drawn.append((r, item))
        return [item for _, item in sorted(drawn)]

    kept, last = [], set()
    for region in ("BNR DHR EIR EBR NCR TR", "BR NWR PNS SPD WR", "CGR KGF MR NSR SIR WIP"):
        three = shuffle(region.split())[-3:]
        kept += three
        last.add(three[-1])
    deck = [f"P{n}" for n in range(1, 7)]
    for company in ORDER.split():
        if company == "GIPR":
            deck += [f"GIPR_{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
        elif company in kept:
            deck += [f"{company}_{n}" for n in range(1, 9)]
    deck = shuffle(deck)
    state = Game.new(seed, PLAYERS[:3]).state
    assert {c.id for c in state.companies.values() if c.guaranty} == last
    for row in state.ipo_rows:
        assert row == deck[-15:]
        del deck[-15:]
    for player in state.players.values():
        assert player.hand == deck[-13:]
        del deck[-13:]
    assert sorted(state.market_privates) == sorted(c for c in deck if card_company(c) is None)
    assert sum(c.market for c in state.companies.values()) == 10 * sum(
        card_company(c) is not None for c in deck
    )


# -- selection and draft --------------------------------------------------------------------------


def test_1_3_1_selection_in_seating_order_of_cards_of_the_own_hand() -> None:
    game = Game.new(3, PLAYERS[:3])
    hands = {seat: list(p.hand) for seat, p in game.state.players.items()}

    def keep(seat: int, *cards: str) -> None:
        game.apply(KeepCards(seat, cards))

    with pytest.raises(RuleViolation, match="Asha's turn to select"):
        keep(2, *hands[2][:7])
    with pytest.raises(RuleViolation, match="Keep exactly 7 certificates; you named 6"):
        keep(1, *hands[1][:6])
    with pytest.raises(RuleViolation, match=r"you named 7, \w+ more than once"):
        keep(1, *hands[1][:6], hands[1][0])
    with pytest.raises(RuleViolation, match="Not in your hand"):
        keep(1, *hands[1][:6], hands[2][0])
    for seat in (1, 2, 3):
        assert game.actor == seat
        assert game.state.players[1].hand == hands[1], "nothing shows before the last has chosen"
        keep(seat, *hands[seat][:7])
    assert game.step == "draft"
    assert [p.hand for p in game.state.players.values()] == [hands[s][:7] for s in (1, 2, 3)]
    legal = offered(game)
    directors = {f"{c}_0" for c in game.state.companies if c != "GIPR"}
    rejects = {c for hand in hands.values() for c in hand[7:]}
    assert set(legal.draft) == directors | rejects


def drafted(players: int) -> tuple[Game, list[int]]:
    """A game after its draft, and the seats in the order in which they took cards."""
    game = Game.new(11, PLAYERS[:players])
    for seat, player in list(game.state.players.items()):
        game.apply(KeepCards(seat, tuple(player.hand[: offered(game).keep_count])))
    seats = []
    while game.step == "draft":
        seats.append(int(str(game.actor)))
        game.apply(DraftCard(seats[-1], offered(game).draft[0]))
    return game, seats


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, [20, 19]), (3, [16] * 3), (4, [14, 13, 13, 13]), (5, [12, 12, 12, 11, 12])],
)
def test_1_3_2_hands_after_the_draft(players: int, sizes: list[int]) -> None:
    game, _ = drafted(players)
    assert sorted(len(p.hand) for p in game.state.players.values()) == sorted(sizes)


def test_1_3_2_cards_of_the_draft_only_and_in_turn() -> None:
    game = Game.new(11, PLAYERS[:2])
    for seat, player in list(game.state.players.items()):
        game.apply(KeepCards(seat, tuple(player.hand[:8])))
    with pytest.raises(RuleViolation, match="Bela's turn to draft"):
        game.apply(DraftCard(1, offered(game).draft[0]))
    with pytest.raises(RuleViolation, match="not among the cards of the draft"):
        game.apply(DraftCard(2, game.state.players[2].hand[0]))


@pytest.mark.parametrize(
    ("players", "order"),
    [(2, [2, 1]), (3, [1, 2, 3]), (4, [2, 3, 4, 1]), (5, [5, 1, 2, 3, 4])],
)
def test_1_3_3_the_player_after_the_last_pick_begins(players: int, order: list[int]) -> None:
    game, seats = drafted(players)
    assert order[0] == seats[-1] % players + 1
    assert game.step == "stock"
    assert [*game.state.order, game.actor] == [*order, order[0]]


def test_1_3_4_a_card_in_a_hand_counts_for_nothing_until_it_is_bought() -> None:
    table = Table("MR", "NWR")
    in_hand(table, 1, "MR_0", "MR_1")
    in_hand(table, 2, "NWR_1")
    table.cash(1, 1000)
    mr = table["MR"]
    assert (table.owner(1).percent("MR"), mr.head, mr.floated) == (0, None, False)
    table.game.apply(BuyCard(1, "MR_1"))
    assert (table.owner(1).cash, mr.cash) == (910, 90)
    assert (table.owner(1).percent("MR"), mr.head) == (10, 1)
