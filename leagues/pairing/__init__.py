"""Pairings, pure: from earlier rounds and nothing else."""
