"""What may be done with leagues; nothing else writes their tables."""
