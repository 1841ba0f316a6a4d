"""Thinking for a seat, shared by the bots of several systems: trials in imagined worlds, and reasons. Pure
code, which rules do not import."""
