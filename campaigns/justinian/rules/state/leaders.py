"""The ratings of an army's leader. They are 0 if the army has no leader (8.1, G10)."""

from __future__ import annotations

from campaigns.justinian.rules.state.position import Setting
from campaigns.justinian.rules.state.state import Army


def control_rating(setting: Setting, army: Army) -> int:
    """Return the leader's control rating, or 0 if the army has no leader (G10)."""
    return setting.scn.leaders[army.leader].control if army.leader else 0


def battle_rating(setting: Setting, army: Army) -> int:
    return setting.scn.leaders[army.leader].battle if army.leader else 0
