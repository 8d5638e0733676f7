"""Recorded games that the tests use."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
"""Games of random legal play by the rulebook, each with its trace."""
