"""The start of a battle sheet: a printed battle, or armies from a file."""
