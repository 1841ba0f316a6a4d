"""Letters between players of one game: written, read, searched and deleted on a page or by the API."""
