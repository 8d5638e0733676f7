"""The rules of 18 India: pure and synchronous, no clock, and no chance but the given seed."""
