"""Schiere: the two armies of the box, rosters and the rules for building one. Pure code."""
