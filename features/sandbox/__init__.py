"""A sandbox: a copy of a position to experiment in. The rows of sandboxes are games, marked as such."""
