"""Beside the box: a duel, a shot, the initiative, a test of nerve; without an account, offline too."""
