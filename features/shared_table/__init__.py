"""A shared table, which phones and screens join with a code."""
