"""Leaders, new armies, allies, combined armies and attacks into boxes in play (4.13, 4.14, 4.22, 5.34, 6.34,
6.44, 7.19).
"""

from typing import Any

from tests.campaigns.justinian.positions import PRAESENTALS, army, do, march, play, tribe


def step(name: str, *actions: Any, dice: tuple[int, ...] = (), **given: Any) -> dict[str, Any]:
    return play({"step": name, "dice": list(dice), "actions": list(actions), **given})


def test_4_22_gelimer_takes_over_hilderics_army_and_tzazon_comes_to_sardinia() -> None:
    answer = step(
        "arrivals",
        do("bring_troops", land={"army:gelimer": 5}, fleets={"fleet:vandals@zeugitana": 1}),
        turn=2,
        armies={"hilderic": tribe("zeugitana", 20, disorganised=True)},
        fleets={"vandals@zeugitana": 3},
    )
    assert "hilderic" not in answer["armies"]
    assert answer["armies"]["gelimer"]["sp"] == 15
    assert answer["armies"]["gelimer"]["disorganised"]
    assert answer["armies"]["tzazon"]["at"] == "sardinia"
    assert answer["armies"]["tzazon"]["sp"] == 5
    assert answer["fleets"] == {"vandals@zeugitana": 2, "vandals@sardinia": 1}


def test_4_22_moved_sp_need_ships_while_there_are_any() -> None:
    answer = step(
        "arrivals",
        do("bring_troops", land={"army:gelimer": 11}, fleets={"fleet:vandals@zeugitana": 1}),
        turn=2,
        armies={"hilderic": tribe("zeugitana", 20)},
        fleets={"vandals@zeugitana": 3},
    )
    assert answer["refused"] == "too_few_fleets"


def test_4_22_totila_replaces_witigis_and_teias_takes_a_detachment() -> None:
    answer = step(
        "arrivals",
        do("arrive", province="campania"),
        turn=4,
        armies={"witigis": tribe("flaminia", 20)},
        detached={"campania": {"ostrogoths": 6}},
    )
    assert answer["armies"]["totila"]["sp"] == 20
    assert answer["armies"]["teias"]["at"] == "campania"
    assert answer["armies"]["teias"]["sp"] == 6


def test_4_13_a_leader_alone_takes_an_army_that_has_none() -> None:
    answer = play(
        {
            "armies": {**PRAESENTALS, "oriens": army("osrhoene", 9, None)},
            "actions": [do("move_leader", leader="sittas", province="osrhoene", army="oriens")],
        }
    )
    assert answer["armies"]["oriens"]["leader"] == "sittas"
    assert answer["armies"]["praesental_i"]["leader"] is None
    assert answer["gold"] == 30


def test_4_13_not_through_enemy_sp() -> None:
    answer = play(
        {
            "armies": {**PRAESENTALS, "bulgars_leader": tribe("scythia", 5)},
            "actions": [do("move_leader", leader="sittas", province="scythia")],
        }
    )
    assert answer["refused"] == "no_free_path"


def test_4_14_only_losers_are_replaced_if_there_are_any() -> None:
    given = {"armies": PRAESENTALS, "more": {"losers": frozenset({"mundus"})}}
    refused = step("leaders", do("replace_leaders", armies=["praesental_i"]), **given)
    assert refused["refused"] == "not_replaceable"
    answer = step("leaders", do("replace_leaders", 0, armies=["praesental_ii"]), **given)
    assert answer["armies"]["praesental_ii"]["leader"] not in ("mundus", None)


def test_5_34_a_new_army_has_10_sp_and_a_leader() -> None:
    raised = do("new_army", 0, army="armenia", province="armenia_i")
    answer = step("new_army", raised, armies=PRAESENTALS)
    assert answer["armies"]["armenia"]["sp"] == 10
    assert answer["armies"]["armenia"]["leader"]


def test_5_34_starting_armies_return_in_europa_only() -> None:
    raised = do("new_army", army="thrace", province="scythia")
    assert step("new_army", raised, armies=PRAESENTALS)["refused"] == "not_a_raising_province"


def lombards(*actions: Any) -> dict[str, Any]:
    """Return the position after the Lombards (number 55) become allies. The dice 6 and 1 draw them, because 5
    and 5 would bring an event; the bribe succeeds on a 9 with +1.
    """
    return play(
        {
            "doing": {"segment": "barbarian"},
            "armies": {**PRAESENTALS, "illyricum": army("dalmatia", 10)},
            "actions": [do("draw_random", 6, 1), do("offer_bribe", 9, 3, gold=0), *actions],
        }
    )


def test_6_34_an_ally_marches_in_the_barbarian_segment_at_no_cost() -> None:
    answer = lombards(do("march_ally", 5))
    assert (answer["decision"], answer["seat"], answer["gold"]) == ("march", "byzantium", 30)


def test_6_34_an_allys_sp_can_join_an_army() -> None:
    answer = lombards(do("join_army", army="illyricum"))
    assert answer["armies"]["illyricum"]["allied"] == {"lombards": 13}
    assert answer["armies"]["lombards_leader"]["at"] == "lombards_box"


def test_6_44_a_combined_minor_goes_where_the_major_goes() -> None:
    answer = play(
        {
            "doing": march("totila", "barbarian", 5),
            "armies": {
                "totila": tribe("liguria", 20),
                "franks_leader": tribe("liguria", 15, head="totila"),
            },
            "alliances": {"franks": "barbarian"},
            "actions": [do("move_army", to="aemilia")],
        }
    )
    assert answer["armies"]["franks_leader"]["at"] == "aemilia"


def test_7_19_an_attack_into_a_box_takes_all_mp_and_the_host_recruits() -> None:
    answer = play(
        {
            "doing": march("alamanni_leader", "barbarian", 4),
            "armies": {"alamanni_leader": tribe("alamanni_box", 9)},
            "alliances": {"alamanni": "barbarian"},
            "recruited": ["alamanni_leader"],
            "actions": [do("move_army", 5, 5, 5, 0, 0, to="lombards_box")],
        }
    )
    assert answer.get("refused") is None
    assert answer["alliances"]["lombards"] == "byzantium"
    assert answer["armies"]["lombards_leader"]["at"] == "lombards_box"
    assert answer["armies"]["alamanni_leader"]["at"] == "alamanni_box"


def test_5_13_europa_lost_and_the_treasury_with_it() -> None:
    answer = play(
        {
            "doing": march("kotrigur_huns_leader", "barbarian", 4),
            "armies": {"kotrigur_huns_leader": tribe("haemimontus", 9)},
            "alliances": {"kotrigur_huns": "barbarian"},
            "actions": [do("move_army", to="europa")],
        }
    )
    assert answer["gold"] == 0
