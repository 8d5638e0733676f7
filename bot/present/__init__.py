"""What players read: a game as words and embeds. Pure functions of a game; nothing here talks to Discord."""
