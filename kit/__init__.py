"""Code that several systems share. It imports no system."""
