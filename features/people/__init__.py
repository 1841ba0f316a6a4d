"""People: a page about each user, which shows what the user allows, and a way to find players."""
