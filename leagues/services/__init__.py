"""Services for leagues; nothing else writes to their tables."""
