"""Rate limit for drawn pictures."""

from accounts.limits import Limit

CARDS = Limit("card", 60, 15 * 60)  # limit on pictures drawn for one network address
