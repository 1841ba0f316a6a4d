"""The missile chart, counters and leaders as printed in a player's own copy of the game."""
