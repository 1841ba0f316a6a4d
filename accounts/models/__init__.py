"""The stored data of users, one noun per module. The tables keep the names that they had in the app
``games``.
"""

from accounts.models.conduct import Block, Report
from accounts.models.counter import Counter
from accounts.models.key import Key
from accounts.models.mail import AccountMail
from accounts.models.name import Name
from accounts.models.profile import Profile

__all__ = ["AccountMail", "Block", "Counter", "Key", "Name", "Profile", "Report"]
