"""Pages of sandboxes."""
