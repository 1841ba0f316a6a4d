"""Offline play, and its synchronisation with the log afterwards."""
