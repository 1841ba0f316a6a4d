"""The two armies in Schiere's boxed game, their rosters, and the rules for building an army. Pure Python."""
