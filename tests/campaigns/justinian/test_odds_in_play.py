"""The chances displayed are those of the game, as playing every face of every die shows."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from campaigns.justinian import forecast as odds
from campaigns.justinian.rules.battle.aftermath import DisorganisationRolled, PillageRolled
from campaigns.justinian.rules.battle.forces import hypothetical_battle, land_battle
from campaigns.justinian.rules.battle.land_battle import BattleFought
from campaigns.justinian.rules.march.handler import Attack, MoveArmy
from campaigns.justinian.rules.march.interception import InterceptionRolled, InterceptWith
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.sea.naval_battle import NavalBattle, SeaBattleFought
from campaigns.justinian.rules.sea.naval_interception import InterceptAtSea
from campaigns.justinian.rules.sea.sail import SailTo
from campaigns.justinian.rules.segment.activation import SelectPower
from campaigns.justinian.rules.state.handler import RetreatTo
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.system import JustinianRules
from engine.dice import Throw
from tests.campaigns.justinian.positions import army, game, march, position, tribe

PERSIANS_ON_A_GARRISON = {
    "doing": march("chosroes", "barbarian", 5),
    "armies": {"chosroes": tribe("cilicia_ii", 20)},
    "frontier": {"cilicia_ii": 9},
}
EQUAL = {
    "doing": march("illyricum", "byzantium", 5),
    "armies": {"illyricum": army("praevalitana", 10), "moors_leader": tribe("praevalitana", 10)},
}
LAND: dict[str, dict[str, Any]] = {
    "a frontier garrison": PERSIANS_ON_A_GARRISON,
    "equal armies": EQUAL,
    "a tribe of three": {
        "doing": march("illyricum", "byzantium", 5),
        "armies": {"illyricum": army("praevalitana", 4), "bulgars_leader": tribe("praevalitana", 3)},
    },
    "the great armies": {
        "doing": march("chosroes", "barbarian", 5),
        "armies": {"chosroes": tribe("syria_ii", 80), "oriens": army("syria_ii", 35, "belisarius")},
    },
    "a Disorganised attacker": {
        "doing": march("totila", "barbarian", 5),
        "armies": {"totila": tribe("aemilia", 30, disorganised=True), "italia": army("aemilia", 12)},
    },
    "a Defeated defender": {
        "doing": march("illyricum", "byzantium", 5),
        "armies": {
            "illyricum": army("praevalitana", 16, "sittas"),
            "witigis": tribe("praevalitana", 15, defeated=True, disorganised=True),
        },
    },
    "a Gothic City": {
        "doing": march("italia", "byzantium", 5),
        "markers": {"flaminia": "ostrogoths"},
        "armies": {"italia": army("picenum", 35, "belisarius"), "witigis": tribe("flaminia", 26)},
        "to": "flaminia",
    },
    "across a strait": {
        "doing": march("praesental_ii", "byzantium", 6),
        "markers": {"europa": "ostrogoths"},
        "armies": {"praesental_ii": army("bithynia", 16), "totila": tribe("europa", 7, disorganised=True)},
        "to": "europa",
    },
    "army and garrison": {
        "doing": march("chosroes", "barbarian", 5),
        "armies": {"chosroes": tribe("cilicia_ii", 20), "oriens": army("cilicia_ii", 10)},
        "frontier": {"cilicia_ii": 11},
    },
    "two armies, either may command": {
        "doing": march("perozes", "barbarian", 5),
        "armies": {
            "perozes": tribe("syria_ii", 41),
            "oriens": army("syria_ii", 20, "belisarius"),
            "armenia": army("syria_ii", 16, "sittas"),
        },
    },
    "combined armies": {
        "doing": march("oriens", "byzantium", 5),
        "armies": {
            "oriens": army("syria_ii", 20, "sittas"),
            "armenia": army("syria_ii", 21, head="oriens"),
            "perozes": tribe("syria_ii", 30),
        },
    },
    "a coast, by the printed word": {
        "options": {"defence_site": "coast"},
        "doing": march("italia", "byzantium", 5),
        "markers": {"picenum": "ostrogoths"},
        "armies": {"italia": army("flaminia", 20)},
        "detached": {"picenum": {"ostrogoths": 10}},
        "to": "picenum",
    },
}


class ByPurpose:
    """Dice that return the given faces for each purpose in turn, and 0 otherwise."""

    def __init__(self, **faces: tuple[int, ...]) -> None:
        self.faces = {purpose: list(given) for purpose, given in faces.items()}
        self.rolls: list[Any] = []

    def roll(self, throw: Throw) -> int:
        left = self.faces.get(throw.purpose)
        return left.pop(0) if left else 0

    def roll_all(self, throws: Any) -> tuple[int, ...]:
        return tuple(self.roll(t) for t in throws)


def until(rules: JustinianRules, state: State, dice: ByPurpose, *kinds: type) -> list[Any]:
    """Answer with defaults until the march or segment continues. Return the events."""
    told: list[Any] = []
    while True:
        decision = rules.decision(state)
        if decision is None or decision.kind in ("march", "byzantine_segment", "barbarian_segment"):
            return [e for e in told if isinstance(e, kinds)]
        step = rules.apply(state, decision.seat, decision.default, dice)
        state, told = step.state, [*told, *step.events]


def about_to_attack(given: dict[str, Any]) -> tuple[JustinianRules, State, str, str]:
    rules = game(given.get("options"))
    state = position(rules, given)
    attacker, seat = given["doing"]["march"], given["doing"]["seat"]
    if "to" in given:
        state = rules.apply(state, seat, MoveArmy(given["to"]), ByPurpose()).state
        if (rules.decision(state) or pytest.fail()).kind == "intercept":
            state = rules.apply(state, rules.pending(state)[0].seat, InterceptWith(()), ByPurpose()).state
    return rules, state, attacker, seat


@pytest.mark.parametrize("name", LAND)
def test_8_15_land_battles(name: str) -> None:
    rules, state, attacker, seat = about_to_attack(LAND[name])
    top = state.stack[-1]
    assert isinstance(top, March)
    place = state.armies[attacker].at
    battle = hypothetical_battle(Position(rules.setting, state), attacker, place, "all", seat)
    chances = odds.land(replace(battle, strait=top.strait))
    winners: Counter[str] = Counter()
    lost: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for faces in product(range(10), repeat=2):
        dice = ByPurpose(battle=faces)
        step = rules.apply(state, seat, Attack("all"), dice)
        told = [e for e in step.events if isinstance(e, BattleFought)]
        (fought,) = told or until(rules, step.state, dice, BattleFought)
        winners[fought.winner] += 1
        lost[0][fought.attacker_loses] += 1
        lost[1][fought.defender_loses] += 1
    assert chances.attacker_wins == Fraction(winners["attacker"], 100)
    assert chances.defender_wins == Fraction(winners["defender"], 100)
    assert chances.tie == Fraction(winners["tie"] + winners["nobody"], 100)
    assert chances.attacker_losses == {n: Fraction(c, 100) for n, c in lost[0].items()}
    assert chances.defender_losses == {n: Fraction(c, 100) for n, c in lost[1].items()}


@pytest.mark.parametrize("name", ["a Gothic City", "a frontier garrison"])
def test_8_21_who_is_disorganised_after_a_battle(name: str) -> None:
    rules, state, attacker, seat = about_to_attack(LAND[name])
    battle = hypothetical_battle(
        Position(rules.setting, state), attacker, state.armies[attacker].at, "all", seat
    )
    chances = odds.land(battle)
    failed = {attacker: 0, battle.defender_leader or "": 0}
    for faces in product(range(10), repeat=3):
        dice = ByPurpose(battle=faces[:2], disorganisation=(faces[2], faces[2]))
        step = rules.apply(state, seat, Attack("all"), dice)
        told = [*step.events, *until(rules, step.state, dice, DisorganisationRolled)]
        for check in told:
            if isinstance(check, DisorganisationRolled) and check.result != "ok":
                failed[check.army] += 1
    assert chances.attacker_disorganised == Fraction(failed[attacker], 1000)
    assert chances.defender_disorganised == Fraction(failed[battle.defender_leader or ""], 1000)


def test_3_41_the_lazi_never_check_their_order() -> None:
    persians = {"doing": march("chosroes", "barbarian", 5), "armies": {"chosroes": tribe("persia_box", 4)}}
    rules, state, attacker, seat = about_to_attack(persians)
    dice = ByPurpose(levy=(9,), battle=(0, 9))
    step = rules.apply(state, seat, MoveArmy("lazica"), dice)
    assert not [e for e in step.events if isinstance(e, DisorganisationRolled)]
    there = replace(state.armies[attacker], at="lazica")
    moved = replace(state, armies={**state.armies, attacker: there})
    frame = Battle("lazica", (attacker,), "all", seat, attacker_leader=attacker, levy=9)
    assert odds.land(land_battle(Position(rules.setting, moved), frame)).defender_disorganised == 0


SEA = [
    ("vandals", 1, 1),
    ("vandals", 1, 2),
    ("vandals", 2, 1),
    ("vandals", 3, 2),
    ("ostrogoths", 2, 2),
    ("ostrogoths", 5, 2),
    ("ostrogoths", 1, 4),
]


@pytest.mark.parametrize(("power", "own", "theirs"), SEA)
def test_8_32_naval_battles(power: str, own: int, theirs: int) -> None:
    """The odds of a naval battle equal a count over all its dice. A Byzantine patrol of size ``own``
    intercepts a barbarian fleet of size ``theirs`` just out of port.
    """
    given = {
        "doing": {"segment": "barbarian"},
        "markers": {"zeugitana": power, "byzacena": power},
        "detached": {"zeugitana": {power: 4}},
        "treasuries": {},
        "fleets": {f"{power}@zeugitana": theirs, "byzantium@mare_di_cartagine": own},
    }
    rules = game()
    state = position(rules, given)
    for action in (
        SelectPower(power),
        ActivateFleet(power, "zeugitana", theirs),
        SailTo("mare_di_cartagine"),
    ):
        state = rules.apply(state, "barbarian", action, ByPurpose()).state
    chances = odds.naval(NavalBattle("byzantium", own, power, theirs))
    winners: Counter[str] = Counter()
    lost: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    intercept = InterceptAtSea(FleetKey("byzantium", "mare_di_cartagine"))
    for faces in product(range(10), repeat=3):
        dice = ByPurpose(sea_battle=faces[:2], sea_winner=faces[2:])
        step = rules.apply(state, "byzantium", intercept, dice)
        (fought,) = (e for e in step.events if isinstance(e, SeaBattleFought))
        winners[fought.winner] += 1
        lost[0][fought.attacker_loses] += 1
        lost[1][fought.defender_loses] += 1
    assert chances.attacker_wins == Fraction(winners["attacker"], 1000)
    assert chances.defender_wins == Fraction(winners["defender"], 1000)
    assert chances.attacker_losses == {n: Fraction(c, 1000) for n, c in lost[0].items()}
    assert chances.defender_losses == {n: Fraction(c, 1000) for n, c in lost[1].items()}


@pytest.mark.parametrize("leader", ["belisarius", "buzes", "sittas"])
@pytest.mark.parametrize(("place", "drm"), [("cilicia_ii", 0), ("syria_i", -2), ("euphratensis", -1)])
def test_7_32_interception(leader: str, place: str, drm: int) -> None:
    """The odds of an interception equal the share of die faces with which it succeeds in play. The army is
    intercepted on open ground, in a City, and in a province with a Fort.
    """
    rules = game()
    away = {"cilicia_ii": "syria_i", "syria_i": "cilicia_ii", "euphratensis": "osrhoene"}[place]
    given = {
        "doing": march("chosroes", "barbarian", 5),
        "armies": {"chosroes": tribe(away, 10), "oriens": army(place, 10, leader)},
    }
    state = rules.apply(position(rules, given), "barbarian", MoveArmy(place), ByPurpose()).state
    tried = [
        event.success
        for face in range(10)
        for event in rules.apply(
            state, "byzantium", InterceptWith(("oriens",)), ByPurpose(interception=(face,))
        ).events
        if isinstance(event, InterceptionRolled)
    ]
    control = rules.setting.scn.leaders[leader].control
    assert odds.interception_chance(control, drm) == Fraction(sum(tried), 10)


LEAVING = [("phoenice", 0), ("syria_i", 2), ("euphratensis", 1)]
STATUS = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize(("to", "drm"), LEAVING)
@pytest.mark.parametrize(("disorganised", "defeated"), STATUS)
def test_8_13_retreat_before_combat(to: str, drm: int, disorganised: bool, defeated: bool) -> None:
    """The chances of a retreat before combat equal a count over all ten faces. The army retreats into a
    friendly province, into one of Persia, or into one in revolt with a friendly garrison.
    """
    leaver = army("syria_ii", 20, "buzes", disorganised=disorganised, defeated=defeated)
    given = {
        "doing": march("perozes", "barbarian", 5),
        "markers": {"syria_i": "persia", "euphratensis": "revolt"},
        "frontier": {"euphratensis": 2},
        "armies": {"perozes": tribe("syria_ii", 20), "oriens": leaver},
    }
    rules = game()
    state = rules.apply(position(rules, given), "barbarian", Attack("oriens"), ByPurpose()).state
    marked, lost = 0, Counter[int]()
    for face in range(10):
        step = rules.apply(state, "byzantium", RetreatTo(to), ByPurpose(retreat=(face,)))
        after = step.state.armies["oriens"]
        marked += after.disorganised and not disorganised
        lost[20 - after.sp] += 1
    control = rules.setting.scn.leaders["buzes"].control
    chances = odds.retreat_chances(control, drm, disorganised=disorganised, defeated=defeated)
    assert chances.disorganised == Fraction(marked, 10)
    assert chances.losses == {n: Fraction(c, 10) for n, c in lost.items()}


@pytest.mark.parametrize(("leader", "sp"), [("buzes", 20), ("belisarius", 20), ("buzes", 3)])
def test_8_27_pillage_after_victory(leader: str, sp: int) -> None:
    """The odds of pillage after a victory equal those of play, in which every pair of faces is tried: the die
    for order and the die for pillage.
    """
    given = {
        "doing": march("illyricum", "byzantium", 5),
        "armies": {
            "illyricum": army("praevalitana", sp, leader, unpaid=True),
            "bulgars_leader": tribe("praevalitana", 2),
        },
    }
    rules, state, _attacker, seat = about_to_attack(given)
    lost = Counter[int]()
    for order, loot in product(range(10), repeat=2):
        dice = ByPurpose(battle=(9, 0), disorganisation=(order,), pillage=(loot,))
        step = rules.apply(state, seat, Attack("all"), dice)
        (pillaged,) = until(rules, step.state, dice, PillageRolled)
        lost[pillaged.sp] += 1
    control = rules.setting.scn.leaders[leader].control
    assert odds.pillage_after_victory(control, sp) == {n: Fraction(c, 100) for n, c in sorted(lost.items())}
