"""Tests of reading and replaying 18xx.games logs."""
