"""Makes situations without playing a whole game: owners, money, track, stations, trains, turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine import RULEBOOK, Game, OperatingRound, Ruleset, StockRound, Turn, ledger, ownership
from engine.components import GIPR, components
from engine.events import BANK, EntityId
from engine.hexsides import exit_of
from engine.questions import home
from engine.rounds import sequence
from engine.setup import new_state
from engine.state import Company, Owner, State, Train, card_company

PLAYERS = ("Asha", "Bela", "Chand", "Devi", "Esha")


@cache
def seed_with(companies: tuple[str, ...], without: tuple[str, ...] = ()) -> int:
    """A seed whose game has the companies, none of them guaranteed, and lacks some others."""
    for seed in range(2000):
        state = new_state(seed, PLAYERS[:2], RULEBOOK)
        there = [state.companies.get(c) for c in companies]
        if all(c and not c.guaranty for c in there) and not set(without) & set(state.companies):
            return seed
    raise AssertionError(f"no game has {companies} without {without}")


class Table:
    """A game whose state is arranged by hand. Money always comes from, and goes to, the bank."""

    def __init__(
        self,
        *companies: str,
        players: int = 3,
        ruleset: Ruleset = RULEBOOK,
        without: Iterable[str] = (),
    ) -> None:
        seed = seed_with(companies, tuple(without))
        self.game = Game.new(seed, PLAYERS[:players], ruleset)
        self.state: State = self.game.state
        for player in self.state.players.values():
            player.hand = []
        for company in self.state.companies.values():
            company.ipo, company.market = 100, 0
            self.cash(company.id, 0)
        self.state.market_privates = []
        self.state.ipo_rows = [[], [], []]
        self.stock()

    def __getitem__(self, company: str) -> Company:
        return self.state.companies[company]

    def owner(self, entity: EntityId) -> Owner:
        return self.state.owner(entity)

    # -- rounds ----------------------------------------------------------------------------------

    def stock(self, first: bool = False, selling: bool = False) -> StockRound:
        """Begin a stock round: buying turns, or the selling lap."""
        round_ = self.state.round = StockRound(first=first, selling=selling)
        return round_

    def turn(self, company: str, step: str = "track", number: int = 1) -> Turn:
        """Begin a company's turn at a step; it is the last of its round."""
        turn = Turn(company, step)
        self.state.round = OperatingRound(number, [], turn=turn)
        return turn

    def settle(self) -> None:
        """Bring the game to the next decision."""
        sequence.advance(self.state)

    # -- owning ----------------------------------------------------------------------------------

    def cash(self, entity: EntityId, amount: int) -> None:
        """Set what a player or company has."""
        has = self.owner(entity).cash
        if amount < has:
            ledger.move(self.state, entity, BANK, has - amount, "arranged")
        else:
            ledger.move(self.state, BANK, entity, amount - has, "arranged")

    def shares(self, owner: EntityId, company: str, percent: int) -> None:
        """Give shares from the IPO, nobody becoming head by it."""
        self[company].ipo -= percent
        self.owner(owner).add_shares(company, percent)

    def market(self, company: str, percent: int) -> None:
        """Put shares from the IPO into the Open Market."""
        self[company].ipo -= percent
        self[company].market += percent

    def manage(self, company: str, head: int = 1, percent: int = 30, cash: int = 1000) -> Company:
        """Float a Managed company; GIPR's home is the first city of Mumbai."""
        found = self[company]
        self.shares(head, company, percent)
        found.head = head
        ownership.check_float(self.state, found)
        if company == GIPR:
            self.state.pending.clear()
            home.put(self.state, found, self.state.board.cities("D23")[0])
        self.cash(company, cash)
        return found

    def direct(self, company: str, head: int = 1, percent: int = 20, cash: int = 1000) -> Company:
        """Float a Directed company."""
        found = self[company]
        self.shares(head, company, percent)
        found.head = found.director = head
        ownership.check_float(self.state, found)
        self.cash(company, cash)
        return found

    def private(self, owner: EntityId, *privates: str) -> None:
        self.owner(owner).privates += privates

    def price(self, company: str, price: int) -> None:
        """Put the marker on a price, below those already there."""
        found = self[company]
        self.state.track[found.price_index].remove(company)
        found.price_index = components().prices.index(price)
        self.state.track.setdefault(found.price_index, []).append(company)

    def phase(self, phase: str) -> None:
        self.state.phase = phase
        if phase == "IV":
            for company in self.state.companies.values():
                company.guaranty = False

    # -- trains ----------------------------------------------------------------------------------

    def train(self, company: str, kind: str) -> Train:
        """Take a train from its row."""
        train = self.state.depot[components().trains[kind].row].pop(0)
        train.kind = kind
        self[company].trains.append(train)
        return train

    def sell_out(self, *rows: str) -> None:
        """Take the trains of some rows out of the game."""
        for row in rows:
            self.state.depot[row] = []

    # -- map -------------------------------------------------------------------------------------

    def lay(self, *placed: str) -> None:
        """Lay tiles, each as "hex tile rotation"."""
        for text in placed:
            hex_id, tile, rotation = text.split()
            self.state.board.lay(hex_id, tile, int(rotation), self.state.markers_allowed)

    def station(self, company: str, hex_id: str, city: int = 0) -> None:
        """Build the next station of a company."""
        board = self.state.board
        node = board.city(hex_id, city)
        assert node is not None
        board.place(node, company)
        self[company].stations_used += 1
        self[company].station_order.append(hex_id)

    def marked(self, hex_id: str, edge: int) -> bool:
        """Whether a gauge-change marker lies on the edge."""
        return self.state.board.has_marker(exit_of(hex_id, edge))

    def standing(self, hex_id: str) -> list[list[str | None]]:
        """The slots of each city of a hex."""
        return [n.stations for n in self.state.board.cities(hex_id)]


def in_row(table: Table, *cards: str, row: int = 0) -> None:
    """Put cards into an IPO row, the first in front."""
    table.state.ipo_rows[row] = list(cards)


def in_hand(table: Table, player: int, *cards: str) -> None:
    """Deal cards to a hand."""
    known = set(table.state.companies) | {None, GIPR}
    assert {card_company(c) for c in cards} <= known
    table.state.players[player].hand = list(cards)
