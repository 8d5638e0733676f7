"""Tests of the commands, through a Discord in memory."""
