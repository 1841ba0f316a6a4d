"""Recent events as motion on the map."""
