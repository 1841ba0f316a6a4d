"""Who meets whom, pure: from what was played before and nothing else."""
