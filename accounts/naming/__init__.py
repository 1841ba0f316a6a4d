"""Unique account names, names that look alike, and names typed on one line."""
