"""Code that runs only in the browser, with one user, one game, no network and no jobs."""
