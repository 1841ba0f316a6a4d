"""The people of a game, as their game master looks after them: response times, a nudge, more time."""
