"""Forecasts of a game by play-outs: queued, run when there is time, and read."""
