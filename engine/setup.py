"""Setting a game up from its seed or sealed secret (1.2): companies, warrants, rows, hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine import ledger
from engine.components import GIPR, components
from engine.events import BANK
from engine.questions.home import is_double
from engine.rounds.selection import SelectRound
from engine.ruleset import Ruleset
from engine.sealed import Secret
from engine.state import (
    EXCHANGE_TOKENS,
    SHARE,
    Company,
    Player,
    State,
    Train,
    card_company,
    face_value,
)

SHUFFLED_REGIONS = {
    "east": ("BNR", "DHR", "EIR", "EBR", "NCR", "TR"),
    "west": ("BR", "NWR", "PNS", "SPD", "WR"),
    "south": ("CGR", "KGF", "MR", "NSR", "SIR", "WIP"),
}
DECK = "deck"
"""The names of the shuffles, in their order: the regions, then the deck."""
KEPT = 3
"""Companies of each region that stay in the game."""
Shuffle = Callable[[str, Sequence[str]], list[str]]
"""Puts items into the order of the shuffle of that name."""


def random_numbers(seed: int) -> Iterator[int]:
    """The generator of 18xx.games: r = seed mod 2^31, then r = (1103515245 r + 12345) mod 2^31."""
    r = seed % 2**31
    while True:
        r = (1103515245 * r + 12345) % 2**31
        yield r


def shuffled(items: Sequence[str], numbers: Iterator[int]) -> list[str]:
    """One number for each item in order, then sorted by the numbers."""
    drawn = [(next(numbers), i) for i in range(len(items))]
    return [items[i] for _, i in sorted(drawn)]


def shuffle_of(seed: int | Secret) -> Shuffle:
    """The shuffles of a game, to be asked for in their order."""
    if isinstance(seed, Secret):
        return seed.shuffled
    numbers = random_numbers(seed)
    return lambda _name, items: shuffled(items, numbers)


def company_cards(company: str) -> list[str]:
    """The certificates of a company that go into the deck, in order."""
    if company == GIPR:
        return [f"{company}_{n}" for n in (*range(1, 10), 0)]
    return [f"{company}_{n}" for n in range(1, 9)]


def new_state(seed: int | Secret, names: Sequence[str], ruleset: Ruleset) -> State:
    """The state before the first action. Raises ValueError unless there are 2 to 5 players."""
    printed = components()
    low, high = printed.constants["players"]
    if not low <= len(names) <= high:
        raise ValueError(f"18 India is for {low} to {high} players, not {len(names)}")
    count = len(names)
    state = State(ruleset, [Player(id=i + 1, name=name) for i, name in enumerate(names)])
    shuffle = shuffle_of(seed)
    kept = [shuffle(name, region)[-KEPT:] for name, region in SHUFFLED_REGIONS.items()]
    guaranty = {region[-1] for region in kept}
    in_game = {GIPR, *(c for region in kept for c in region)}
    for info in printed.companies.values():
        if info.id not in in_game:
            continue
        company = Company(
            id=info.id,
            face_value=info.face_value,
            price_index=printed.prices.index(info.face_value),
            guaranty=info.id in guaranty,
            exchange_left=EXCHANGE_TOKENS if info.id == GIPR else 0,
        )
        state.companies[info.id] = company
    _reserve_homes(state)
    for kind in printed.trains.values():
        if kind.name == kind.row:
            state.depot[kind.row] = [Train(f"{kind.row}-{i}", kind.row) for i in range(kind.count)]
    for player in state.players.values():
        ledger.move(
            state, BANK, player.id, printed.by_players("starting_cash", count), "starting cash"
        )
    _deal(state, shuffle, count)
    state.round = SelectRound()
    return state


def _reserve_homes(state: State) -> None:
    """Keep the homes: one definite city, or in Mumbai and Nepal a slot of either city."""
    for company in state.companies.values():
        home = company.info.home
        if home:
            choice = len(state.board.cities(home)) > 1 and not is_double(home)
            state.board.reserve(home, company.id, None if choice else company.info.home_city)


def _deal(state: State, shuffle: Shuffle, count: int) -> None:
    printed = components()
    deck = [*printed.privates]
    for company in state.companies:
        deck += company_cards(company)
    deck = shuffle(DECK, deck)

    def take(n: int) -> list[str]:
        nonlocal deck
        taken, deck = deck[-n:], deck[:-n]
        return taken

    length = printed.by_players("ipo_row_length", count)
    state.ipo_rows = [take(length) for _ in range(printed.constants["ipo_rows"])]
    for player in state.players.values():
        player.hand = take(printed.by_players("certificates_dealt", count))
    for card in deck:
        company_id = card_company(card)
        if company_id is None:
            state.market_privates.append(card)
            continue
        issuer = state.companies[company_id]
        issuer.ipo -= SHARE
        issuer.market += SHARE
        ledger.move(
            state, BANK, company_id, face_value(card), "share in the Open Market at the start"
        )
