"""Routes that the rules forbid (1.6.3), tried on states of recorded games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import Game
from engine.actions import AnyAction, Route, RunTrains
from engine.board import Board
from engine.hexsides import canonical, exit_place
from engine.node import Node
from engine.state import Company, Train
from tests.engine.recorded import operating, refused

Way = tuple[list[Node], list[int]]
MOST = 3000


def ways(
    board: Board, start: Node, ends: Callable[[list[Node]], bool], again: bool = False
) -> Iterator[Way]:
    """Paths from a node without using track twice; nodes may come `again`. Only those wanted."""
    stack: list[Way] = [([start], [])]
    for _ in range(MOST):
        if not stack:
            return
        nodes, sides = stack.pop()
        if sides and ends(nodes):
            yield nodes, sides
        used = {canonical(s) for s in sides}
        for exit_, far in zip(nodes[-1].exits, nodes[-1].far, strict=True):
            onward = board.owner[far] if far >= 0 else None
            if onward and canonical(exit_) not in used and (again or onward not in nodes):
                stack.append(([*nodes, onward], [*sides, exit_]))


def run_of(company: Company, *found: Way, train: int = 0) -> RunTrains:
    """The action that runs one route (or the same train's several)."""
    routes = [
        Route(
            company.trains[min(train + i, len(company.trains) - 1)].id,
            f"{nodes[0].hex}-{nodes[0].index}",
            tuple("{}/{}".format(*exit_place(s)) for s in sides),
        )
        for i, (nodes, sides) in enumerate(found)
    ]
    return RunTrains(company.id, tuple(routes))


def route(
    game: Game,
    wanted: Callable[[list[Node], Company], bool],
    kind: str = "4E",
    own: bool = True,
    again: bool = False,
) -> AnyAction | None:
    """A run of one route that is wanted, by a train of a kind that the company is given.

    It starts at one of the company's stations (or, unless `own`, at any city).
    """
    found = operating(game, "run")
    if not found:
        return None
    state, _, company = found
    board = state.board
    starts = board.stations_of(company.id) if own else board.all_cities()
    for start in starts:
        for way in ways(board, start, lambda nodes: wanted(nodes, company), again):
            company.trains = [Train("4-0", kind)]
            return run_of(company, way)
    return None


def is_city(node: Node) -> bool:
    return node.kind == "city"


def own(nodes: list[Node], company: Company) -> bool:
    return any(n.has(company.id) for n in nodes)


def passes_full(nodes: list[Node], company: Company) -> bool:
    return any(n.blocks(company.id) for n in nodes[1:-1])


def test_1_6_3_1_a_route_that_ends_at_a_town_is_refused() -> None:
    refused(
        lambda game: route(game, lambda nodes, c: nodes[-1].kind == "town"),
        "starts and ends at a city; .+ is none",
    )


def test_1_6_3_1_a_route_that_starts_at_a_town_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        towns = [
            n
            for nodes in game.state.board.nodes.values()
            for n in nodes
            if n.kind == "town" and n.exits
        ]
        if not found or not towns:
            return None
        way = Route(found[2].trains[0].id, f"{towns[0].hex}-0", ())
        return RunTrains(found[2].id, (way,))

    refused(attempt, "A route starts at a city; .+ is none")


def test_1_6_3_1_a_route_of_one_stop_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        if not found:
            return None
        node = found[0].board.stations_of(found[2].id)[0]
        return RunTrains(
            found[2].id, (Route(found[2].trains[0].id, f"{node.hex}-{node.index}", ()),)
        )

    refused(attempt, "at least two stops")


def test_1_6_3_1_a_route_that_visits_a_stop_twice_is_refused() -> None:
    def twice(nodes: list[Node], company: Company) -> bool:
        return is_city(nodes[-1]) and nodes[-1] in nodes[:-1] and not passes_full(nodes, company)

    refused(lambda game: route(game, twice, again=True), "visits .+ twice")


def test_1_6_3_1_a_route_that_uses_track_twice_is_refused() -> None:
    """There and back again over the same hexside."""

    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        if not found:
            return None
        for node in found[0].board.stations_of(found[2].id):
            for exit_, far in zip(node.exits, node.far, strict=True):
                onward = found[0].board.owner[far] if far >= 0 else None
                if onward and is_city(onward):
                    return run_of(found[2], ([node, onward, node], [exit_, far]))
        return None

    refused(attempt, "visits .+ twice")


def test_1_6_3_1_two_trains_on_the_same_track_are_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        action = route(game, lambda nodes, c: is_city(nodes[-1]) and not passes_full(nodes, c))
        if not found or not isinstance(action, RunTrains):
            return None
        found[2].trains = [Train("4-0", "4E"), Train("4-1", "4E")]
        first = action.routes[0]
        return RunTrains(action.actor, (first, Route("4-1", first.start, first.sides)))

    refused(attempt, "Two trains use the same track between")


def test_1_6_3_1_a_train_that_runs_twice_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        action = route(game, lambda nodes, c: is_city(nodes[-1]) and not passes_full(nodes, c))
        if not isinstance(action, RunTrains):
            return None
        return RunTrains(action.actor, action.routes * 2)

    refused(attempt, "runs one route only")


def test_1_6_3_1_a_train_that_is_not_owned_is_refused() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        return RunTrains(found[2].id, (Route("9-9", "D23-0", ()),)) if found else None

    refused(attempt, "does not own the train 9-9")


def test_1_6_3_1_a_route_through_a_full_city_is_refused() -> None:
    refused(
        lambda game: route(game, lambda nodes, c: is_city(nodes[-1]) and passes_full(nodes, c)),
        "full of other companies' stations: a route may end there, not pass",
    )


def test_1_6_3_1_a_route_without_an_own_station_is_refused() -> None:
    def strange(nodes: list[Node], company: Company) -> bool:
        plain = not own(nodes, company) and not passes_full(nodes, company)
        return is_city(nodes[-1]) and plain

    refused(lambda game: route(game, strange, own=False), "at least one station of")


def test_1_6_3_2_too_many_cities_are_refused() -> None:
    def long(nodes: list[Node], company: Company) -> bool:
        cities = sum(is_city(n) for n in nodes)
        groups = [n.piece.group for n in nodes if n.piece.group]
        apart = len(groups) == len(set(groups))
        return is_city(nodes[-1]) and cities == 3 and apart and not passes_full(nodes, company)

    refused(lambda game: route(game, long, "2"), "A 2 train counts 2 cities; this route visits 3")


def test_1_6_3_2_gauge_markers_count_as_stops() -> None:
    """Two cities would be right for a 2-train, were there no marker between them."""

    def attempt(game: Game) -> AnyAction | None:
        board = game.state.board
        found = operating(game, "run")
        if not found:
            return None
        for start in board.stations_of(found[2].id):
            for nodes, sides in ways(board, start, lambda nodes: is_city(nodes[-1])):
                if sum(map(is_city, nodes)) == 2 and any(board.has_marker(s) for s in sides):
                    found[2].trains = [Train("2-0", "2")]
                    return run_of(found[2], (nodes, sides))
        return None

    refused(attempt, r"visits 2 and crosses (a|\d) gauge-change markers?, each a stop")


def test_1_6_3_a_wrong_revenue_is_refused_with_both_numbers() -> None:
    def attempt(game: Game) -> AnyAction | None:
        action = route(game, lambda nodes, c: is_city(nodes[-1]) and not passes_full(nodes, c))
        if not isinstance(action, RunTrains):
            return None
        first = action.routes[0]
        return RunTrains(action.actor, (Route(first.train, first.start, first.sides, 7),))

    refused(attempt, r"is worth ₹\d+0, not ₹7")


def joined(game: Game, name: str, *tiles: str) -> AnyAction | None:
    """A route between the two cities of a place over the tiles, laid for the occasion."""
    found = operating(game, "run")
    if not found:
        return None
    state, _, company = found
    laid = [text.split() for text in tiles]
    if not all(state.board.is_empty(hex_id) for hex_id, _, _ in laid):
        return None
    for hex_id, tile, rotation in laid:
        state.board.lay(hex_id, tile, int(rotation), False)
    first = next(n for n in state.board.all_cities() if n.piece.group == name)
    first.add(company.id)

    def both(nodes: list[Node]) -> bool:
        return len(nodes) > 1 and nodes[-1].piece.group == name

    company.trains = [Train("4-0", "4E")]
    way = next(ways(state.board, first, both), None)
    return run_of(company, way) if way else None


def test_1_6_3_1_both_cities_of_mumbai_on_a_route_are_refused() -> None:
    refused(
        lambda game: joined(game, "Mumbai", "E22 IND2 0"),
        "Only one of the two cities of Mumbai",
    )


def test_1_6_3_1_both_cities_of_nepal_on_a_route_are_refused() -> None:
    refused(
        lambda game: joined(game, "Nepal", "M12 7 2", "L11 7 4"),
        "Only one of the two cities of Nepal",
    )


def test_1_6_3_1_track_that_ends_is_no_route() -> None:
    def attempt(game: Game) -> AnyAction | None:
        found = operating(game, "run")
        if not found:
            return None
        board = found[0].board
        for node in board.stations_of(found[2].id):
            for exit_, far in zip(node.exits, node.far, strict=True):
                if far >= 0 and board.owner[far] is None:
                    side = "{}/{}".format(*exit_place(exit_))
                    way = Route(found[2].trains[0].id, f"{node.hex}-{node.index}", (side,))
                    return RunTrains(found[2].id, (way,))
        return None

    refused(attempt, "The track ends at")
