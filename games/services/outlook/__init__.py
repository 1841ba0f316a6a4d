"""Forecasts of a game by play-outs. They are queued, run in spare time, and read by pages."""
