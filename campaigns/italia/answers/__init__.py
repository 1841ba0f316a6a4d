"""Questions about the rules outside any game: the calculator and the public test cases."""
