"""Uses of a log besides playing: replaying, verifying and correcting by hand."""
