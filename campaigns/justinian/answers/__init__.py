"""Questions about the rules outside any game: the public cases."""
