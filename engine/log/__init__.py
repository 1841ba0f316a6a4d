"""Uses of a log other than playing: replaying, verifying and correcting by hand."""
