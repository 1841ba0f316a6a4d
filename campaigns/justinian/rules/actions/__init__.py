"""What a player may do in *Justinian*, a file for each part of the rulebook.

Places and armies are ids; see frames.py for when.
"""

from campaigns.justinian.rules.actions.activation import *  # noqa: F403
from campaigns.justinian.rules.actions.battle import *  # noqa: F403
from campaigns.justinian.rules.actions.chance import *  # noqa: F403
from campaigns.justinian.rules.actions.march import *  # noqa: F403
from campaigns.justinian.rules.actions.phases import *  # noqa: F403
from campaigns.justinian.rules.actions.sea import *  # noqa: F403
from campaigns.justinian.rules.actions.setting_up import *  # noqa: F403

ACTIONS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__.startswith(__name__)
)
