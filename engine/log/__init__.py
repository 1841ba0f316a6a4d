"""What a log is used for besides playing: replaying, verifying, correcting by hand."""
