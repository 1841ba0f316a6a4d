"""Corrections of facts by a game master: the facts, the correction itself, players' objections."""
