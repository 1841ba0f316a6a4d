"""The calculators: a duel, a shot, the initiative, a test of nerve; no account needed, offline too."""
