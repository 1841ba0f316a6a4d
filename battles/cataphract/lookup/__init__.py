"""Beside the box: a clash, a shot, a leader's roll; without an account."""
