"""The page on which facts are corrected."""
