"""The contract of a rules system, one file for each part. :mod:`engine.game` gathers their names."""
