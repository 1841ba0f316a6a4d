"""The guide to a first turn: hints for a newcomer."""
