"""The page on which facts are put right."""
