"""What is to be decided now, for pictures and their texts: where something may be done, and what.

The texts are made so that a player who has nothing else can decide. Nothing hidden is in them.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.present import words
from bot.present.ask import whose_turn
from bot.present.choices import train_choice, train_sale_choice
from bot.present.prices import price_after
from engine import (
    City,
    Game,
    Lay,
    Legal,
    OperatingRound,
    Powers,
    lay_cost,
    market,
    turn_now,
)
from engine.components import BRITISH, DANISH, FRENCH, components
from engine.hexsides import border_name, exit_of
from engine.state import BOND, SHARE, Company, State, face_value
from render.view import Choice, Heading, Situation

MOST_LETTERS = 26


def heading(game: Game, company: Company | None = None, *lines: str) -> Heading:
    """The head of a picture: a company with its means, or the game alone; the round and phase."""
    state = game.state
    when = f"{_round(state)} · {words.phase(state.phase)}"
    if company is None:
        return Heading("18 India", when, lines=lines)
    facts = [f"{words.money(company.cash)}, trains {words.trains(company)}", *lines]
    concessions = tuple(words.concessions(company))
    return Heading(company.info.name, when, company.id, tuple(facts), concessions)


def _round(state: State) -> str:
    if isinstance(state.round, OperatingRound):
        return f"OR {state.turn}.{state.round.number}"
    return words.round_name(state)


def choices(game: Game, legal: Legal | None) -> tuple[Choice, ...]:
    """The hexes in which the company on turn may do something now: new track, upgrades, stations.

    New track comes first; all have letters as long as there are enough.
    """
    if legal is None or not isinstance(game.actor, str):
        return ()
    found = [*_lays(game, legal), *_stations(game, legal)]
    found.sort(key=lambda c: (not c.new, c.hex[0], int(c.hex[1:])))
    if len(found) > MOST_LETTERS:
        return tuple(found)
    return tuple(Choice(c.hex, chr(65 + i), c.cost, c.tiles, c.new) for i, c in enumerate(found))


def cost_of(game: Game, lay: Lay) -> int:
    """₹ that a lay costs the company on turn; 0 where none is."""
    turn, parts = turn_now(game.state), components()
    tile, here = parts.tiles[lay.tile], parts.hexes[lay.hex]
    return lay_cost(game.state, turn, tile, here, lay.rotation) if turn else 0


def gauge_changes(game: Game, lay: Lay) -> list[str]:
    """The borders that would get a gauge-change marker by a lay."""
    mask = components().tiles[lay.tile].masks[lay.rotation]
    joins = game.state.board.joins(lay.hex, mask, game.state.markers_allowed)
    return [words.border(border_name(join.exit)) for join in joins if join.marker]


def lay_note(game: Game, lay: Lay) -> str:
    """What a lay costs the company on turn and where it makes the gauge change, in short."""
    changes = [f"gauge change {name}" for name in gauge_changes(game, lay)]
    cost = cost_of(game, lay)
    return ", ".join([*changes, words.money(cost) if cost else "free"])


def _lays(game: Game, legal: Legal) -> Iterator[Choice]:
    by_hex: dict[str, list[Lay]] = {}
    for lay in legal.lay:
        by_hex.setdefault(lay[0], []).append(lay)
    for hex_id, lays in by_hex.items():
        costs = [cost_of(game, lay) for lay in lays]
        tiles = tuple(dict.fromkeys(tile for _, tile, _ in lays))
        new = game.state.board.is_empty(hex_id)
        yield Choice(hex_id, cost=(min(costs), max(costs)), tiles=tiles, new=new)


def _stations(game: Game, legal: Legal) -> Iterator[Choice]:
    company = game.state.companies.get(str(game.actor))
    price = (company.next_station_cost or 0) if company else 0
    for hex_id in dict.fromkeys(hex_id for hex_id, _ in legal.stations):
        yield Choice(hex_id, cost=(price, price))
    for hex_id in dict.fromkeys(hex_id for hex_id, _ in legal.homes):
        yield Choice(hex_id)


def situation(game: Game, legal: Legal | None) -> Situation:
    """Whose turn it is, everything that may be done but tiles, and how the companies stand."""
    now = whose_turn(game, words.plainly(game.state)).replace("**", "")
    if legal is None or not isinstance(game.actor, str):
        return Situation(f"{heading(game).when}. {now}.", state=tuple(companies(game)))
    return Situation(
        f"{heading(game).when}. {now}.",
        tuple(_facts(game.state, game.state.companies[game.actor], legal)),
        tuple(_power(game.state, p, legal.powers) for p in legal.powers.at_hand()),
        tuple(companies(game)),
    )


def _facts(state: State, company: Company, legal: Legal) -> Iterator[str]:
    """A sentence for each kind of thing that the company on turn may do, tiles apart."""
    yield from _places(state, company, legal)
    if legal.run:
        yield f"Run the trains: {words.trains(company)}."
    if legal.dividend:
        yield _dividend(state, company)
    if legal.buy_train:
        yield f"Buy a train: {'; '.join(train_choice(*offer) for offer in legal.buy_train)}."
    if legal.sell_train:
        sold = dict.fromkeys(train_sale_choice(*offer) for offer in legal.sell_train)
        yield f"Sell a train: {'; '.join(sold)}."
    yield from _certificates(state, legal)
    if legal.may_pass:
        yield "Or pass."


def _places(state: State, company: Company, legal: Legal) -> Iterator[str]:
    """What may be done on the map besides laying tiles."""
    if legal.stations:
        price = words.money(company.next_station_cost or 0)
        yield f"Station for {price} in: {_cities(state, legal.stations)}."
    if legal.homes:
        homes = "; ".join(words.home(state, *city) for city in legal.homes)
        yield f"Home station in: {homes}."
    if legal.home_tiles:
        yield f"Home station on a tile: {_tiles(legal.home_tiles)}."
    if legal.exchange:
        yield f"Exchange the station in {words.place(legal.exchange)}: yes or no."
    if legal.unmark:
        names = [border_name(exit_of(hex_id, edge)) for hex_id, edge in legal.unmark]
        yield f"Remove a gauge-change marker: {'; '.join(names)}."


def _certificates(state: State, legal: Legal) -> Iterator[str]:
    if legal.sell_shares or legal.sell_card:
        most: dict[str, int] = {}
        for of, percent, _ in legal.sell_shares:
            most[of] = max(most.get(of, 0), percent)
        sales = [f"{of} up to {n}% at {_price(state, of)}" for of, n in most.items()]
        sales += [_card(card) for card in legal.sell_card]
        yield f"Sell certificates: {'; '.join(sales)}."
    if legal.buy_card or legal.buy_share:
        offers = [_card(card) for card in legal.buy_card]
        offers += [
            f"{of} {SHARE}% of the Open Market at {_price(state, of)}" for of in legal.buy_share
        ]
        yield f"Buy a certificate: {'; '.join(offers)}."
    if legal.convert:
        yield "Convert a Royal Bond into a share of GIPR."


def _price(state: State, company: str) -> str:
    return words.money(state.companies[company].price)


def _card(card: str) -> str:
    name = BOND if card == "bond" else card
    return f"{words.card_name(card)} ({card}) at face value {words.money(face_value(name))}"


def _cities(state: State, cities: list[City]) -> str:
    return "; ".join(words.city(state, hex_id, index) for hex_id, index in cities)


def _tiles(lays: list[Lay]) -> str:
    turned: dict[tuple[str, str], list[int]] = {}
    for hex_id, tile, rotation in lays:
        turned.setdefault((hex_id, tile), []).append(rotation * 60)
    return "; ".join(
        f"{words.place(hex_id)} tile {tile} turned {', '.join(f'{r}°' for r in rotations)}"
        for (hex_id, tile), rotations in turned.items()
    )


def _power(state: State, private: str, found: Powers) -> str:
    """What a Private may be used for, and where."""
    name = words.private(private)
    if private == FRENCH:
        return f"{name}: ₹40 off terrain and rivers of this turn."
    if private == DANISH:
        return f"{name}: a free station in: {_cities(state, found.free_station or [])}."
    if private == BRITISH:
        return f"{name}: the jewelry marker in: {'; '.join(found.jewelry or [])}."
    return f"{name}: an extra tile: {_tiles(found.lays(private))}."


def _dividend(state: State, company: Company) -> str:
    turn = turn_now(state)
    revenue = turn.revenue if turn else 0
    before, after = words.money(company.price), words.money(price_after(company, revenue))
    return (
        f"Revenue {words.money(revenue)}: pay {words.money(revenue // 10)} a share, price "
        f"{before} to {after}; or withhold."
    )


# -- company by company ------------------------------------------------------------------------


def companies(game: Game) -> Iterator[str]:
    """A sentence for each company, the dearest first, then those that have not floated."""
    state, named = game.state, words.plainly(game.state)
    floated = market.price_order(state, [c for c in state.companies.values() if c.floated])
    for company in floated:
        parts = [
            f"{company.id}, {words.head(named, company)}: price {words.money(company.price)}",
            f"cash {words.money(company.cash)}",
            f"trains {words.trains(company)}",
            f"{words.count(company.stations_left, 'station')} left",
        ]
        parts += ["Guaranty Warrant"] if company.guaranty else []
        owned = words.owned(company)
        parts += [f"owns {words.listed(owned)}"] if owned else []
        held = words.concessions(company)
        parts += [f"concessions {words.listed(held)}"] if held else []
        yield "; ".join(parts) + "."
    for company in state.companies.values():
        if not company.floated:
            yield (
                f"{company.id}, not floated: face value {words.money(company.face_value)}; "
                f"{100 - company.ipo}% sold; cash {words.money(company.cash)}."
            )
