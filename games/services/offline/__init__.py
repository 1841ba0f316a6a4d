"""Playing offline, and synchronising with the log afterwards."""
