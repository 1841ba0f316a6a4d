"""Events as motion on the map."""
