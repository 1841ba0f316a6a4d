"""Pages for offline play, and for choosing between conflicting moves."""
