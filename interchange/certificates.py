"""Which certificate, by its name, lies where: the engine counts percents, the site names cards."""

from __future__ import annotations

from collections import defaultdict

from engine import company_cards
from engine.actions import AnyAction, BuyCard, BuyShare, ConvertBond, SellCard, SellShares
from engine.components import GIPR, components
from engine.events import BANK, EntityId
from engine.state import (
    BOND,
    DIRECTORS,
    SHARE,
    State,
    card_company,
    card_percent,
    is_directors,
)

MARKET = "market"
"""The Open Market as an owner of certificates."""
CONVERTED = 10
"""The number of the first GIPR share that is made of a Royal Bond."""


class Certificates:
    """The certificates and bonds of a game, in the order in which each owner got them.

    Whoever sells gives his oldest ones, a Director's certificate last; whoever buys from the Open
    Market takes the one that lies there longest.
    """

    def __init__(self, state: State) -> None:
        """`state` is that of the game before its first action."""
        hidden = {c for row in state.ipo_rows for c in row}
        hidden.update(c for player in state.players.values() for c in player.hand)
        self.shares: dict[tuple[EntityId, str], list[str]] = defaultdict(list)
        self.bonds: dict[EntityId, list[str]] = defaultdict(list)
        self.bonds[BANK] = [f"{BOND}{n}" for n in range(components().bonds)]
        self._converted = 0
        for company in state.companies:
            left = [c for c in company_cards(company) if c not in hidden]
            self.shares[MARKET, company] = left

    def bond(self, owner: EntityId) -> str:
        """The bond that the owner, or the bank, gives next."""
        return self.bonds[owner][0]

    def in_market(self, company: str) -> str:
        """The share that is bought next from the Open Market."""
        return self.shares[MARKET, company][0]

    def bundle(self, owner: EntityId, company: str, percent: int) -> list[str]:
        """The certificates that the owner sells for `percent`.

        The Director's one may be among them although only half of it is sold.
        """
        chosen: list[str] = []
        for card in sorted(self.shares[owner, company], key=is_directors):
            if sum(map(card_percent, chosen)) >= percent:
                break
            chosen.append(card)
        return chosen

    def took(self, action: AnyAction, state: State) -> None:
        """Note what an accepted action moved; `state` is that after it."""
        match action:
            case BuyCard(actor=owner, card=card):
                self._bought(owner, card)
            case BuyShare(actor=owner, company=company):
                self._move(self.in_market(company), company, MARKET, owner)
            case SellShares(actor=owner, company=company, percent=percent):
                self._sold(owner, company, percent, state)
            case SellCard(actor=owner, card=card) if card == BOND:
                self.bonds[BANK].append(self.bonds[owner].pop(0))
            case ConvertBond(actor=owner):
                self.bonds[owner].pop(0)
                self.shares[owner, GIPR].append(f"{GIPR}_{CONVERTED + self._converted}")
                self._converted += 1
            case _:
                pass
        self._settle_directors(state)
        self._close(state)

    def _bought(self, owner: EntityId, card: str) -> None:
        company = card_company(card)
        if card == BOND:
            self.bonds[owner].append(self.bonds[BANK].pop(0))
        elif company is not None:
            self.shares[owner, company].append(card)

    def _move(self, card: str, company: str, source: EntityId, target: EntityId) -> None:
        self.shares[source, company].remove(card)
        self.shares[target, company].append(card)

    def _sold(self, owner: EntityId, company: str, percent: int, state: State) -> None:
        cards = self.bundle(owner, company, percent)
        for card in cards:
            self._move(card, company, owner, MARKET)
        self._settle_directors(state)
        for _ in range(sum(map(card_percent, cards)) - percent, 0, -SHARE):
            self._move(self.in_market(company), company, MARKET, owner)

    def _settle_directors(self, state: State) -> None:
        """A new Director takes the Director's certificate for two of his shares."""
        for company in state.companies.values():
            if company.director is None:
                continue
            card = f"{company.id}_0"
            holder = next(
                (o for (o, c), cards in self.shares.items() if c == company.id and card in cards),
                company.director,
            )
            if holder != company.director:
                for share in self.shares[company.director, company.id][: DIRECTORS // SHARE]:
                    self._move(share, company.id, company.director, holder)
                self._move(card, company.id, holder, company.director)

    def _close(self, state: State) -> None:
        """What a closed company owned goes to the Open Market and the bank; its shares go."""
        for owner, company in list(self.shares):
            if company not in state.companies:
                del self.shares[owner, company]
            elif owner != MARKET and isinstance(owner, str) and owner not in state.companies:
                self.shares[MARKET, company] += self.shares.pop((owner, company))
        for owner in [o for o in self.bonds if isinstance(o, str) and o != BANK]:
            if owner not in state.companies:
                self.bonds[BANK] += self.bonds.pop(owner)
