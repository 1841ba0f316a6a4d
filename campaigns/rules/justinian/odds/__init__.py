"""Exact chances of everything that is rolled for, counted through the code that resolves it."""

from campaigns.rules.justinian.odds.battles import *  # noqa: F403
from campaigns.rules.justinian.odds.chances import *  # noqa: F403
from campaigns.rules.justinian.odds.checks import *  # noqa: F403
from campaigns.rules.justinian.odds.fortune import *  # noqa: F403
