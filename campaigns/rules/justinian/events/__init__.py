"""What happened in *Justinian*, a file for each part of the rulebook.

Dice are in the roll log of the entry; events name results.
"""

from campaigns.rules.justinian.events.activation import *  # noqa: F403
from campaigns.rules.justinian.events.battle import *  # noqa: F403
from campaigns.rules.justinian.events.chance import *  # noqa: F403
from campaigns.rules.justinian.events.forces import *  # noqa: F403
from campaigns.rules.justinian.events.march import *  # noqa: F403
from campaigns.rules.justinian.events.money import *  # noqa: F403
from campaigns.rules.justinian.events.sea import *  # noqa: F403
from campaigns.rules.justinian.events.setting_up import *  # noqa: F403
from campaigns.rules.justinian.events.turn import *  # noqa: F403

EVENTS: tuple[type, ...] = tuple(
    v for v in list(globals().values()) if isinstance(v, type) and v.__module__.startswith(__name__)
)
