"""Code that runs only in the browser: no network, no jobs, one person, one game."""
