"""Rate limits on finding and inviting people."""

from accounts.limits import Limit

SEARCHES = Limit("find-player", 60, 15 * 60)  # names looked up, per user
INVITATIONS = Limit("invite-player", 20, 24 * 60 * 60)  # people invited, per user
