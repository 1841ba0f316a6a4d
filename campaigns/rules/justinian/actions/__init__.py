"""What a player may do in *Justinian*, a file for each part of the rulebook.

Places and armies are ids; see frames.py for when.
"""

from campaigns.rules.justinian.actions.activation import *  # noqa: F403
from campaigns.rules.justinian.actions.battle import *  # noqa: F403
from campaigns.rules.justinian.actions.chance import *  # noqa: F403
from campaigns.rules.justinian.actions.march import *  # noqa: F403
from campaigns.rules.justinian.actions.phases import *  # noqa: F403
from campaigns.rules.justinian.actions.sea import *  # noqa: F403
from campaigns.rules.justinian.actions.setting_up import *  # noqa: F403

ACTIONS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__.startswith(__name__)
)
