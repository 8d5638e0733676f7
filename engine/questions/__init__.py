"""Questions that come between two moves: where a home station goes, what GIPR takes over."""
