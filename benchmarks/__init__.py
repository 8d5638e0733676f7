"""Figures to look at: run them by hand."""
