"""The better bot's use of Byzantium's gold and recruits: upkeep, levies, new armies and leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import alliance, lures, roads
from campaigns.justinian.bot.aims import aims
from campaigns.justinian.bot.alliance import RESERVE
from campaigns.justinian.bot.effort import theatres_lacking_sp
from campaigns.justinian.bot.outlook import outlook
from campaigns.justinian.bot.registry import answers, explains
from campaigns.justinian.bot.sea import expedition, seaborne
from campaigns.justinian.rules.state.geography import mp_distance
from campaigns.justinian.rules.state.handler import Pass
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.values import ArmySP, Frontier, Unit
from campaigns.justinian.rules.turn import levy, maintenance, new_armies
from campaigns.justinian.rules.turn.levy import PlaceLevy, PlaceRecruits
from campaigns.justinian.rules.turn.maintenance import Maintain, PayMaintenance
from campaigns.justinian.rules.turn.new_armies import NewArmy, RaiseArmy
from campaigns.justinian.rules.turn.replaced_leaders import ChangeLeaders, ReplaceLeaders
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


RAISING = ("africa", "armenia", "spain", "italia", "oriens", "illyricum", "thrace")
CAPITAL_SP = 20  # SP desired in Europa against raids; the Nika revolt needs only 15
NEAR = 9  # enemies farther away than this many MP are ignored


@answers(Maintain)
def maintain(rules: JustinianRules, state: State, frame: Maintain, decision: Decision) -> Any:
    """Return the bot's choice of units to pay. Garrisons and fleets come first, because they may mutiny, then
    armies while enough gold is left, starting with those that have poor leaders. Unpaid armies fight as well
    as paid ones, but pillage after a victory (8.27).
    """
    payable = maintenance.groups(state)
    budget = max(0, state.gold - RESERVE)

    def first(unit: Unit) -> tuple[bool, int, int, str]:
        army = state.armies.get(unit.army)
        control = rules.setting.scn.leaders[army.leader].control if army and army.leader else 0
        return (army is not None, control, payable[unit].gold, unit)

    paid = []
    for unit in sorted(payable, key=first):
        spare = budget - (alliance.KEPT if unit.army else 0)
        if payable[unit].gold <= spare:
            paid.append(unit)
            budget -= payable[unit].gold
    return PayMaintenance(tuple(paid))


@explains(Maintain, PayMaintenance)
def _explain_payment(rules: JustinianRules, state: State, frame: Any, action: PayMaintenance) -> Facts:
    payable = maintenance.groups(state)
    unpaid = [unit for unit in payable if unit not in action.groups]
    left = state.gold - sum(payable[unit].gold for unit in action.groups)
    if not unpaid:
        return {"code": "all_paid", "left": left}
    armies_only = all(unit.army for unit in unpaid)
    return {"code": "armies_wait" if armies_only else "too_little", "left": left, **alliance.RESERVES}


@answers(PlaceLevy)
def place_levy(rules: JustinianRules, state: State, frame: PlaceLevy, decision: Decision) -> Any:
    """Return the bot's placement of recruits. Praesental Armies, small garrisons and the capital come first,
    then armies that lack SP. Fleets are built where an army waits for ships.
    """
    pos = Position(rules.setting, state)
    placing: dict[Unit, int] = {}
    rest = frame.sp
    for army, lack in levy.shortage(pos).items():
        take = min(rest, lack)
        if take:
            placing[ArmySP(army)] = take
        rest -= take
    places = levy.land_places(pos)
    for post in lures.posts(pos, rest):
        placing[Frontier(post)] = 1
        rest -= 1
    for post in roads.posts(pos, rest):
        if Frontier(post) not in placing:
            placing[Frontier(post)] = 1
            rest -= 1
    lacking = CAPITAL_SP - state.sp_at("europa", BYZANTIUM)
    if rest and lacking > 0 and Frontier("europa") in places:
        take = min(rest, lacking)
        placing[Frontier("europa")] = placing.get(Frontier("europa"), 0) + take
        rest -= take
    wish: list[Unit] = []
    if expedition.wants_expedition(pos) and expedition.TAKER not in state.armies:
        wish.append(ArmySP(expedition.GIVER))
    for effort in theatres_lacking_sp(pos):
        lacks = effort.lacking
        for army in map(ArmySP, effort.armies):
            take = min(rest, lacks, places.get(army, 0) - placing.get(army, 0)) if not wish else 0
            if take > 0:
                placing[army] = placing.get(army, 0) + take
                rest -= take
                lacks -= take
    wish += [ArmySP(a) for aim in aims(pos) if aim.gap > 0 for a in aim.armies]
    others = sorted(
        (u for u in places if u.army),
        key=lambda u: (-need(rules, state, state.armies[u.army]), u),
    )
    for unit in (*wish, *others, Frontier("europa")):
        take = min(rest, places.get(unit, 0) - placing.get(unit, 0))
        if take > 0:
            placing[unit] = placing.get(unit, 0) + take
            rest -= take
    ships = expedition.ships(pos, state.gold - RESERVE) if frame.where == "phase" else {}
    return PlaceRecruits(placing, ships or seaborne.shipyard(pos))


@explains(PlaceLevy, PlaceRecruits)
def _explain_placement(rules: JustinianRules, state: State, frame: Any, action: PlaceRecruits) -> Facts:
    if levy.shortage(Position(rules.setting, state)):
        return {"code": "praesental_first"}
    most = max(action.land, key=lambda unit: (action.land[unit], unit), default=None)
    if most is None:
        return {"code": "ships_wanted"} if action.fleets else {"code": "nothing_to_place"}
    if most == Frontier("europa"):
        return {"code": "capital", "sp": CAPITAL_SP}
    return {"code": "faces_most", "unit": most}


def need(rules: JustinianRules, state: State, army: Army) -> float:
    """Return how urgently an army needs recruits, as a score in SP. Enemies nearby in its end zone raise the
    score, the nearer the more. The army's own SP lower it. An army that should get no recruits scores -100.
    """
    place = rules.setting.scn.armies[army.id]
    if army.leader is None or place.praesental or army.at not in rules.setting.scn.provinces:
        return -100.0
    away = mp_distance(rules.setting.scn, army.at)
    foes = outlook(Position(rules.setting, state)).barbarian
    facing = 0.0
    for province, sp in foes.items():
        far = away.get(province, NEAR)
        if province in place.end_zone and far <= NEAR:
            facing += sp * (1.0 - far / (NEAR + 3))
    small = 6.0 if army.total < 12 else 0.0
    return facing - 0.6 * army.total + small


@answers(RaiseArmy)
def raise_army(rules: JustinianRules, state: State, frame: RaiseArmy, decision: Decision) -> Any:
    """Return the bot's choice of an army to raise, if possible in a province of the army's own zone."""
    pos = Position(rules.setting, state)
    places = new_armies.available(pos)
    if expedition.BASE in places.get(expedition.TAKER, ()) and expedition.wants_expedition(pos):
        return NewArmy(expedition.TAKER, expedition.BASE)
    for army in RAISING:
        where = [p for p in places.get(army, ()) if p in rules.setting.scn.armies[army].end_zone]
        if where:
            return NewArmy(army, min(where, key=lambda p: _fitness(rules, state, army, p)))
    for army, where_ in places.items():
        return NewArmy(army, where_[0])
    return Pass()


@explains(RaiseArmy, NewArmy)
def _explain_raising(rules: JustinianRules, state: State, frame: Any, action: NewArmy) -> Facts:
    return {"code": "new_army", "sp": new_armies.NEW_ARMY_SP, "room": room(rules, state)}


def _fitness(rules: JustinianRules, state: State, army: str, place: str) -> tuple[bool, bool, int, str]:
    """Return the key that ranks provinces for a new army. Provinces with another Byzantine army come first,
    and provinces with strong enemies nearby but no such army come last. Among equals, the province nearest to
    a target comes first.
    """
    scn = rules.setting.scn
    away = mp_distance(scn, place)
    foes = outlook(Position(rules.setting, state)).barbarian
    threat = sum(sp for p, sp in foes.items() if away.get(p, 99) <= 2)
    zone = scn.armies[army].end_zone
    friends = any(a.at == place and a.power == BYZANTIUM for a in state.armies.values())
    work = min((away.get(p, 99) for p in zone if p in state.markers or p in foes), default=99)
    return (threat > 12 and not friends, not friends, work, place)


@answers(ChangeLeaders)
def change_leaders(rules: JustinianRules, state: State, frame: ChangeLeaders, decision: Decision) -> Any:
    """Return the bot's choice of leaders to replace: first those who are clearly worse than the average of
    the cup, starting with the strongest armies, then the leaders of Defeated armies. The bot may look into
    the cup because its content is public: it holds all leaders not on the map (4.14).
    """
    scn = rules.setting.scn

    def rank(leader: str | None) -> float:
        found = scn.leaders[leader or ""]
        return found.control + 2.0 * found.battle + {"A": 2.0, "B": 1.0, "C": 0.0, "D": -2.0}[found.movement]

    mean = sum(rank(x) for x in state.cup) / max(1, len(state.cup))
    poor = [a for a in frame.candidates if rank(state.armies[a].leader) < mean - 0.5]
    troubled = [a for a in frame.candidates if state.armies[a].defeated and a not in poor]
    wish = sorted(poor, key=lambda a: (-state.armies[a].total, a)) + sorted(troubled)
    return ReplaceLeaders(tuple(wish[: min(frame.left, len(state.cup))]))


@explains(ChangeLeaders, ReplaceLeaders)
def _explain_replacement(rules: JustinianRules, state: State, frame: Any, action: ReplaceLeaders) -> Facts:
    return {"code": "cup_is_better" if action.armies else "cup_is_no_better"}


def room(rules: JustinianRules, state: State) -> int:
    return rules.setting.scn.counters.byzantine_sp_limit - state.byzantine_sp()
