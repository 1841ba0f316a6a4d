"""Forecasts by play-outs, for the pages of a game."""
