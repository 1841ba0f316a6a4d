"""What happened in *Justinian*, a file for each part of the rulebook.

Dice are in the roll log of the entry; events name results.
"""

from campaigns.justinian.rules.events.activation import *  # noqa: F403
from campaigns.justinian.rules.events.battle import *  # noqa: F403
from campaigns.justinian.rules.events.chance import *  # noqa: F403
from campaigns.justinian.rules.events.forces import *  # noqa: F403
from campaigns.justinian.rules.events.march import *  # noqa: F403
from campaigns.justinian.rules.events.money import *  # noqa: F403
from campaigns.justinian.rules.events.sea import *  # noqa: F403
from campaigns.justinian.rules.events.setting_up import *  # noqa: F403
from campaigns.justinian.rules.events.turn import *  # noqa: F403

EVENTS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__.startswith(__name__)
)
