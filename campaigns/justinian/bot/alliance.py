"""The better bot's payments for alliances, the reasons for them, and its estimate of hostile powers (6.3)."""

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
KEPT = 45  # G kept for bribes when armies must be paid
RESERVES: Facts = {"activations": RESERVE, "bribes": KEPT}  # named as reasons for leaving troops unpaid
BRIBED = EXPENSES["bribe_max"] // EXPENSES["bribe_step"]
HOSTILE = 6  # the highest total on the alliance table that gives a barbarian ally (6.3)


def hostile(drm: int) -> int:
    """Return how many of the ten faces make a power join the Barbarians even after the highest bribe."""
    return max(0, min(10, HOSTILE + 1 - drm - BRIBED))


@answers(Bribing)
def bribe(rules: JustinianRules, state: State, frame: Bribing, decision: Decision) -> Any:
    """Bribe with all gold to spare, less a reserve for upkeep. Even a neutral power is worth it, since it
    stays at home (6.33).
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
def _bribing(rules: JustinianRules, state: State, frame: Bribing, action: OfferBribe) -> Facts:
    table = alliance_table(rules.setting.scn.powers[frame.power].alliance_drm or 0)
    sure, paid = (round(table[gold]["byzantine"] * 100) for gold in (0, action.gold))
    if action.gold:
        return {"code": "bribe_buys", "gold": action.gold, "without": sure, "with": paid}
    if state.gold - RESERVE <= 0:
        return {"code": "gold_is_short", "kept": RESERVE}
    return {"code": "few_men", "without": sure}
