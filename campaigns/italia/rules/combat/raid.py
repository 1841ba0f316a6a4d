"""The end of a raid (10.7)."""

from __future__ import annotations

from campaigns.italia.rules.combat.events import RaidEnded
from campaigns.italia.rules.combat.rebuild import Rebuilding
from campaigns.italia.rules.combat.sack import Sacking, destroy
from campaigns.italia.rules.state.play import Play


def settle_raid(play: Play, area: str, attacker: str, defender: str, hits: int) -> None:
    """Resolve the end of a raid. After a success the city becomes a ruin, the raider chooses a reward, and
    the defender can rebuild at once.
    """
    play.tell(RaidEnded(area, attacker, defender, hits > 0))
    if hits:
        destroy(play, attacker, area, "raided")
        play.push(Rebuilding(defender, area), Sacking(attacker, (area,), raided=True))
