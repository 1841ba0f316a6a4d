"""The contract of a rules system, with one file for each part. :mod:`engine.game` gathers the names of all
parts.
"""
