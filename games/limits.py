"""Rate limits for games."""

from accounts.limits import Limit

CHECKS = Limit("check", 20, 15 * 60)  # limit on verifying complete games from one network address
FILES = Limit("file", 30, 15 * 60)  # limit on downloads by one network address from games of other people
LETTERS = Limit("letters", 60, 15 * 60)  # limit on letters by one user
HOOKS = Limit("hook", 30, 15 * 60)  # limit on URLs that we look up or call for one user
CARDS = Limit("card", 60, 15 * 60)  # limit on pictures drawn for one network address
INVITATIONS = Limit("invitation", 30, 15 * 60)  # limit on unknown links tried from one network address
CODES = Limit("table-code", 30, 15 * 60)  # limit on unknown table codes tried from one network address
CODES_ALL = Limit("table-codes", 3000, 15 * 60)  # limit on unknown table codes tried from anywhere
CODE_GUESTS = Limit("table-guest", 20, 60 * 60)  # limit on guests who join one table
SCREENS = Limit("table-screen", 20, 60 * 60)  # limit on screens that join one table
