"""Tests of the best routes."""
