"""Rate limits for games."""

from accounts.limits import Limit

CHECKS = Limit("check", 20, 15 * 60)  # verifications of complete games, per network address
FILES = Limit(
    "file", 30, 15 * 60
)  # books and files of games in which the reader has no part, per network address
LETTERS = Limit("letters", 60, 15 * 60)  # limit on letters by one user
HOOKS = Limit("hook", 30, 15 * 60)  # URLs that we look up or call, per user
CARDS = Limit("card", 60, 15 * 60)  # limit on pictures drawn for one network address
INVITATIONS = Limit("invitation", 30, 15 * 60)  # limit on unknown links tried from one network address
CODES = Limit("table-code", 30, 15 * 60)  # unknown table codes, per network address
CODES_ALL = Limit("table-codes", 3000, 15 * 60)  # unknown table codes, from everywhere together
CODE_GUESTS = Limit("table-guest", 20, 60 * 60)  # limit on guests who join one table
SCREENS = Limit("table-screen", 20, 60 * 60)  # limit on screens that join one table
