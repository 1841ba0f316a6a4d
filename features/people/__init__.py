"""People: a page about each user, as far as they allow it, and a way to find players."""
