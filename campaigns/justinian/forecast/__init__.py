"""Exact chances of everything that is rolled for, computed with the code that resolves it."""

from campaigns.justinian.forecast.battles import *  # noqa: F403
from campaigns.justinian.forecast.checks import *  # noqa: F403
from campaigns.justinian.forecast.fortune import *  # noqa: F403
