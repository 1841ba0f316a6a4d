"""Schiere: the two armies of the box, rosters and the rules of building one. Pure."""
