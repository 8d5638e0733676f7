"""What players read: a game as words and embeds, made of it alone, without talking to Discord."""
