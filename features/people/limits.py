"""Rate limits on finding and inviting people."""

from accounts.limits import Limit

SEARCHES = Limit("find-player", 60, 15 * 60)  # limit on the names that one user looks up
INVITATIONS = Limit("invite-player", 20, 24 * 60 * 60)  # limit on the people that one user invites
