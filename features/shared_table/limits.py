"""Rate limits for table codes, guests and screens."""

from accounts.limits import Limit

CODES = Limit("table-code", 30, 15 * 60)  # limit on unknown table codes tried from one network address
CODES_ALL = Limit("table-codes", 3000, 15 * 60)  # limit on unknown table codes tried from anywhere
CODE_GUESTS = Limit("table-guest", 20, 60 * 60)  # limit on guests who join one table
SCREENS = Limit("table-screen", 20, 60 * 60)  # limit on screens that join one table
