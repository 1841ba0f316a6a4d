"""Exact chances of everything that dice decide, computed with the same code that resolves it in play."""

from campaigns.justinian.forecast.battles import *  # noqa: F403
from campaigns.justinian.forecast.checks import *  # noqa: F403
from campaigns.justinian.forecast.fortune import *  # noqa: F403
