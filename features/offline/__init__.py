"""Moves made offline: downloads of a game, uploads of moves, and the choice between diverging versions."""
