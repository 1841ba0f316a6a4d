"""Polls among the players of a game: the example of docs/a-new-feature.md."""
