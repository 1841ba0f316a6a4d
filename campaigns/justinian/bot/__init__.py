"""The bots: legal, sensible players that never get caught in a loop."""
