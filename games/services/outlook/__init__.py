"""Forecasts of a game by play-outs: queued, run in spare time, and read."""
