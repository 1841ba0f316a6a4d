"""Battles of both campaigns fought with Schiere. Forces become legal armies, and losses are reported to the
campaign.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from battles.schiere.rules.board.scenario import BadScenario
from battles.schiere.rules.board.troops import CHIEFS, TROOPS, WINGS
from battles.schiere.rules.rules import SEAT_INFO
from battles.schiere.rules.setup.mustering import cost
from battles.schiere.rules.system import SCHIERE
from battles.schiere.wording import SchiereWording
from campaigns.bridge import italia_schiere, justinian_schiere, schiere_muster
from campaigns.bridge.from_campaign import read
from campaigns.bridge.schiere_armies import Box, shared_data
from campaigns.bridge.schiere_bridge import weaker_points, wings_of
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from campaigns.justinian.wording import JustinianWording
from engine.codec import Codec
from engine.dice import Seeded
from engine.game import InvalidAction, Muster, OpenBattle, Outcome, won_by
from tests.campaigns.bridge.forces import a_combat, a_force, a_unit, an_attack
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, opened
from tests.engine.secrecy import check_secrecy
from tests.found import some

BRIDGE = justinian_schiere.BRIDGE
SHAPES = Codec(1)


def mustered(battle: OpenBattle) -> Muster:
    return BRIDGE.muster(battle, SCENARIO)


def armies(muster: Muster) -> Mapping[str, Any]:
    found: Mapping[str, Any] = muster.scenario["armies"]
    return found


def fallen(muster: Muster, winner: str, battle: OpenBattle, **gone: int) -> Any:
    """Return the report of a battle with these losses. Keys have the form ``rome__legionaries__routed``."""
    view = {"gone": {key.replace("__", ":"): number for key, number in gone.items()}}
    return BRIDGE.report(battle, muster, Outcome(won_by(winner), "time"), view)


# --- the data ---------------------------------------------------------------------------------------------


def test_every_power_and_nation_is_made_of_soldiers_that_the_box_has() -> None:
    sorts = {sort for side in shared_data()["counters"].values() for sort in side}
    powers = read("justinian_troops")["power"]
    italia, leaders = read("italia_troops"), read("italia_schiere")
    mixes = [mix for row in powers.values() for mix in (row["mix"], row["poor"])]
    mixes += [*italia["units"].values(), *(row["infantry"] for row in italia["nations"].values())]
    assert {power["id"] for power in SCENARIO["powers"]} - set(powers) <= {"revolt"}
    for name in ("italia1", "italia2"):
        nations = {card["id"]: card for card in ITALIA.scenario(name)["nations"]}
        assert set(nations) <= set(italia["nations"])
        counters = {unit for card in some(nations.values()) for unit in card["counters"]} - {"fleet"}
        assert counters <= {"infantry", *italia["units"]}
    assert all(set(mix) <= sorts for mix in some(mixes))
    named = {leader for kind in leaders["chiefs"].values() for leader in kind}
    known = {
        one["id"]
        for n in ("italia1", "italia2")
        for c in ITALIA.scenario(n)["nations"]
        for one in c["leaders"]
    }
    assert (
        named <= known
        and set(leaders["chiefs"]) <= set(CHIEFS)
        and set(leaders["wings"]["order"]) <= set(WINGS)
    )


def test_points_are_spent_in_proportion_and_no_counter_is_used_twice() -> None:
    box = Box("rome")
    first, second = box.take(24, {"horse": 1}), box.take(24, {"horse": 1, "foot": 1})
    assert cost(first) == cost(second) == 24
    both = {troop: first.get(troop, 0) + second.get(troop, 0) for troop in {*first, *second}}
    assert all(number <= TROOPS[troop].units for troop, number in some(both.items()))
    assert first["heavy_cavalry"] == TROOPS["heavy_cavalry"].units  # all in the box; other troops fill up


def test_a_higher_chance_of_winning_gives_the_weaker_side_fewer_points() -> None:
    found = [weaker_points(Fraction(percent, 100)) for percent in range(50, 101)]
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == (shared_data()["points"]["most"], shared_data()["points"]["least"])


def test_no_two_wing_commanders_are_of_a_kind() -> None:
    kinds = ("resolute", "impetuous", "energetic")
    assert wings_of([("bessas", kinds), ("teias", kinds), ("sittas", kinds)]) == (
        ("resolute", "bessas"),
        ("impetuous", "teias"),
    )


# --- into the battle --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_battle_opens_as_armies_that_both_know(kind: str) -> None:
    battle = opened(kind).battle
    muster = mustered(battle)
    rules = SCHIERE.open(muster.scenario, muster.options)
    state = rules.setup(Seeded(b"bridge", "setup", 0)).state
    # neither side has to choose an army
    assert [decision.kind for decision in rules.pending(state)] == ["choose_edge"]
    seen = [rules.view(state, seat)["sides"] for seat in ("rome", "carthage", None)]
    reserves = [[side["reserve"] for side in sides.values()] for sides in seen]
    assert all(reserves[0]) and reserves[0] == reserves[1] == reserves[2]
    assert muster.seats["rome"] == "byzantium" and muster.seats["carthage"] == "barbarian"
    chances = BRIDGE.own_chances(battle)
    points = {side: cost(armies(muster)[side]["units"]) for side in ("rome", "carthage")}
    strong = "attacker" if chances.attacker >= chances.defender else "defender"
    seat = next(s for s, whose in muster.seats.items() if whose == getattr(battle, strong).seat)
    assert points[seat] == max(points.values()) == 24
    assert sum(BRIDGE.elements(muster).values()) == sum(
        sum(army["units"].values()) for army in armies(muster).values()
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Byzantium (Rome)", "Ostrogoths (Carthage)"]),
        ("it", ["Bisanzio (Roma)", "Ostrogoti (Cartagine)"]),
    ],
)
def test_a_side_is_called_by_the_power_that_brings_most(language: str, told: list[str]) -> None:
    muster = mustered(opened("field armies, even").battle)
    wording = SchiereWording(muster.scenario)
    with translation.override(language):
        assert [wording.seat(info) for info in SEAT_INFO] == told
        assert SchiereWording(SCHIERE.scenario("ford")).seat(SEAT_INFO[0]) in ("Rome", "Roma")


@pytest.mark.parametrize(
    "names", [{"rome": "A"}, {"rome": "A", "carthage": 5}, [], {"rome": "A", "blue": "B"}]
)
def test_names_that_are_not_one_for_each_side_are_refused(names: Any) -> None:
    scenario = {**mustered(opened("field armies, even").battle).scenario, "names": names}
    with pytest.raises(BadScenario):
        SCHIERE.open(scenario, {})


def test_leaders_command_by_their_rating_and_those_of_further_armies_are_on_the_wings() -> None:
    army = armies(mustered(opened("several armies").battle))["rome"]
    assert (army["chief"], army["wings"]) == ("enterprising", ["resolute"])
    assert armies(mustered(opened("frontier troops, fort").battle))["rome"]["chief"] == "solid"


def test_water_and_walls_lie_on_the_board() -> None:
    strait, city = (
        mustered(opened(kind).battle).scenario for kind in ("over a strait", "a field army in a city")
    )
    assert {one["kind"] for one in some(strait["water"])} == {"river"} and len(strait["crossings"]) == 6
    assert [one["kind"] for one in city["tiles"]] == ["height"] * 4 and not city["water"]
    assert mustered(opened("over a strait").battle).scenario == strait  # equal places have equal boards


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_line_of_the_reckoning_is_told(language: str) -> None:
    wording = JustinianWording(SCENARIO)
    with translation.override(language):
        lines = [wording.reckoning(row) for row in mustered(opened("several armies").battle).reckoning]
    assert all(lines) and not [line for line in lines if "%(" in line or "schiere_" in line]


# --- back to the campaign ---------------------------------------------------------------------------------


@pytest.fixture
def great() -> tuple[OpenBattle, Muster]:
    battle = opened("several armies").battle
    return battle, mustered(battle)


def test_lost_counters_of_a_kind_fell_in_proportion_to_those_who_had_them(great: Any) -> None:
    battle, muster = great
    number = armies(muster)["rome"]["units"]["archers"]
    report = fallen(muster, "carthage", battle, rome__archers__surrendered=number)
    lost = sum(report.losses.values())
    assert (report.winner, report.holds) == ("defender", "defender")
    assert lost == int(18 * number / 24 + 0.5) and set(report.losses) == {"army:illyricum", "army:italia"}


def test_who_is_routed_rallies_more_often_than_who_is_eliminated(great: Any) -> None:
    battle, muster = great
    lost = [
        sum(fallen(muster, "rome", battle, **{f"rome__heavy_cavalry__{why}": 4}).losses.values())
        for why in ("routed", "eliminated", "surrendered")
    ]
    assert lost == sorted(lost) and lost[0] < lost[-1]


def test_a_beaten_side_is_pursued_by_a_larger_one_and_nobody_left_is_all_lost() -> None:
    battle = opened("field armies, two to one").battle
    muster = mustered(battle)
    beaten = fallen(muster, "rome", battle).losses
    assert beaten == {"army:witigis": 5} and not fallen(muster, "carthage", battle).losses
    everybody = {f"carthage__{t}__routed": n for t, n in armies(muster)["carthage"]["units"].items()}
    assert fallen(muster, "rome", battle, **everybody).losses == {"army:witigis": 10}


def test_a_fallen_commander_in_chief_is_told(great: Any) -> None:
    battle, muster = great
    report = fallen(muster, "rome", battle, carthage__astute__eliminated=1, carthage__chief__left=1)
    assert report.fates == (("totila", "lost"),) and report.facts["defender"]["chief_lost"]
    assert not report.facts["attacker"]["chief_lost"]


def test_losses_typed_as_lost_units_are_reckoned_alike_and_told(great: Any) -> None:
    battle, muster = great
    report = BRIDGE.convert_losses(battle, muster, "attacker", {"army:illyricum": 2, "army:totila": 3})
    assert report.winner == "attacker" and report.losses["army:totila"] > 0
    with translation.override("en"):
        lines = JustinianWording(SCENARIO).reckoned_back(SHAPES.encode(report), SHAPES.encode(battle))
    assert "2 of 15 units were lost on the board; of a strength of 18" in lines[0]
    assert schiere_muster.report_lines({"losses": {}, "facts": {}}, SHAPES.encode(battle)) is None


def test_how_units_were_lost_is_what_they_cost(great: Any) -> None:
    battle, muster = great
    side, fell = "army:totila", {"army:totila": 6}
    lost = [
        BRIDGE.convert_losses(battle, muster, None, fell, {side: how}).losses.get(side, 0)
        for how in ({"routed": 6}, {"eliminated": 6}, {}, {"captured": 3, "eliminated": 3}, {"captured": 6})
    ]
    assert lost == sorted(lost) and lost[0] < lost[1] == lost[2] < lost[-1]
    for how in ({"captured": 7}, {"captured": -1}, {"asleep": 1}):
        with pytest.raises(InvalidAction):
            BRIDGE.convert_losses(battle, muster, None, fell, {side: how})


@pytest.mark.parametrize("lost", [{"army:illyricum": 99}, {"army:illyricum": -1}, {"army:nobody": 1}])
def test_wrong_totals_name_the_unit(great: Any, lost: dict[str, int]) -> None:
    with pytest.raises(InvalidAction, match="more_elements_than_fielded") as refused:
        BRIDGE.convert_losses(*great, "attacker", lost)
    assert refused.value.facts["unit"] in lost


def test_a_force_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="brings nobody"):
        mustered(an_attack(a_force("byzantium", a_unit(sp=0))))


# --- Italia -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "other", "seat"),
    [("romans", "celts", "rome"), ("carthaginians", "romans", "carthage"), ("celts", "romans", "carthage")],
)
def test_a_nation_plays_with_the_counters_that_fit_it(nation: str, other: str, seat: str) -> None:
    muster = italia_schiere.BRIDGE.muster(a_combat(nation, other), ITALIA.scenario("italia1"))
    assert muster.seats[seat] == "red"
    SCHIERE.open(muster.scenario, muster.options)


def test_hannibal_is_astute_and_his_brother_leads_a_wing() -> None:
    battle = a_combat("carthaginians", "romans", ground="highland")
    muster = italia_schiere.BRIDGE.muster(battle, ITALIA.scenario("italia1"))
    army = armies(muster)["carthage"]
    assert (army["chief"], army["wings"]) == ("astute", ["resolute"])
    with translation.override("en"):
        wording = ItaliaWording(ITALIA.scenario("italia1"))
        told = [wording.reckoning(row) for row in muster.reckoning]
    assert "Attacker: Hannibal Barkas commands (astute). Wing commanders: Mago (resolute)." in told
    assert "Highland: five heights between the armies." in told


@pytest.mark.parametrize(("gone", "fate"), [(1, "lost"), (9, "killed")])
def test_a_commander_dies_in_italia_where_the_army_is_beaten_badly(gone: int, fate: str) -> None:
    battle = a_combat("carthaginians", "romans")
    muster = italia_schiere.BRIDGE.muster(battle, ITALIA.scenario("italia1"))
    view = {"gone": {"carthage:punic_foot:eliminated": gone, "carthage:astute:eliminated": 1}}
    report = italia_schiere.BRIDGE.report(battle, muster, Outcome(won_by("rome"), "chief_lost"), view)
    assert report.fates == (("hannibal", fate),)


# --- secrecy ----------------------------------------------------------------------------------------------


def test_given_armies_are_no_secret_and_everything_else_is_kept() -> None:
    muster = mustered(opened("field armies, two to one").battle)
    kept = check_secrecy(SCHIERE, seed=1, scenario=dict(muster.scenario), options={"turns": "6"})
    assert kept.worlds > 50 and kept.steps > 50
