"""Permissions to observe a game, given to a named person or by a link."""
