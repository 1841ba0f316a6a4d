"""The calculators for a clash, a shot and a leader's roll; they need no account."""
