"""The rules of 18 India: pure and synchronous, no clock, and no chance but the given seed.

This is the front door: a game, what may be done in it, and what a move would cost or bring. What
players do stands in `engine.actions`, what came of it in `engine.events`, what the state holds in
`engine.state`, what is printed in `engine.components`; the rooms of the rules stay inside.
"""

from engine.errors import RuleViolation, WrongStepError, require
from engine.flow import current
from engine.gains import KINDS, Gain, Kind, Outlook, outlook
from engine.game import Applied, Game, Setup
from engine.legal import Border, City, Lay, Legal, Powers, Sale, TrainOffer, TrainSale
from engine.privates import owner_of
from engine.questions.closing import ExchangeQuestion
from engine.questions.home import HomeQuestion, SettleQuestion, waits_for_tile
from engine.revenue import LEAST_X, Bonus, markers_crossed, variable_base
from engine.rounds.draft import DraftRound
from engine.rounds.operating import OperatingRound, operating_order, turn_now
from engine.rounds.selection import SelectRound, check_choice, keep_count
from engine.rounds.stock import StockRound, suite_of
from engine.ruleset import RULEBOOK, RULESETS, SITE, Ruleset
from engine.setup import company_cards
from engine.steps.dividend import guaranty, price_steps
from engine.steps.railhead import line_ends
from engine.steps.run import RunRoute, check_routes, joined_to_stop, path_of, trace_route
from engine.steps.station import token_for
from engine.steps.track import TRACK_PRIVATES, lay_cost
from engine.steps.trains import TRAIN_LIMIT, hold_fault, kinds_of, on_sale, phase_now
from engine.trading import can_be_had, conversion_price, may_be_had
from engine.turn import MOST_YELLOW, STEPS, Turn

__all__ = [
    "KINDS",
    "LEAST_X",
    "MOST_YELLOW",
    "RULEBOOK",
    "RULESETS",
    "SITE",
    "STEPS",
    "TRACK_PRIVATES",
    "TRAIN_LIMIT",
    "Applied",
    "Bonus",
    "Border",
    "City",
    "DraftRound",
    "ExchangeQuestion",
    "Gain",
    "Game",
    "HomeQuestion",
    "Kind",
    "Lay",
    "Legal",
    "OperatingRound",
    "Outlook",
    "Powers",
    "RuleViolation",
    "Ruleset",
    "RunRoute",
    "Sale",
    "SelectRound",
    "SettleQuestion",
    "Setup",
    "StockRound",
    "TrainOffer",
    "TrainSale",
    "Turn",
    "WrongStepError",
    "can_be_had",
    "check_choice",
    "check_routes",
    "company_cards",
    "conversion_price",
    "current",
    "guaranty",
    "hold_fault",
    "joined_to_stop",
    "keep_count",
    "kinds_of",
    "lay_cost",
    "line_ends",
    "markers_crossed",
    "may_be_had",
    "on_sale",
    "operating_order",
    "outlook",
    "owner_of",
    "path_of",
    "phase_now",
    "price_steps",
    "require",
    "suite_of",
    "token_for",
    "trace_route",
    "turn_now",
    "variable_base",
    "waits_for_tile",
]
