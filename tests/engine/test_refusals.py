"""What the rules forbid, tried on states of recorded games: refused in words, nothing changed."""

from __future__ import annotations

from collections.abc import Callable

from engine import Game, line_ends
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    ConvertBond,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    SellCard,
    SellShares,
    SellTrain,
)
from engine.board import fits, keeps_track
from engine.components import EDGES, components
from engine.node import Node
from engine.state import (
    BOND,
    Company,
    State,
    Train,
    card_company,
    certificate_limit,
    certificates,
)
from engine.steps import track, trains
from tests.engine.recorded import operating, refused, trading

# -- whose turn and what step ---------------------------------------------------------------------


def test_1_4_another_player_than_the_one_on_turn_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        return Pass(found[0].order[found[1].turn - 1]) if found else None

    refused(attempt, "It is .+'s turn")


def test_1_6_another_company_than_the_one_operating_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game)
        return Pass(next(c for c in found[0].companies if c != found[2].id)) if found else None

    refused(attempt, "It is .+'s turn, led by")


def test_1_6_a_step_out_of_order_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        return Dividend(found[2].id, True) if found else None

    refused(attempt, "track step now")


def test_1_6_a_step_that_is_over_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        return LayTile(found[2].id, "C8", "8", 0) if found else None

    refused(attempt, "train step now")


def test_1_6_9_3_the_run_cannot_be_passed() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        return Pass(found[2].id) if found else None

    refused(attempt, "trains must run")


# -- money ----------------------------------------------------------------------------------------


def poor(state: State, company: Company) -> None:
    """Take the company's treasury away."""
    state.bank.cash += company.cash
    company.cash = 0


def test_1_6_10_a_lay_that_the_treasury_cannot_pay_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found:
            return None
        state, turn, company = found
        for hex_id, tile, rotation in track.lays(state, turn, company):
            printed = components().tiles[tile], components().hexes[hex_id]
            if track.lay_cost(state, turn, *printed, rotation):
                poor(state, company)
                return LayTile(company.id, hex_id, tile, rotation)
        return None

    refused(attempt, r"The tile costs ₹\d+; .+ has ₹0, ₹\d+ too little")


def test_1_6_10_a_station_that_the_treasury_cannot_pay_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "station")
        legal = game.legal(lays=False)
        if not found or not legal or not legal.stations:
            return None
        poor(found[0], found[2])
        return PlaceStation(found[2].id, *legal.stations[0])

    refused(attempt, r"The station costs ₹40; .+ has ₹0, ₹40 too little")


def test_1_6_10_a_train_that_the_treasury_cannot_pay_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        if not found or len(found[2].trains) == 2:
            return None
        poor(found[0], found[2])
        train = trains.on_sale(found[0])[0]
        return BuyTrain(found[2].id, train.id, train.info.price)

    refused(attempt, r"A 2 train costs ₹180; .+ has ₹0, ₹180 too little")


def test_1_6_10_a_certificate_that_the_treasury_cannot_pay_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found:
            return None
        state, _, company = found
        tops = [row[0] for row in state.ipo_rows if row and card_company(row[0]) != company.id]
        if not tops or certificates(state, company) >= 3:
            return None
        poor(state, company)
        return BuyCard(company.id, tops[0])

    refused(attempt, r"costs ₹\d+; .+ has ₹0, ₹\d+ too little")


def test_1_6_5_3_another_companys_train_for_more_than_the_treasury_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        legal = game.legal(lays=False)
        if not found or not legal:
            return None
        for kind, seller, _, high in legal.buy_train:
            if seller != "bank":
                owned = found[0].companies[seller].trains
                train = next(t for t in owned if t.kind == kind)
                return BuyTrain(found[2].id, train.id, high + 1)
        return None

    refused(attempt, r"cannot pay ₹\d+")


# -- track ----------------------------------------------------------------------------------------


def yellow_then(game: Game, tiles: int) -> tuple[State, Company, list[str]] | None:
    """A track step in which `tiles` yellow tiles were laid: state, company, line."""
    found = operating(game, "track")
    if not found or len(found[1].line) != tiles:
        return None
    return found[0], found[2], found[1].line


def test_1_6_1_1_an_upgrade_after_a_yellow_tile_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = yellow_then(game, 1)
        rows = list(track.upgrades(found[0], found[1].id)) if found else []
        return LayTile(found[1].id, *rows[0]) if found and rows else None

    refused(attempt, "After a yellow tile no upgrade")


def test_1_6_1_1_a_yellow_tile_after_an_upgrade_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        rows = list(track.yellow_lays(found[0], found[2].id))
        found[1].upgraded = True
        return LayTile(found[2].id, *rows[0]) if rows else None

    refused(attempt, "After an upgrade no yellow tile")


def test_1_6_1_1_a_fifth_yellow_tile_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = yellow_then(game, 3)
        if not found:
            return None
        state, company, line = found
        rows = list(track.yellow_lays(state, company.id, line_ends(state, company.id, line)))
        if not rows:
            return None
        line.append(line[-1])
        return LayTile(company.id, *rows[0])

    refused(attempt, "4 yellow tiles a turn are the most")


def test_1_6_1_3_a_yellow_tile_off_the_line_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = yellow_then(game, 1)
        if not found:
            return None
        state, company, line = found
        ends = line_ends(state, company.id, line)
        rows = [row for row in track.yellow_lays(state, company.id) if row[0] not in ends]
        return LayTile(company.id, *rows[0]) if rows and ends else None

    refused(attempt, "goes where the line points: [A-R0-9, ]+, not ")


def test_1_6_1_3_a_yellow_tile_that_does_not_join_the_line_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = yellow_then(game, 1)
        if not found:
            return None
        state, company, line = found
        ends = line_ends(state, company.id, line)
        for hex_id, tile, rotation in track.yellow_lays(state, company.id, ends):
            if not components().tiles[tile].masks[rotation] & ends[hex_id]:
                return LayTile(company.id, hex_id, tile, rotation)
        return None

    refused(attempt, "must join the line")


def test_1_6_1_2_a_tile_out_of_reach_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        reached = found[0].board.reach(found[2].id).edges
        far = (
            h.id
            for h in components().hexes.values()
            if found[0].board.is_empty(h.id)
            and h.id not in reached
            and not h.town_count + h.city_count
            and len(h.neighbors) == 6
        )
        return LayTile(found[2].id, next(far), "9", 0)

    refused(attempt, "must be connected to one of .+'s stations")


def test_1_6_1_2_a_tile_turned_away_from_the_network_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        state, _, company = found
        for hex_id, edges in state.board.reach(company.id).edges.items():
            here = components().hexes[hex_id]
            if state.board.is_empty(hex_id) and len(here.neighbors) == 6:
                for r in EDGES:
                    if not here.town_count and not components().tiles["9"].masks[r] & edges:
                        return LayTile(company.id, hex_id, "9", r)
        return None

    refused(attempt, "must be connected")


def upgrade_of(game: Game, color: str = "") -> tuple[State, Company, list[tuple[str, str, int]]]:
    """At the start of a track step: state, company, and its upgrades (of tiles of one colour)."""
    found = operating(game, "track")
    if not found or found[1].line:
        return game.state, Company(), []
    state, _, company = found
    rows = list(track.upgrades(state, company.id))
    return state, company, [r for r in rows if color in ("", components().tiles[r[1]].color)]


def test_1_6_1_4_an_upgrade_that_loses_old_track_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        state, company, rows = upgrade_of(game)
        for hex_id, tile, _ in rows:
            for r in EDGES:
                if fits(
                    components().tiles[tile], r, components().hexes[hex_id]
                ) and not keeps_track(state.board.nodes[hex_id], components().tiles[tile], r):
                    return LayTile(company.id, hex_id, tile, r)
        return None

    refused(attempt, "does not keep the track")


def test_1_6_1_2_a_rotation_beyond_5_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        _, company, rows = upgrade_of(game)
        return LayTile(company.id, rows[0][0], rows[0][1], 6) if rows else None

    refused(attempt, "0 to 5 times 60°")


def test_1_6_1_4_a_plain_upgrade_without_new_track_in_reach_is_refused() -> None:
    """The network points at a side of a plain tile that the upgrade leaves without track."""

    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        state, _, company = found
        board = state.board
        for hex_id, reached in board.reach(company.id).edges.items():
            old = board.tile(hex_id)
            if old is None or old.cities or old.towns or reached & board.track_mask(hex_id):
                continue
            for number in old.upgrades:
                tile = components().tiles[number]
                for r in EDGES:
                    if (
                        board.supply[number]
                        and fits(tile, r, components().hexes[hex_id])
                        and keeps_track(board.nodes[hex_id], tile, r)
                        and not tile.masks[r] & reached
                    ):
                        return LayTile(company.id, hex_id, number, r)
        return None

    refused(attempt, "must use new track that .+ can reach")


def test_1_1_10_a_tile_of_which_none_is_left_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        state, company, rows = upgrade_of(game)
        if not rows:
            return None
        state.board.supply[rows[0][1]] = 0
        return LayTile(company.id, *rows[0])

    refused(attempt, r"No tile \w+ is left")


def test_1_6_1_2_track_against_a_side_that_takes_none_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        state, _, company = found
        for hex_id, edges in state.board.reach(company.id).edges.items():
            here = components().hexes[hex_id]
            if not state.board.is_empty(hex_id) or here.town_count or here.city_count:
                continue
            for tile in ("8", "9"):
                for r in EDGES:
                    printed = components().tiles[tile]
                    if printed.masks[r] & edges and not fits(printed, r, here):
                        return LayTile(company.id, hex_id, tile, r)
        return None

    refused(attempt, "against a side of .+ that takes none")


def test_1_6_1_4_printed_track_never_changes() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        return LayTile(found[2].id, "D21", "141", 0) if found and not found[1].line else None

    refused(attempt, "printed on the map and never changes")


def test_1_6_1_2_a_tile_made_for_another_hex_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "track")
        if not found or found[1].line:
            return None
        rows = [
            h
            for h in found[0].board.reach(found[2].id).edges
            if found[0].board.is_empty(h) and not components().hexes[h].city_count
        ]
        return LayTile(found[2].id, rows[0], "57", 0) if rows else None

    refused(attempt, "is not made for")


def test_1_6_1_4_a_tile_that_is_no_upgrade_of_the_one_there_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        _, company, rows = upgrade_of(game)
        return LayTile(company.id, rows[0][0], "60", 0) if rows else None

    refused(attempt, "cannot be upgraded to 60")


# -- stations -------------------------------------------------------------------------------------


def station_step(game: Game) -> tuple[State, Company] | None:
    """A station step of a company that has a station left to build."""
    found = operating(game, "station")
    return (found[0], found[2]) if found and found[2].stations_left else None


def rich(state: State, company: Company) -> None:
    """Give the company more than it needs."""
    state.bank.cash -= 5000
    company.cash += 5000


def station_at(game: Game, wanted: Callable[[Company, Node], object]) -> AnyAction | None:
    """A station, with money enough, in the first city that is wanted; none where it has one."""
    found = station_step(game)
    if not found:
        return None
    state, company = found
    cities = (n for n in state.board.all_cities() if not state.board.in_hex(n.hex, company.id))
    node = next((n for n in cities if wanted(company, n)), None)
    if node is None:
        return None
    rich(state, company)
    return PlaceStation(company.id, node.hex, node.index)


def test_1_6_2_1_a_station_in_a_full_city_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        board = game.state.board
        return station_at(
            game, lambda c, n: n in board.reach(c.id).nodes and n.exits and not n.free_slots()
        )

    refused(attempt, "All slots of .+ are full")


def test_1_6_2_1_a_second_station_in_the_hex_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = station_step(game)
        if not found:
            return None
        rich(*found)
        return PlaceStation(found[1].id, found[1].station_order[0], 0)

    refused(attempt, "has a station in .+ already")


def test_1_6_2_2_a_slot_kept_for_a_home_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        board = game.state.board
        action = station_at(game, lambda c, n: n in board.reach(c.id).nodes and n.free_slots() == 1)
        if isinstance(action, PlaceStation):
            board.reserve(action.hex, "WR", None)
        return action

    refused(attempt, "is kept for the home station of WR")


def test_1_6_2_1_a_station_out_of_reach_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        board = game.state.board
        return station_at(
            game, lambda c, n: n not in board.reach(c.id).nodes and board.free_for(n, c.id)
        )

    refused(attempt, "out of reach")


def test_1_6_2_1_a_station_when_all_are_built_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "station")
        if not found:
            return None
        found[2].stations_used = len(found[2].info.station_costs)
        return PlaceStation(found[2].id, "D17", 0)

    refused(attempt, "has built all its stations")


# -- trains ---------------------------------------------------------------------------------------


def test_1_6_5_4_a_third_train_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        if not found or len(found[2].trains) != 2:
            return None
        rich(found[0], found[2])
        train = trains.on_sale(found[0])[0]
        return BuyTrain(found[2].id, train.id, train.info.price)

    refused(attempt, "holds 2 trains already")


def with_phase_iv_train(game: Game, kind: str) -> tuple[State, Company] | None:
    """A train step in Phase IV; the company owns one train of the kind, and is rich."""
    found = operating(game, "trains")
    if not found or found[0].phase != "IV" or not found[0].depot[kind]:
        return None
    state, _, company = found
    rich(state, company)
    state.discard += company.trains
    company.trains = [state.depot[kind].pop()]
    return state, company


def test_1_6_5_4_a_second_phase_iv_train_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = with_phase_iv_train(game, "4x3")
        return BuyTrain(found[1].id, found[0].depot["3x2"][0].id, 700) if found else None

    refused(attempt, "owns a Phase IV train already")


def test_1_6_5_4_a_second_phase_iv_train_from_another_company_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = with_phase_iv_train(game, "4x3")
        if not found:
            return None
        state, company = found
        other = next(c for c in state.companies.values() if c.id != company.id)
        other.trains = [Train("3x2-0", "3x2")]
        return BuyTrain(company.id, "3x2-0", 1)

    refused(attempt, "owns a Phase IV train already")


def test_1_6_5_2_a_4x3_cannot_be_sold_to_the_bank() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = with_phase_iv_train(game, "4x3")
        return SellTrain(found[1].id, found[1].trains[0].id) if found else None

    refused(attempt, "4x3 train cannot be sold to the bank")


def test_1_6_5_2_a_train_bought_this_turn_cannot_be_sold() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        return SellTrain(found[2].id, found[1].fresh[0]) if found and found[1].fresh else None

    refused(attempt, "bought from the bank this turn")


def test_1_6_5_1_a_train_of_another_company_stays_what_it_is() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        if not found or len(found[2].trains) > 1 or not found[2].cash:
            return None
        for other in found[0].companies.values():
            for train in other.trains:
                if train.kind == "4" and other is not found[2]:
                    return BuyTrain(found[2].id, train.id, 1, "4E")
        return None

    refused(attempt, "stays a 4")


def test_1_6_5_3_the_bank_sells_at_its_price_only() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        if not found or len(found[2].trains) > 1:
            return None
        train = trains.on_sale(found[0])[0]
        return BuyTrain(found[2].id, train.id, 1)

    refused(attempt, r"train costs ₹\d+ at the bank")


def test_1_6_5_1_a_3_train_before_the_2_trains_are_sold_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "trains")
        return BuyTrain(found[2].id, "3-0", 300) if found and found[0].depot["2"] else None

    refused(attempt, "does not sell the train 3-0 now")


# -- certificates of companies --------------------------------------------------------------------


def test_1_6_6_2_an_ipo_card_that_is_not_on_top_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found or certificates(found[0], found[2]) > 2:
            return None
        return BuyCard(found[2].id, found[0].ipo_rows[0][1])

    refused(attempt, "does not lie at the front of its IPO row")


def test_1_6_6_2_the_own_share_from_the_ipo_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found or certificates(found[0], found[2]) > 2:
            return None
        own = [r[0] for r in found[0].ipo_rows if r and card_company(r[0]) == found[2].id]
        return BuyCard(found[2].id, own[0]) if own else None

    refused(attempt, "may not buy its own share from the IPO")


def test_1_6_6_3_a_fourth_certificate_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        tops = [r[0] for r in game.state.ipo_rows if r]
        if not found or card_company(tops[0]) == found[2].id:
            return None
        while certificates(found[0], found[2]) < 3:
            found[2].add_shares("GIPR", 10)
        return BuyCard(found[2].id, tops[0])

    refused(attempt, "owns 3 certificates, the most")


def test_1_6_6_2_a_second_purchase_is_refused() -> None:
    """After its purchase the company's turn is over."""
    bought: list[str] = []

    def attempt(game: Game) -> AnyAction | None:
        if game.history and operating(game, "track"):
            last = game.history[-1].action
            if isinstance(last, BuyCard) and isinstance(last.actor, str):
                bought.append(last.actor)
                return BuyCard(last.actor, BOND)
        return None

    refused(attempt, "It is .+'s turn, led by")
    assert bought


def test_1_6_6_2_a_directors_certificate_is_never_for_sale_to_a_company() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found or certificates(found[0], found[2]) > 2:
            return None
        other = next(c for c in found[0].companies if c not in (found[2].id, "GIPR"))
        return BuyCard(found[2].id, f"{other}_0")

    refused(attempt, "is not for sale")


# -- certificates of players ----------------------------------------------------------------------


def test_1_4_1_an_ipo_purchase_in_the_first_stock_round_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        return BuyCard(found[2].id, found[0].ipo_rows[0][0]) if found and found[1].first else None

    refused(attempt, "In the first stock round nothing may be bought from the IPO")


def test_1_4_5_a_purchase_over_the_certificate_limit_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        if not found or found[1].first:
            return None
        state, _, player = found
        company = next(iter(state.companies))
        while certificates(state, player) < certificate_limit(state):
            player.add_shares(company, 10)
        return BuyCard(player.id, state.ipo_rows[0][0])

    refused(attempt, r"holds \d+ certificates; the limit is \d+")


def test_1_4_4_a_card_behind_the_front_of_its_row_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        if not found or found[1].first:
            return None
        return BuyCard(found[2].id, found[0].ipo_rows[0][2])

    refused(attempt, "does not lie at the front of its IPO row")


def test_1_4_4_a_second_purchase_in_a_turn_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        return BuyCard(found[2].id, BOND) if found and found[1].bought else None

    refused(attempt, "One purchase a turn")


def test_1_4_6_another_company_after_a_purchase_from_the_hand_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        if not found or not found[1].bought or found[1].suite is None:
            return None
        others = [c for c in found[2].hand if card_company(c) != found[1].suite]
        return BuyCard(found[2].id, others[0]) if others else None

    refused(attempt, "only certificates of the same company")


def test_1_4_3_a_sale_that_leaves_a_directors_certificate_in_the_market_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game, selling=True)
        if not found:
            return None
        state, _, player = found
        for company in state.companies.values():
            others = [p for p in state.players.values() if p is not player]
            alone = all(p.percent(company.id) < 20 for p in others)
            if company.director == player.id and alone:
                return SellShares(player.id, company.id, player.percent(company.id))
        return None

    refused(attempt, "Director's certificate of .+ would lie in the Open Market")


def test_1_4_2_selling_in_a_buying_turn_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        if not found or found[1].first or not found[2].shares:
            return None
        return SellShares(found[2].id, next(iter(found[2].shares)), 10)

    refused(attempt, "sold in the selling turn only")


def test_1_4_2_buying_in_the_selling_turn_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game, selling=True)
        return BuyCard(found[2].id, BOND) if found else None

    refused(attempt, "This is the selling turn")


def test_1_4_2_selling_more_than_one_holds_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game, selling=True)
        return SellShares(found[2].id, next(iter(found[0].companies)), 110) if found else None

    refused(attempt, "holds .+, not 110%")


def test_1_4_2_selling_what_one_does_not_own_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game, selling=True)
        return SellCard(found[2].id, BOND) if found and not found[2].bonds else None

    refused(attempt, "owns no Royal Bond")


def test_1_4_2_passing_the_selling_turn_over_the_limit_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game, selling=True)
        if not found:
            return None
        state, _, player = found
        while certificates(state, player) <= certificate_limit(state):
            player.add_shares("GIPR", 10)
        return Pass(player.id)

    refused(attempt, r"holds \d+ certificates; the limit is \d+\. Sell 1 more")


def test_1_4_4_an_empty_market_has_no_share_to_sell() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        if not found or found[1].bought:
            return None
        empty = [c.id for c in found[0].companies.values() if not c.market]
        return BuyShare(found[2].id, empty[0]) if empty else None

    refused(attempt, "The Open Market has no share of")


# -- bonds ----------------------------------------------------------------------------------------


def test_1_9_1_converting_a_bond_before_phase_iv_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = trading(game)
        ready = found and not found[1].bought and found[2].bonds and found[0].phase != "IV"
        return ConvertBond(found[2].id) if found and ready else None

    refused(attempt, "in Phase IV only")


def test_1_9_1_converting_a_bond_after_gipr_closed_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found or found[0].phase != "IV" or found[2].id == "GIPR":
            return None
        state, _, company = found
        if certificates(state, company) > 2 or not company.bonds:
            return None
        state.companies.pop("GIPR", None)
        return ConvertBond(company.id)

    refused(attempt, "GIPR has closed")


def test_1_9_1_converting_without_a_bond_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "buy")
        if not found or found[0].phase != "IV" or found[2].bonds or not found[0].gipr:
            return None
        if certificates(found[0], found[2]) > 2:
            return None
        return ConvertBond(found[2].id)

    refused(attempt, "owns no Royal Bond")
