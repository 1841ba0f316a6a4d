"""Show recent events as motion on the map."""
