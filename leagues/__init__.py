"""Leagues: a season of a club over several games, and duplicate battles that every table fights with the same
dice.
"""
