"""Rate limits on finding and inviting people."""

from accounts.limits import Limit

SEARCHES = Limit("find-player", 60, 15 * 60)  # names that one person looks up
INVITATIONS = Limit("invite-player", 20, 24 * 60 * 60)  # people whom one person invites
