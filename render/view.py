"""What a picture shows, as plain frozen data: the adapter in `bot` fills these from a game's state.

A hex is named as printed ("G8"), a company by its letters ("NWR"). Edges are 0 at the bottom, then
clockwise to 5. Amounts are rupees. Equal views give the same SVG, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ThemeName = Literal["standard", "contrast"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the map: its number as printed and how often it is turned by 60° clockwise."""

    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class Station:
    """A station in a slot of a city. A slot beyond the printed ones is drawn beside them."""

    hex: str
    city: int
    slot: int
    company: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A station on Delhi or Kolkata before the yellow tile: no city is its own yet."""

    hex: str
    company: str


@dataclass(frozen=True, slots=True)
class Home:
    """The place kept for a company that has not floated; `city` None where it may choose."""

    hex: str
    city: int | None
    company: str


@dataclass(frozen=True, slots=True)
class GaugeMarker:
    """A gauge-change marker on a hexside, named from either of its two hexes."""

    hex: str
    edge: int


@dataclass(frozen=True, slots=True)
class Leg:
    """A route's way over one hex; without `entry` it begins here, without `exit` it ends here."""

    hex: str
    entry: int | None
    exit: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that a route visits, in the order of travel.

    `value` is what it earned, None where the train visits it without pay. `kind` "gauge" is a
    gauge-change marker, which uses up a city stop of an N-train and pays nothing; it needs no
    mark of its own. `edge` is an edge by which the route touches the stop: on a tile with several
    cities or towns it tells which.
    """

    hex: str
    name: str
    kind: Literal["city", "town", "gauge"]
    value: int | None
    edge: int | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """An amount of a route that no single stop earned: a commodity or a connection."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class RouteView:
    """One train's route. `number` (1, 2 …) is drawn on it and chooses its colour and dash.

    What the stops earned is told before it is multiplied by `multiplier`; `total` is all in all.
    """

    number: int
    train: str
    legs: tuple[Leg, ...]
    stops: tuple[Stop, ...]
    total: int
    bonuses: tuple[Bonus, ...] = ()
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Heading:
    """What a picture is about: `company` by its letters, `name` in full, and `when`.

    `lines` are further facts, the most important first; `concessions` the commodities held.
    """

    name: str
    when: str = ""
    company: str | None = None
    lines: tuple[str, ...] = ()
    concessions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A hex in which something may be done now, told apart by a `letter` where there is one.

    `cost` is the least and the most in ₹ (None: nothing is to be paid there), `tiles` the numbers
    of the tiles that may be laid, `new` whether it would be the first one there.
    """

    hex: str
    letter: str = ""
    cost: tuple[int, int] | None = None
    tiles: tuple[str, ...] = ()
    new: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What is to be decided, for the alt text: who decides, for whom, and every thing allowed.

    `facts` are sentences on what is allowed, `aside` on what Private Companies allow besides;
    `state` on what else there is to know, company by company.
    """

    now: str
    facts: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    state: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """The map, or a part of it.

    `claimed` maps a source ("ORE1") to the company that holds its concession; sources that are in
    neither `claimed` nor named here are still free. `highlight` hexes get a strong outline (a tile
    just laid, a preview), which the sign `highlighted` explains; so do the hexes of `choices`, in
    which something may be done. `colour` is the set of hexes in full colour, elsewhere the colour
    is washed out; None washes nothing.

    `crop` is the set of hexes that are framed. With `focus`, hexes with weights, as many of both
    are framed as fit into a picture that can be read, those of the crop before all. Without both
    the whole map is shown. `network` is what a company reaches: the picture tells where it goes on
    outside. `ends` are the empty hexes into which it points.
    """

    tiles: Mapping[str, Laid] = field(default_factory=dict)
    stations: tuple[Station, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    homes: tuple[Home, ...] = ()
    gauge_markers: tuple[GaugeMarker, ...] = ()
    claimed: Mapping[str, str] = field(default_factory=dict)
    jewelry: str | None = None
    jewelry_holder: str | None = None
    highlight: frozenset[str] = frozenset()
    highlighted: Literal["marked", "changed"] = "marked"
    choices: tuple[Choice, ...] = ()
    colour: frozenset[str] | None = None
    routes: tuple[RouteView, ...] = ()
    crop: frozenset[str] | None = None
    focus: Mapping[str, int] = field(default_factory=dict)
    network: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    theme: ThemeName = "standard"
    provinces: bool = True
    tile_numbers: bool = False
    heading: Heading | None = None
    situation: Situation | None = None

    @property
    def whole(self) -> bool:
        """Whether all of the map is shown."""
        return self.crop is None and not self.focus


@dataclass(frozen=True, slots=True)
class TileOption:
    """One way to lay a tile; `note` is a short line under it, such as "₹30, gauge change".

    `stations` are those of the hex with the tile laid; None leaves them as they stand.
    """

    tile: str
    rotation: int
    note: str = ""
    stations: tuple[Station, ...] | None = None


@dataclass(frozen=True, slots=True)
class OptionsView:
    """A choice of tiles and rotations on one hex, numbered from 1 in the order given.

    Those of one tile follow each other. `supply` is how many of a tile are left; `left_out` how
    many more ways there are than shown.
    """

    board: BoardView
    hex: str
    options: tuple[TileOption, ...]
    theme: ThemeName = "standard"
    supply: Mapping[str, int] = field(default_factory=dict)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Marker:
    """A company on the share track. `steps` is its last move: +2 is two to the right, 0 none.

    `dividend` is what it paid last for a share of 10%, in ₹; None when it never ran.
    """

    company: str
    steps: int = 0
    dividend: int | None = None


@dataclass(frozen=True, slots=True)
class MarketView:
    """The share track. `spaces` maps a price to its markers from top to bottom.

    `unfloated` lists companies without a marker; they are shown on their face value. `closed` are
    those that have left the game. `situation` is told around it in the alt text.
    """

    spaces: Mapping[int, tuple[Marker, ...]]
    unfloated: tuple[str, ...] = ()
    theme: ThemeName = "standard"
    closed: tuple[str, ...] = ()
    situation: Situation | None = None


@dataclass(frozen=True, slots=True)
class SheetView:
    """All tiles on one sheet, each in the rotation in which it is printed."""

    theme: ThemeName = "standard"


@dataclass(frozen=True, slots=True)
class LegendView:
    """All signs of a board with what they mean."""

    theme: ThemeName = "standard"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what it is about, and a cell for each further column.

    `company` gives the head its colour. `strong` are the columns, from 0, whose cell is
    framed; they end at the right.
    """

    head: str
    cells: tuple[str, ...]
    company: str | None = None
    strong: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableView:
    """A spreadsheet: `columns` name the cells, `lines` stand above `sums`, which are set apart.

    `left` are the columns whose cells begin at the left, from 0; the others end at the right.
    `notes` explain what the cells abbreviate; `now` stands before all in the alt text.
    """

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    sums: tuple[Line, ...] = ()
    left: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    theme: ThemeName = "standard"
    now: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One thing over time: a value for each moment, None where there was none.

    `company` gives it a colour.
    """

    name: str
    values: tuple[int | None, ...]
    company: str | None = None


@dataclass(frozen=True, slots=True)
class ChartView:
    """Values over the `moments` of a game. `unit` stands before a number ("₹") or after it ("%").

    With `stacked` they are parts of a whole, one upon the other.
    """

    title: str
    moments: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str = "₹"
    stacked: bool = False
    theme: ThemeName = "standard"


View = BoardView | LegendView | OptionsView | MarketView | SheetView | TableView | ChartView
