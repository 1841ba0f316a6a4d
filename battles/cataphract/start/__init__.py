"""Starting a battle sheet with a printed battle, or with armies from a file."""
