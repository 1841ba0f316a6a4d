"""Rewinds: undoing a player's latest moves, requests to other players, and the consent each rewind needs."""
