"""The public calculators for a clash, a shot, a leader's roll and the like. They need no account."""
