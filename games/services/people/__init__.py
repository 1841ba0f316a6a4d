"""The people of a game as its game master cares for them: how they answer, a nudge, more time."""
