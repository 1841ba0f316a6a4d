"""Rate limit for web hooks."""

from accounts.limits import Limit

HOOKS = Limit("hook", 30, 15 * 60)  # limit on URLs that we resolve or call for one user
