"""Polls among the players of a game. This feature is the example in docs/a-new-feature.md."""
