"""The cheat sheet for a table: one army's elements against the other's on a single page, with exact odds."""
