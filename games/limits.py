"""How often somebody may try what games offer."""

from accounts.limits import Limit

CHECKS = Limit("check", 20, 15 * 60)  # whole games derived anew, asked for from one place
LETTERS = Limit("letters", 60, 15 * 60)  # letters written by one person
CARDS = Limit("card", 60, 15 * 60)  # pictures drawn anew, asked for from one place
INVITATIONS = Limit("invitation", 30, 15 * 60)  # links that lead nowhere, from one place
