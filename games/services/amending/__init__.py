"""Facts corrected by a game master: which, carrying it out, what players object."""
