"""Services for leagues; nothing else writes their tables."""
