"""Rewinds: undoing a player's latest moves, requests to other players, and the consent that each rewind
needs.
"""
