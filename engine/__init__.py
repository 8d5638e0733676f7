"""The rules of 18 India: pure and synchronous, with no clock and no chance but the seed it is given."""
