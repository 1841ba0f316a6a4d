"""The better bot's set-up by hand (3.2, 3.3). It places armies where they can attack, and makes the capital
strong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot.registry import always, answers
from campaigns.justinian.rules.setting_up.limits import frontier_provinces, start_armies
from campaigns.justinian.rules.setting_up.placing import PlaceArmy, PlaceFleet, PlaceGroup
from campaigns.justinian.rules.setting_up.setup import AcceptSetup, FinishSetup, SetUp
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from engine.game import Decision

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

# army -> (province, its share of the 100 SP)
ARMIES = {
    "praesental_i": ("europa", 10),
    "praesental_ii": ("bithynia", 10),
    "oriens": ("osrhoene", 32),
    "illyricum": ("dalmatia", 33),
    "thrace": ("thracia", 2),
}
GARRISONS = {
    "europa": 5,
    "osrhoene": 1,  # the Persians stop at the garrisons in these three provinces (see lures.py)
    "euphratensis": 1,
    "cilicia_ii": 1,
    "aegyptus_i": 1,  # in these provinces one SP prevents a revolt of Egypt (9.0)
    "aegyptus_ii": 1,
    "augustamnica_i": 1,
    "augustamnica_ii": 1,
    "arcadia": 1,
}
FLEETS = {"augustamnica_i": 2}


@answers(SetUp)
def set_up(rules: JustinianRules, state: State, frame: SetUp, decision: Decision) -> Any:
    """Return the bot's next action in the set-up, which places the next force of the Byzantine plan. For the
    Barbarians, or if the plan does not fit the scenario or the forces already placed, it accepts the
    suggested deployment.
    """
    if frame.seat != BYZANTIUM or not _fits(rules) or not _follows_plan(rules, state):
        return AcceptSetup()
    for army, (province, sp) in ARMIES.items():
        if army not in state.armies:
            return PlaceArmy(army, province, sp)
    for province, sp in GARRISONS.items():
        if province not in state.frontier:
            return PlaceGroup(BYZANTIUM, province, sp)
    for province, sp in FLEETS.items():
        if f"{BYZANTIUM}@{province}" not in state.fleets:
            return PlaceFleet(BYZANTIUM, province, sp)
    return FinishSetup()


def _follows_plan(rules: JustinianRules, state: State) -> bool:
    """Return whether the forces placed so far match the plan."""
    mine = {a.id: (a.at, a.sp) for a in state.armies.values() if a.power == BYZANTIUM}
    fleets = {f.at: f.sp for f in state.fleets.values() if f.power == BYZANTIUM}
    planned = {**rules.setting.scn.setup.byzantium.fleets_fixed, **FLEETS}
    return (
        mine.items() <= ARMIES.items()
        and {p: g.sp for p, g in state.frontier.items()}.items() <= GARRISONS.items()
        and fleets.items() <= planned.items()
    )


def _fits(rules: JustinianRules) -> bool:
    scn = rules.setting.scn
    if set(start_armies(rules.setting)) != set(ARMIES):
        return False
    places = frontier_provinces(rules.setting)
    setup = scn.setup.byzantium
    land = sum(sp for _, sp in ARMIES.values()) + sum(GARRISONS.values())
    fleets = sum(FLEETS.values()) + sum(setup.fleets_fixed.values())
    return (
        all(
            place in scn.armies[a].setup and (scn.armies[a].min_start_sp or 1) <= sp
            for a, (place, sp) in ARMIES.items()
        )
        and all(p in places for p in GARRISONS)
        and all(p in places and scn.provinces[p].coastal and p not in setup.fleets_fixed for p in FLEETS)
        and land == setup.land_sp
        and fleets == setup.fleet_sp
    )


always(SetUp, "suggested", AcceptSetup)


always(SetUp, "own_deployment", PlaceArmy, PlaceGroup, PlaceFleet)


always(SetUp, "all_placed", FinishSetup)
