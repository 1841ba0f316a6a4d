"""The health of the server for monitors: a page, metrics and a command."""
