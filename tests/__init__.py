"""Tests, in folders named like what they test."""
