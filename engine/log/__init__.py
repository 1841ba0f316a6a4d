"""Uses of a log besides playing: replaying, verifying, correcting by hand."""
