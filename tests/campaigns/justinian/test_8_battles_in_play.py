"""Land battles in play (8.1, 8.2): trapped losers, losses, retreats, plunder, the death of leaders, and
elimination.
"""

from dataclasses import replace
from typing import Any

from campaigns.justinian.rules.battle.retreat_before import Stand
from campaigns.justinian.rules.march.handler import Attack
from engine.dice import Scripted
from engine.game import BattleReport
from tests.campaigns.justinian.positions import army, do, game, march, play, position, tribe

GOTHS_ELSEWHERE = {"campania": {"ostrogoths": 1}}


def fight(*actions: Any, **given: Any) -> dict[str, Any]:
    return play({"actions": list(actions), "markers": {}, **given})


def test_x18_a_loser_without_a_way_out_stays_and_loses_a_die() -> None:
    answer = fight(
        do("attack", 0, 9, 4, 5, target="all"),  # both battle dice, the victor's order, the stranded Goths
        armies={"totila": tribe("baleares", 33), "africa": army("baleares", 35, "belisarius")},
        doing=march("totila", "barbarian", 3),
    )
    assert answer["armies"]["totila"]["sp"] == 33 - 9 - 5
    assert answer["armies"]["totila"]["at"] == "baleares"
    assert answer["armies"]["totila"]["defeated"]
    assert answer["armies"]["africa"]["sp"] == 34
    assert answer["decision"] == "byzantine_segment"  # a beaten army's activation ends (7.15)


def test_a_beaten_garrison_is_wiped_out_even_if_some_survived_the_table() -> None:
    answer = fight(
        do("attack", 9, 0, 0, target="all"),
        armies={"totila": tribe("flaminia", 33)},
        frontier={"flaminia": 20},
        doing=march("totila", "barbarian", 3),
    )
    assert answer["frontier"] == {}
    assert answer["mp"] == 2  # the remaining MP can still be spent


def test_everybody_leaves_and_the_attacker_keeps_his_mp() -> None:
    answer = fight(
        do("attack", target="all"),
        do("retreat_to", 9, province="picenum"),
        armies={"totila": tribe("flaminia", 33), "italia": army("flaminia", 9)},
        doing=march("totila", "barbarian", 3),
    )
    assert answer["mp"] == 3
    assert answer["armies"]["italia"]["at"] == "picenum"
    assert answer["armies"]["italia"]["disorganised"]  # 9 exceeds control 3


def test_nobody_retreats_to_where_the_attacker_came_from() -> None:
    answer = fight(
        do("attack", target="all"),
        do("retreat_to", province="picenum"),
        armies={"totila": tribe("flaminia", 33), "italia": army("flaminia", 9)},
        doing=march("totila", "barbarian", 3, came_from="picenum"),
    )
    assert (answer["refused"], answer["rule"]) == ("cannot_retreat_there", "8.13")


def test_unpaid_victors_plunder_and_are_paid() -> None:
    answer = fight(
        do("attack", 9, 0, 9, 9, target="all"),  # disorganised by the 9, and then 9 + 3 against control 3
        armies={"italia": army("flaminia", 20, unpaid=True)},
        detached={"flaminia": {"ostrogoths": 5}, **GOTHS_ELSEWHERE},
        treasuries={},
        doing=march("italia", "byzantium", 3),
    )
    assert answer["armies"]["italia"]["sp"] == 20 - 9
    assert answer["armies"]["italia"]["disorganised"]
    assert answer["unpaid"] == []


def test_a_named_leader_dies_with_his_army() -> None:
    answer = fight(
        do("attack", target="all"),
        do("stand", 9, 0, 0),
        armies={"italia": army("flaminia", 35, "belisarius"), "totila": tribe("flaminia", 3)},
        detached=GOTHS_ELSEWHERE,
        treasuries={},
        doing=march("italia", "byzantium", 3),
    )
    assert "totila" not in answer["armies"]
    assert "ostrogoths" not in answer["gone"]  # one detached SP keeps the power in the game (8.28)


def test_the_last_gothic_sp_takes_the_power_out_of_the_game() -> None:
    answer = fight(
        do("attack", target="all"),
        do("stand", 9, 0, 0),
        armies={"italia": army("flaminia", 35, "belisarius"), "totila": tribe("flaminia", 3)},
        markers={"campania": "ostrogoths"},
        treasuries={},
        doing=march("italia", "byzantium", 3),
    )
    assert "ostrogoths" in answer["gone"]
    assert answer["markers"] == {"campania": "ostrogoths"}  # markers remain on the map


def test_the_last_persian_leader_comes_back_next_turn() -> None:
    rules = game()
    state = position(
        rules,
        {
            "armies": {"oriens": army("osrhoene", 35, "belisarius"), "chosroes": tribe("osrhoene", 3)},
            "markers": {},
            "doing": march("oriens", "byzantium", 3),
        },
    )
    state = replace(state, armies={k: a for k, a in state.armies.items() if k != "perozes"})
    state = rules.apply(state, "byzantium", Attack("all"), Scripted([])).state
    state = rules.apply(state, "barbarian", Stand(), Scripted([9, 0, 0])).state
    assert state.away == {"chosroes"}
    assert "chosroes" not in state.armies


def test_minor_leader_goes_to_his_box() -> None:
    answer = fight(
        do("attack", target="all"),
        do("stand", 9, 0, 0),
        armies={"thrace": army("scythia", 35, "belisarius"), "bulgars_leader": tribe("scythia", 2)},
        alliances={"bulgars": "barbarian"},
        doing=march("thrace", "byzantium", 3),
    )
    assert answer["armies"]["bulgars_leader"]["at"] == "bulgars_box"


def test_an_open_battle_waits_for_the_referee_and_takes_his_report() -> None:
    rules = game({"battles": "open"})
    given = {
        "armies": {"italia": army("flaminia", 20, "belisarius"), "totila": tribe("flaminia", 18)},
        "markers": {"flaminia": "ostrogoths", "picenum": "ostrogoths"},
        "treasuries": {},
        "more": {"held": {"flaminia": "ostrogoths"}},  # the holder at the start of the segment (8.17)
        "doing": march("italia", "byzantium", 3),
        "actions": [do("attack", target="all"), do("stand")],
        "options": {"battles": "open"},
    }
    answer = play(given)
    assert (answer["decision"], answer["seat"]) == ("battle", "gm")
    state = position(rules, given)
    state = rules.apply(state, "byzantium", Attack("all"), Scripted([])).state
    state = rules.apply(state, "barbarian", Stand(), Scripted([])).state
    battle = rules.opens(state)
    assert battle is not None
    assert [(u.id, u.kind, u.sp) for u in battle.attacker.units] == [("army:italia", "field", 20)]
    assert [(u.id, u.power, u.sp) for u in battle.defender.units] == [("army:totila", "ostrogoths", 18)]
    assert battle.ground["city"] == "Ravenna"
    assert battle.ground["defender_controls"] is True
    action = rules.report(state, BattleReport("attacker", {"army:italia": 2, "army:totila": 7}))
    after = rules.apply(state, "gm", action, Scripted([0])).state
    assert after.armies["italia"].sp == 18
    assert after.armies["totila"].sp == 11
    assert after.armies["totila"].defeated
    assert after.armies["totila"].at == "picenum"


def test_the_lazi_rise_for_one_battle() -> None:
    answer = fight(
        do("move_army", 3, 9, 0, 0, to="lazica"),
        armies={"chosroes": tribe("armenia_i", 20)},
        doing=march("chosroes", "barbarian", 3),
    )
    assert answer["armies"]["chosroes"]["at"] == "lazica"
    assert answer["mp"] == 1  # after one step and the attack
    assert "levy_raised" in answer["events"]
