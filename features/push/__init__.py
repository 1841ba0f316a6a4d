"""Web push: a device of a reader shows what waits for them, though the site is not open."""
