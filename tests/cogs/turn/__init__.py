"""The turn panel, played by taps."""
