"""Code that runs only in the browser: no network, no jobs, one user, one game."""
