"""Tests of bot.games, without any Discord."""
