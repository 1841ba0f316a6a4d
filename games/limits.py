"""Rate limits on what visitors may try in games."""

from accounts.limits import Limit

CHECKS = Limit("check", 20, 15 * 60)  # verifications of whole games, per address
FILES = Limit("file", 30, 15 * 60)  # books and files of games that the reader has no part in, from one place
LETTERS = Limit("letters", 60, 15 * 60)  # letters written by one person
HOOKS = Limit("hook", 30, 15 * 60)  # URLs that one person has us look up or call
CARDS = Limit("card", 60, 15 * 60)  # pictures drawn, per address
INVITATIONS = Limit("invitation", 30, 15 * 60)  # unknown links, from one place
CODES = Limit("table-code", 30, 15 * 60)  # attempts with unknown table codes from one address
CODES_ALL = Limit("table-codes", 3000, 15 * 60)  # ... and from anywhere
CODE_GUESTS = Limit("table-guest", 20, 60 * 60)  # guests who join one table
SCREENS = Limit("table-screen", 20, 60 * 60)  # screens that join one table
