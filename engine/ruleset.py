"""The two rulesets and the named points in which they differ. A game keeps its ruleset for life."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One reading of the rules. All points are false in `rulebook`, true in `site` (18xx.games).

    The numbers are those of the clauses `site.1` to `site.16` in `docs/rules.md`.
    """

    name: str
    manager_keeps_on_tie: bool
    """1: on a tie after a Director's certificate is bought, the Manager keeps control."""
    declining_to_sell_is_passing: bool
    """2: declining to sell already counts as passing for the next round's order."""
    connection_counts_visited_ends: bool
    """3: an E-train's connection bonus counts ends that are merely visited."""
    bonds_need_gipr_manager: bool
    """4: converted bonds do not float GIPR, and players convert only while it has a Manager.

    Who has a bond, the money and room is asked to buy all the same.
    """
    late_manager_has_no_marker: bool
    """5: a company with 30% sold before its first Manager gets no marker when it floats.

    Nor a home station, unless that share came from the Open Market.
    """
    station_step_ignores_heads_power: bool
    """6: the station step is passed over although the head's EIC could still open a city."""
    line_stops_at_red_city: bool
    """7: a line stops at a red city when the last tile points to one or two empty neighbors."""
    home_tile_has_no_marker: bool
    """8: GIPR's home tile places no gauge-change marker; the border is a stop all the same."""
    line_need_not_join: bool
    """9: a further yellow tile need not join the line that points into its hex."""
    exchange_asks_beyond_last: bool
    """10: GIPR is asked for the other stations although the home took the last exchange token."""
    exchange_token_left_over: bool
    """11: where GIPR stands in the home's hex its exchange token is left to build for nothing."""
    late_home_has_printed_city: bool
    """12: where no station waited for Delhi's or Kolkata's tile, a later home is not asked."""
    last_home_is_asked: bool
    """13: a third company that lays Delhi or Kolkata is asked for the last station too."""
    danish_station_leaves_with_homes: bool
    """14: a Danish EIC station leaves unlaid Delhi or Kolkata with the homes that wait there."""
    danish_slot_stays: bool
    """15: where a Danish EIC station stood beside the slots, a slot stays when it goes."""
    junction_twice: bool
    """16: a route may pass a junction twice on different track."""


def _all(name: str, value: bool) -> Ruleset:
    return Ruleset(name, *[value] * (len(fields(Ruleset)) - 1))


RULEBOOK = _all("rulebook", False)
SITE = _all("site", True)
RULESETS = {r.name: r for r in (RULEBOOK, SITE)}
