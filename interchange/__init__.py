"""Reads game logs of 18xx.games, and writes the trace of a game."""
