"""Moves of recorded games in the words of the channel."""

from functools import cache
from typing import get_args

import pytest

from bot.present.moves import SENTENCES
from bot.present.words import money
from engine.actions import AnyAction, EndGame, Exchange, Pass
from engine.events import MoneyMoved
from tests.bot.present.recorded import NAMES, game_at, line_of, lines_of

MIXED, HOARDER, CRASH, THREE = "made-312-2p-mixed", *NAMES[1:]

EXPECTED = [
    (MIXED, 2, "All have chosen which certificates to keep. **Draft** begins."),
    (MIXED, 3, "**Player 2** drafts EIR Director's certificate (20%)"),
    (MIXED, 25, "**Player 1** drafts EIR 10%. **Stock Round 1** begins."),
    (
        MIXED,
        27,
        (
            "**Player 1** buys NSR Director's certificate (20%) from the hand for ₹142 to NSR. "
            "Player 1 is now Director of **NSR**. **NSR** floats at ₹71. **NSR** has its "
            "home station in Hyderabad H25."
        ),
    ),
    (
        MIXED,
        26,
        (
            "**Player 2** buys TR 10% from the Open Market for ₹71 to the bank. Player 2 is now "
            "Manager of **TR**."
        ),
    ),
    (MIXED, 41, "**Player 1** is done buying"),
    (
        MIXED,
        46,
        (
            "**Player 2** passes. **Player 1** can buy nothing: cash ₹20. **Operating Round "
            "1.1** begins."
        ),
    ),
    (MIXED, 47, "**PNS** lays 58 in E4, free"),
    (
        MIXED,
        50,
        (
            "**PNS** lays 7 in F7, free. **PNS** cannot build a station: it has a "
            "station in every city hex it reaches. **PNS** earned nothing "
            "(no train); price ₹76 → ₹71."
        ),
    ),
    (
        MIXED,
        52,
        (
            "**PNS** buys a Royal Bond from the bank for ₹100. **PNS** owns no train; price "
            "₹71 → ₹67."
        ),
    ),
    (MIXED, 56, "**EBR** buys a 2 train from the bank for ₹180. **EBR** has nothing to sell."),
    (
        MIXED,
        61,
        (
            "**CGR** lays 7 in J35, free. **CGR** cannot build a station: it has a "
            "station in every city hex it reaches. **CGR** earned nothing "
            "(no train); the bank pays the guaranty, "
            "₹3 a share: Player 2 ₹12."
        ),
    ),
    (MIXED, 69, "**NSR** sells a 2 train to the bank for ₹180"),
    (MIXED, 75, "**EBR** sells PNS 10% to the Open Market for ₹67"),
    (MIXED, 84, "**PNS** sells a Royal Bond to the bank for ₹100"),
    (
        MIXED,
        104,
        (
            "**CGR** puts the jewelry marker in P11 and takes its concession. The British "
            "EIC (P6) closes; Player 2 gets ₹150."
        ),
    ),
    (
        MIXED,
        204,
        (
            "**NSR** upgrades Ahmedabad D17 to 15, free. **NSR** cannot build a station: cash ₹11. "
            "**NSR** earned nothing (no train); price ₹56 → ₹0. **NSR** closes; its shares "
            "are worth nothing, its treasury of ₹11 goes to the bank. **Operating Round 3.2** "
            "begins."
        ),
    ),
    (
        MIXED,
        341,
        (
            "**BR** has its home station in Mumbai D23-2 (towards E22 and E24). **Stock "
            "Round 8** begins. **Player 1** has nothing to sell."
        ),
    ),
    (MIXED, 375, "**BR** builds a station in Pune E24 for ₹40"),
    (
        HOARDER,
        152,
        (
            "**CGR** buys a 3 train from the bank for ₹300. **Phase II** begins: GIPR "
            "operates from the next Operating Round on."
        ),
    ),
    (HOARDER, 163, "**BR** lays 57 in Pune E24, free; gauge change at Mumbai D23–Pune E24"),
    (HOARDER, 164, "**BR** lays 58 in F25 for ₹30"),
    (HOARDER, 170, "**SPD** buys a 2 train from TR for ₹51"),
    (HOARDER, 188, "**CGR** runs 3: Colombo–L39–Tea–H35–Kochi ₹110"),
    (
        HOARDER,
        189,
        (
            "**CGR** withholds ₹110; the bank pays the guaranty, ₹3 a share: Player 1 ₹6; "
            "price unchanged"
        ),
    ),
    (HOARDER, 244, "**CGR** pays ₹11 a share: Player 1 ₹33; price ₹76 → ₹82"),
    (
        HOARDER,
        318,
        ("**GIPR** makes D19 its home with tile 206, free; gauge change at D19–D21, D19–E20"),
    ),
    (HOARDER, 662, "**GIPR** uses the French EIC (P4): ₹40 off this turn's terrain and rivers"),
    (
        THREE,
        918,
        (
            "**Player 1** converts a Royal Bond into GIPR 10% and pays ₹180 for it; GIPR "
            "gets ₹100 from the bank"
        ),
    ),
    (
        THREE,
        77,
        (
            "**NSR** lays 8 in H23 with the Portuguese EIC (P2) for ₹30. The Portuguese EIC "
            "(P2) closes; Player 1 gets ₹35."
        ),
    ),
    (
        THREE,
        1063,
        (
            "**EIR** runs 4E: Kolkata–O16–L13–K12–Nepal ₹220, 4E: Kolkata–Dhaka–China ₹210; "
            "together ₹430. **EIR** takes the Rice concession."
        ),
    ),
    (
        THREE,
        927,
        (
            "**GIPR** removes the gauge-change marker E18–F19. **GIPR** cannot build a "
            "station: all its stations are built."
        ),
    ),
    (
        CRASH,
        155,
        "**WR** withholds ₹80; price ₹56 → ₹0. **GIPR** takes over WR's station in Ahmedabad D17.",
    ),
    (
        CRASH,
        156,
        (
            "**GIPR** takes over WR's station in Karachi A16. **WR** closes; its shares are "
            "worth nothing, its treasury of ₹86 goes to the bank. **Operating Round 2.2** begins; "
            "income of Privates and bonds: Player 3 ₹10."
        ),
    ),
    (
        THREE,
        79,
        (
            "**NSR** buys NWR 10% from an IPO row for ₹100 to NWR. **NWR** floats at ₹100; its "
            "home station waits in Delhi G8 for the first tile there. **NSR** "
            "owns no train; price ₹67 → ₹64."
        ),
    ),
    (
        THREE,
        95,
        (
            "**WIP** builds a station in Mumbai D23-2 (towards E22 and E24) with the Danish "
            "EIC (P5), free. The Danish EIC (P5) closes; WIP gets ₹115."
        ),
    ),
]


@cache
def lines(name: str) -> list[str]:
    """The whole log of a game."""
    return lines_of(game_at(name))


@pytest.mark.parametrize(("name", "number", "text"), EXPECTED)
def test_a_move_in_words(name: str, number: int, text: str) -> None:
    assert lines(name)[number - 1] == f"`{number}` {text}"


def test_a_station_that_gipr_does_not_take_over() -> None:
    game = game_at(CRASH, 155)
    game.apply(Exchange(False))
    assert lines_of(game)[-1] == (
        "`156` **GIPR** does not take over WR's station in Karachi A16. "
        "**WR** closes; its shares are worth nothing, its treasury of ₹86 goes to the bank. "
        "**Operating Round 2.2** begins; income of Privates and bonds: Player 3 ₹10."
    )


def test_a_part_of_the_log() -> None:
    game = game_at(MIXED, 60)
    moves = len(game.history)
    assert lines_of(game, moves - 2) == lines_of(game)[-2:]
    assert lines_of(game, 10, 12) == lines_of(game)[10:12]
    assert lines_of(game, moves) == []
    assert len(lines_of(game)) == moves


def test_a_pass_tells_what_it_ended() -> None:
    game = game_at(MIXED, 50)
    assert game.step == "trains"
    game.apply(Pass("PNS"))
    assert line_of(game) == "**PNS** is done with trains. **PNS** has nothing to sell."


def test_a_game_that_players_end() -> None:
    game = game_at(MIXED, 50)
    game.apply(EndGame())
    assert line_of(game) == "The game is ended by the players"


@pytest.mark.parametrize("name", NAMES)
def test_all_money_that_moved_is_told(name: str) -> None:
    """The log alone tells the game."""
    for applied, line in zip(game_at(name).history, lines(name), strict=True):
        for event in applied.events:
            if isinstance(event, MoneyMoved):
                assert money(event.amount) in line, event


def test_every_kind_of_action_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(AnyAction))


@pytest.mark.parametrize("name", NAMES)
def test_no_line_names_an_internal_thing(name: str) -> None:
    for line in lines(name):
        assert "x2" not in line
        assert "_" not in line
        assert "None" not in line
