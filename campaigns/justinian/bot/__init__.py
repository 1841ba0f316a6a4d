"""The bots: legal and sensible players that never get caught in a loop."""
