"""Rate limit for the proof page."""

from accounts.limits import Limit

CHECKS = Limit("check", 20, 15 * 60)  # limit on verifying complete games from one network address
