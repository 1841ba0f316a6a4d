"""Corrections of a game's position by its game master, and players' objections to them."""
