"""Pages and files for offline play."""
