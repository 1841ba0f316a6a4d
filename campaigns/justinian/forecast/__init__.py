"""Exact chances of everything decided by dice, computed with the code that resolves it."""

from campaigns.justinian.forecast.battles import *  # noqa: F403
from campaigns.justinian.forecast.checks import *  # noqa: F403
from campaigns.justinian.forecast.fortune import *  # noqa: F403
