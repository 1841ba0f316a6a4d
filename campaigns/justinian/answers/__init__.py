"""Questions about the rules outside any game: the public test cases."""
