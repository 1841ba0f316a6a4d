"""Rate limits on finding and inviting people."""

from accounts.limits import Limit

SEARCHES = Limit("find-player", 60, 15 * 60)  # limit on names looked up by one user
INVITATIONS = Limit("invite-player", 20, 24 * 60 * 60)  # limit on people invited by one user
