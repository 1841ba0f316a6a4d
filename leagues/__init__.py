"""Leagues: a season of a club over several games, and battles that every table fights with the same dice."""
