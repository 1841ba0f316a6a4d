"""People: a page about each user, showing what they allow, and a way to find players."""
