"""What runs in the browser, and nowhere else: no network, no jobs, one person, one game."""
