"""The best routes of a company's trains, exact and proved, and routes as players type them."""

from engine.routes.plan import RunPlan, checked_plan
from engine.routes.search import BestRuns, best_runs

__all__ = ["BestRuns", "RunPlan", "best_runs", "checked_plan"]
