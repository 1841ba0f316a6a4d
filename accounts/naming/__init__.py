"""Unique account names, and names typed on one line."""
