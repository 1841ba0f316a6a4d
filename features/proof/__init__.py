"""The proof that the dice of a game were honest: anyone can have the whole game recomputed."""
