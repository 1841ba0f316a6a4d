"""Forecasts of a game by play-outs, for its pages."""
