"""The bots, which play legal and sensible moves and never get caught in a loop."""
