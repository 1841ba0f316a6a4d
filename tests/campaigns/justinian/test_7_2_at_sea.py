"""The rules for fleets in play (7.2, 7.34, 8.3): transport, landing, patrols, evasion and retreat by sea."""

from tests.campaigns.justinian.positions import army, do, march, play, tribe

SEA = "mare_di_cartagine"


def test_an_expedition_lands_and_attacks_at_once_for_no_mp() -> None:
    answer = play(
        {
            "gold": 10,
            "markers": {},
            "treasuries": {},
            "armies": {"africa": army("zeugitana", 20, "belisarius")},
            "fleets": {"byzantium@zeugitana": 2},
            "detached": {"sardinia": {"vandals": 3}, "numidia": {"vandals": 3}},
            "actions": [
                do("activate_fleet", power="byzantium", place="zeugitana", sp=2, army="africa"),
                do("sail_to", sea=SEA),
                do("put_in", province="sardinia"),
                do("attack", 9, 0, 0, target="all"),
            ],
        }
    )
    assert answer["armies"]["africa"]["at"] == "sardinia"
    assert answer["fleets"] == {"byzantium@sardinia": 2}
    assert answer["detached"] == {"numidia": {"vandals": 3}}
    assert answer["decision"] == "barbarian_segment"  # nothing follows the landing battle


def test_one_fleet_sp_carries_ten() -> None:
    answer = play(
        {
            "armies": {"africa": army("zeugitana", 21, "belisarius")},
            "markers": {},
            "fleets": {"byzantium@zeugitana": 2},
            "actions": [do("activate_fleet", power="byzantium", place="zeugitana", sp=2, army="africa")],
        }
    )
    assert (answer["refused"], answer["rule"]) == ("fleet_too_small", "7.24")


def test_no_embarking_from_a_coast_without_city() -> None:
    answer = play(
        {
            "armies": {"africa": army("byzacena", 10, "belisarius")},
            "markers": {},
            "fleets": {"byzantium@byzacena": 2},
            "actions": [do("activate_fleet", power="byzantium", place="byzacena", sp=2, army="africa")],
        }
    )
    assert (answer["refused"], answer["rule"]) == ("cannot_embark", "7.24")


def test_the_first_sea_is_free_then_two_more() -> None:
    answer = play(
        {
            "armies": {},
            "markers": {},
            "fleets": {"byzantium@hispania": 1},
            "actions": [
                do("activate_fleet", power="byzantium", place="hispania", sp=1),
                do("sail_to", sea="mediterraneo_occidentale"),
                do("sail_to", sea=SEA),
                do("sail_to", sea="mar_tirreno"),
                do("sail_to", sea="mar_ionio"),
            ],
        }
    )
    assert answer["refused"] == "cannot_sail_there"


def intercepted(*more):
    return play(
        {
            "doing": {"segment": "barbarian"},
            "armies": {"gelimer": tribe("zeugitana", 17)},
            "fleets": {"vandals@zeugitana": 2, f"byzantium@{SEA}": 2},
            "actions": [
                do("select_power", power="vandals"),
                do("activate_fleet", power="vandals", place="zeugitana", sp=2, army="gelimer"),
                do("sail_to", sea=SEA),
                *more,
            ],
        }
    )


def test_x23_a_lost_ship_drowns_what_it_carried() -> None:
    """Two fleets carry 17 SP; one sinks and 7 SP drown. In the battle at sea the dice 9 and 0 give scores of
    5 + 1 and 1, and the winner loses nothing with a loss roll of 3.
    """
    answer = intercepted(do("intercept_at_sea", 4, 9, 0, 3, fleet=f"byzantium@{SEA}"))
    assert answer["armies"]["gelimer"]["sp"] == 10
    assert answer["decision"] == "sea_withdraw"


def test_a_failed_interception_lets_the_fleet_go_on() -> None:
    answer = intercepted(do("intercept_at_sea", 5, fleet=f"byzantium@{SEA}"))
    assert answer["decision"] == "sail"


def test_out_of_port_there_is_no_evading() -> None:
    answer = intercepted(do("intercept_at_sea", 4, 5, 5, 9, fleet=f"byzantium@{SEA}"))
    assert "sea_battle_fought" in answer["events"]


def test_further_out_the_fleet_may_slip_back_and_must_put_in() -> None:
    answer = play(
        {
            "doing": {"segment": "barbarian"},
            "armies": {"gelimer": tribe("zeugitana", 17)},
            "fleets": {"vandals@zeugitana": 2, "byzantium@mar_tirreno": 3},
            "actions": [
                do("select_power", power="vandals"),
                do("activate_fleet", power="vandals", place="zeugitana", sp=2),
                do("sail_to", sea=SEA),
                do("sail_to", sea="mar_tirreno"),
                do("intercept_at_sea", 0, fleet="byzantium@mar_tirreno"),
                do("evade"),
                do("sail_to", sea="mediterraneo_occidentale"),
            ],
        }
    )
    assert answer["refused"] == "cannot_sail_there"


def test_a_beaten_army_leaves_aboard_its_fleet() -> None:
    answer = play(
        {
            "armies": {"totila": tribe("baleares", 33), "africa": army("baleares", 18, "belisarius")},
            "markers": {},
            "fleets": {"byzantium@baleares": 2},
            "doing": march("totila", "barbarian", 3),
            "actions": [do("attack", 9, 0, 0, target="all")],
        }
    )
    assert answer["decision"] == "withdraw"
    assert answer["seat"] == "byzantium"
