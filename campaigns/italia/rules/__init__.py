"""The rules of *Italia*: pure functions of a position, chapter by chapter."""
