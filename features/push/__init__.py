"""Web push: a reader's devices show what awaits the reader, even when no page of the site is open."""
