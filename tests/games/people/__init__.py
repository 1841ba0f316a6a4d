"""The people of a game, as their game master cares for them."""
