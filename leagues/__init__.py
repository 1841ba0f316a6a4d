"""Leagues: seasons in which a club's members play several games, including duplicate battles that every
table fights with the same dice.
"""
