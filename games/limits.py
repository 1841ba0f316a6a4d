"""Rate limits for games."""

from accounts.limits import Limit

FILES = Limit("file", 30, 15 * 60)  # limit on downloads of other people's games from one network address
LETTERS = Limit("letters", 60, 15 * 60)  # limit on letters by one user
INVITATIONS = Limit("invitation", 30, 15 * 60)  # limit on unknown links tried from one network address
