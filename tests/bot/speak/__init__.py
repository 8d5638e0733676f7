"""Tests of bot.speak."""
