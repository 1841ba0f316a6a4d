"""The people of a game, as their game master looks after them."""
