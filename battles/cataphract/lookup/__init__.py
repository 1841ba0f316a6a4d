"""The calculators for a clash, a shot and a leader's roll, which need no account."""
