"""Cards: a deck, and hands that are dealt here or held at a table. Pure code."""
