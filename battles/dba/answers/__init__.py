"""Answer questions about the rules outside any game, for the calculator and the public test cases."""
