"""The better bot's bribes for alliances, the reasons for them, and the chance that a power turns hostile
(6.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot.registry import answers, explains
from campaigns.justinian.forecast import alliance_table
from campaigns.justinian.rules.segment.alliance import Bribing, OfferBribe
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.state.tables import EXPENSES
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

RESERVE = 10  # G kept for activations
KEPT = 45  # G kept for bribes, before the bot pays armies
RESERVES: Facts = {"activations": RESERVE, "bribes": KEPT}  # named in the reasons for leaving troops unpaid
BRIBED = EXPENSES["bribe_max"] // EXPENSES["bribe_step"]
HOSTILE = 6  # highest total on the alliance table at which a power joins the Barbarians (6.3)


def hostile_faces(drm: int) -> int:
    """Return the number of faces, out of ten, on which a power joins the Barbarians even if offered the
    highest bribe.
    """
    return max(0, min(10, HOSTILE + 1 - drm - BRIBED))


@answers(Bribing)
def bribe(rules: JustinianRules, state: State, frame: Bribing, decision: Decision) -> Any:
    """Return the bot's bribe: all gold above a reserve for activations if the power's troops are worth it,
    otherwise none. A bribe that only makes the power neutral is also useful, because a neutral power stays at
    home (6.33).
    """
    power = rules.setting.scn.powers[frame.power]
    waiting = sum(a.total for a in state.armies.values() if a.power == frame.power)
    troops = waiting or power.troops.base + power.troops.dice * 4
    spare = state.gold - RESERVE
    if power.alliance_drm is None or troops < 4 or spare <= 0:
        return OfferBribe(0)
    gold = min(EXPENSES["bribe_max"], spare)
    return OfferBribe(gold - gold % EXPENSES["bribe_step"])


@explains(Bribing, OfferBribe)
def _explain_bribe(rules: JustinianRules, state: State, frame: Bribing, action: OfferBribe) -> Facts:
    table = alliance_table(rules.setting.scn.powers[frame.power].alliance_drm or 0)
    sure, paid = (round(table[gold]["byzantine"] * 100) for gold in (0, action.gold))
    if action.gold:
        return {"code": "bribe_buys", "gold": action.gold, "without": sure, "with": paid}
    if state.gold - RESERVE <= 0:
        return {"code": "gold_is_short", "kept": RESERVE}
    return {"code": "few_men", "without": sure}
