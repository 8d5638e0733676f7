"""What the bot says of its own accord in the channels, and the pictures that go with it."""
