"""What happened, as motion on the map."""
