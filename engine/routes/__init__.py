"""The best routes of a company's trains, exact and proved, and routes as players type them."""

from engine.routes.between import routes_between
from engine.routes.graph import network_of
from engine.routes.plan import RunPlan, checked_plan
from engine.routes.search import BestRuns, best_runs
from engine.routes.typed import TypedRuns, parse_runs, typed_runs

__all__ = [
    "BestRuns",
    "RunPlan",
    "TypedRuns",
    "best_runs",
    "checked_plan",
    "network_of",
    "parse_runs",
    "routes_between",
    "typed_runs",
]
