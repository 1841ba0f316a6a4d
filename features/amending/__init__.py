"""Corrections of facts by a game master: the correctable facts, the correction itself, players'
objections."""
