"""The guide to a first turn, which shows hints to a newcomer."""
