"""Battles of Justinian fought with *Cataphract*: forces become armies on an open field, and lost units cost
strength.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.system import CATAPHRACT
from battles.cataphract.wording import CataphractWording
from campaigns.bridge.cataphract import armies, justinian, justinian_sheet, levels
from campaigns.bridge.scale import round_half_up
from campaigns.justinian.wording import JustinianWording
from engine.bots import ask_own_bot, positions
from engine.dice import Seeded
from engine.game import InvalidAction, Muster, OpenBattle, Outcome, won_by
from tests.campaigns.bridge.forces import a_force, a_unit, an_attack
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, fought, opened
from tests.found import some

BRIDGE = justinian.BRIDGE
SHEET = justinian_sheet.BRIDGE
POWERS = sorted(armies.data()["power"])


def mustered(battle: OpenBattle, bridge: Any = BRIDGE) -> Muster:
    return bridge.muster(battle, SCENARIO)


def row(muster: Muster, code: str, side: str = "") -> Any:
    return next(one for one in muster.reckoning if one["code"] == code and side in ("", one.get("side")))


def first_view(muster: Muster) -> dict[str, Any]:
    """Return the battle after the set-up, as observers see it."""
    rules = CATAPHRACT.open(muster.scenario, muster.options)
    view = rules.view(rules.setup(Seeded(b"bridge", "setup", 0)).state, None)
    return json.loads(json.dumps(view))


def after(muster: Muster, seat: str, *, gone: int = 0, routed: int = 0) -> dict[str, Any]:
    """Return the view after a side's first ``gone`` units were eliminated and the next ``routed`` routed."""
    view = first_view(muster)
    units = list(view["sides"][seat]["units"].values())
    for unit in units[:gone]:
        unit["where"] = "eliminated"
    for unit in units[gone : gone + routed]:
        unit["routed"] = True
    return view


def battle_report(battle: OpenBattle, muster: Muster, winner: str, view: Any) -> Any:
    return BRIDGE.report(battle, muster, Outcome(won_by(winner or None), "withdrawal"), view)


# --- into the battle --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_battle_opens_on_the_map_and_on_the_sheet(kind: str) -> None:
    battle = opened(kind).battle
    for bridge in (BRIDGE, SHEET):
        muster = mustered(battle, bridge)
        rules: Any = CATAPHRACT.open(muster.scenario, muster.options)
        assert rules.pending(rules.setup(Seeded(b"bridge", "setup", 0)).state)
        assert muster.seats == {"first": battle.attacker.seat, "second": battle.defender.seat}
        for side in ("attacker", "defender"):
            army = rules.setting.roster.sides[armies.SEATS[side]]
            assert army.level == row(muster, "cataphract_side", side)["level"]
        fielded = sum(BRIDGE.elements(muster).values())
        assert fielded == len(rules.setting.roster.counters)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(POWERS), st.integers(1, 40), st.booleans()), min_size=2, max_size=5)
)
def test_whatever_powers_meet_both_armies_fit_the_field(rows: list[tuple[str, int, bool]]) -> None:
    units = [
        a_unit(f"army:{n}", power, sp, "field" if field else "frontier", leader=None)
        for n, (power, sp, field) in enumerate(rows)
    ]
    battle = an_attack(a_force("byzantium", *units[1:]), a_force("barbarian", units[0]))
    muster = mustered(battle)
    CATAPHRACT.open(muster.scenario, muster.options)  # refuses two units in one hex
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        rows_of = [
            one for one in muster.reckoning if one["code"] == "cataphract_unit" and one["side"] == side
        ]
        assert [one["unit"] for one in rows_of] == [unit.id for unit in force.units]
        named = Counter(id for one in rows_of for id in one["counters"])
        there = {one["id"] for one in muster.scenario["armies"]["sides"][armies.SEATS[side]]["units"]}
        assert set(named) == there and set(named.values()) == {1}
        rule = armies.data()["size"]
        assert rule["least"] <= len(there) <= rule["most"]


def test_rout_points_of_both_sides_are_as_their_strengths() -> None:
    for kind, (mine, theirs) in {
        "field armies, even": (12, 12),
        "field armies, two to one": (20, 10),
        "a field army in a city": (16, 12),
    }.items():
        muster = mustered(opened(kind).battle)
        found = [row(muster, "cataphract_side", side)["points"] for side in ("attacker", "defender")]
        assert abs(found[0] / found[1] - mine / theirs) < 0.15


CALM = {"attacker": False, "defender": False}


def test_who_should_win_more_often_withdraws_later() -> None:
    even = {"attacker": 70, "defender": 70}
    found = [levels.choose_shares(Fraction(n, 20), even, CALM) for n in range(21)]
    assert [one["attacker"] for one in found] == sorted(one["attacker"] for one in found)
    assert [one["defender"] for one in found] == sorted((one["defender"] for one in found), reverse=True)
    rule = armies.data()["level"]
    assert all(rule["least"] <= share <= rule["most"] for one in found for share in one.values())


def test_the_levels_make_up_for_numbers_and_for_discipline() -> None:
    half = Fraction(1, 2)
    larger = levels.choose_shares(half, {"attacker": 90, "defender": 60}, CALM)
    equal = levels.choose_shares(half, {"attacker": 60, "defender": 60}, CALM)
    wild = levels.choose_shares(half, {"attacker": 60, "defender": 60}, {**CALM, "defender": True})
    assert larger["attacker"] < equal["attacker"] and wild["attacker"] < equal["attacker"]


def test_a_side_that_is_sure_to_win_is_not_held_back() -> None:
    crushing = {"attacker": 70, "defender": 15}
    found = levels.choose_shares(Fraction(1), crushing, CALM)
    assert found["attacker"] == found["defender"]


def test_leaders_are_the_campaigns_by_name_and_the_better_led_have_more_initiative() -> None:
    muster = mustered(opened("a great leader (battle 2)").battle)
    sides = muster.scenario["armies"]["sides"]
    assert [sides[seat]["leaders"][0]["name"] for seat in SEATS] == ["Belisarius", "Witigis"]
    assert [sides[seat]["leaders"][0]["initiative"] for seat in SEATS] == [6, 4]
    assert [one["rank"] for one in sides["first"]["leaders"]] == ["OC", "SC"]
    several = mustered(opened("several armies").battle).scenario["armies"]["sides"]
    names = {one["name"] for seat in SEATS for one in several[seat]["leaders"]}
    assert {"Belisarius", "Bessas", "Totila", "Teias"} <= names


def test_goths_are_without_discipline_and_byzantines_are_not() -> None:
    sides = mustered(opened("field armies, even").battle).scenario["armies"]["sides"]
    assert [sides[seat]["undisciplined"] for seat in SEATS] == [False, True]


def test_a_force_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="brings nobody"):
        mustered(an_attack(a_force("byzantium", a_unit(sp=0))))


@pytest.mark.parametrize(
    ("language", "named"), [("en", ["Byzantines", "Ostrogoths"]), ("it", ["Bizantini", "Ostrogoti"])]
)
def test_a_side_is_called_by_the_people_that_bring_most(language: str, named: list[str]) -> None:
    muster = mustered(opened("field armies, even").battle)
    rules = CATAPHRACT.open(muster.scenario, muster.options)
    with translation.override(language):
        wording = CataphractWording(muster.scenario)
        assert [wording.seat(info) for info in rules.seats] == named


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_line_of_the_calculation_is_told(language: str) -> None:
    with translation.override(language):
        words = JustinianWording(SCENARIO)
        lines = [words.reckoning(line) for line in mustered(opened("several armies").battle).reckoning]
    assert all(some(lines)) and not [line for line in lines if "%(" in line or "cataphract_" in line]
    assert any(("open ground of ours" if language == "en" else "nostro terreno") in line for line in lines)


def test_what_no_source_gives_is_marked_as_ours() -> None:
    muster = mustered(opened("field armies, even").battle)
    assert ["Set-up, withdrawal levels and leaders", "design"] in muster.scenario["armies"]["marks"]


def test_both_sides_and_observers_see_the_same_battle() -> None:
    """Nothing in the battle is hidden, so that nothing of the campaign can be hidden in it either."""
    muster = mustered(opened("several armies").battle)
    rules: Any = CATAPHRACT.open(muster.scenario, muster.options)
    state = rules.setup(Seeded(b"bridge", "setup", 0)).state
    assert rules.hides_nothing
    assert rules.view(state, "first") == rules.view(state, "second") == rules.view(state, None)


# --- back to the campaign ---------------------------------------------------------------------------------


@pytest.fixture
def even() -> tuple[OpenBattle, Muster]:
    battle = opened("field armies, even").battle
    return battle, mustered(battle)


def test_units_that_stand_cost_nothing(even: tuple[OpenBattle, Muster]) -> None:
    battle, muster = even
    report = battle_report(battle, muster, "first", first_view(muster))
    assert report.winner == report.holds == "attacker" and not report.losses


def test_eliminated_units_cost_more_than_routed_ones(even: tuple[OpenBattle, Muster]) -> None:
    battle, muster = even
    (unit,) = battle.defender.units
    many = BRIDGE.elements(muster)[unit.id]
    lost = {
        name: battle_report(battle, muster, "first", after(muster, "second", **{name: many // 2})).losses[
            unit.id
        ]
        for name in ("gone", "routed")
    }
    weights = armies.data()["losses"]["justinian"]
    assert lost["gone"] == round(unit.sp * (many // 2) / many * weights["eliminated"] / 100)
    assert lost["gone"] > lost["routed"] > 0


def test_most_men_of_a_side_whose_units_were_all_eliminated_rally(even: tuple[OpenBattle, Muster]) -> None:
    battle, muster = even
    report = battle_report(battle, muster, "first", after(muster, "second", gone=99))
    share = Fraction(armies.data()["losses"]["justinian"]["eliminated"], 100)
    assert report.losses == {unit.id: round_half_up(unit.sp * share) for unit in battle.defender.units}


def test_pursuit_of_a_smaller_army_adds_to_its_losses() -> None:
    battle = opened("field armies, two to one").battle
    muster = mustered(battle)
    beaten = battle_report(battle, muster, "first", after(muster, "second", gone=2))
    drawn = battle_report(battle, muster, "", after(muster, "second", gone=2))
    assert sum(beaten.losses.values()) > sum(drawn.losses.values())
    assert beaten.facts["defender"]["pursued"] == 45 and "pursued" not in drawn.facts["defender"]


def test_a_leader_who_falls_is_told_and_stays_with_the_army(even: tuple[OpenBattle, Muster]) -> None:
    battle, muster = even
    view = first_view(muster)
    next(iter(view["sides"]["second"]["leaders"].values()))["status"] = "dead"
    report = battle_report(battle, muster, "first", view)
    assert report.fates == (("witigis", "lost"),) and not BRIDGE.fallen_leaders(muster)


SIZES = st.integers(0, 30)


@settings(max_examples=60, deadline=None)
@given(SIZES, SIZES, SIZES, SIZES, st.sampled_from(["first", "second", ""]))
def test_losses_never_exceed_what_was_brought(a: int, b: int, c: int, d: int, winner: str) -> None:
    battle = opened_several()
    muster = mustered(battle)
    view = after(muster, "first", gone=a, routed=b)
    other = after(muster, "second", gone=c, routed=d)
    view["sides"]["second"] = other["sides"]["second"]
    report = battle_report(battle, muster, winner, view)
    brought = {unit.id: unit.sp for side in (battle.attacker, battle.defender) for unit in side.units}
    assert set(report.losses) <= set(brought)
    assert all(0 < lost <= brought[unit] for unit, lost in report.losses.items())


_SEVERAL: list[OpenBattle] = []


def opened_several() -> OpenBattle:
    if not _SEVERAL:
        _SEVERAL.append(opened("several armies").battle)
    return _SEVERAL[0]


@pytest.mark.parametrize("bridge", [BRIDGE, SHEET], ids=["map", "sheet"])
def test_a_battle_beside_the_box_costs_what_it_would_cost_here(bridge: Any) -> None:
    battle = opened("field armies, even").battle
    muster = mustered(battle, bridge)
    (unit,) = battle.defender.units
    here = bridge.report(
        battle, muster, Outcome(won_by("first"), "withdrawal"), after(muster, "second", gone=4, routed=2)
    )
    typed = bridge.convert_losses(
        battle, muster, "attacker", {unit.id: 6}, {unit.id: {"eliminated": 4, "routed": 2}}
    )
    assert typed.losses == here.losses and typed.winner == "attacker"


@pytest.mark.parametrize(
    ("fell", "how", "code"),
    [
        (99, {}, "more_elements_than_fielded"),
        (2, {"eliminated": 2, "routed": 1}, "more_elements_than_fielded"),
        (2, {"drowned": 2}, "unknown_option"),
        (2, {"routed": -1}, "unknown_option"),
    ],
)
def test_impossible_reports_are_refused(
    fell: int, how: Any, code: str, even: tuple[OpenBattle, Muster]
) -> None:
    battle, muster = even
    unit = battle.defender.units[0].id
    with pytest.raises(InvalidAction) as refused:
        BRIDGE.convert_losses(battle, muster, "attacker", {unit: fell}, {unit: how})
    assert refused.value.code == code


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_says_what_each_side_lost(language: str, even: tuple[OpenBattle, Muster]) -> None:
    battle, muster = even
    report = battle_report(battle, muster, "first", after(muster, "second", gone=5, routed=1))
    said = {"losses": report.losses, "facts": report.facts}
    forces = {
        side: {"units": [{"id": unit.id, "sp": unit.sp} for unit in force.units]}
        for side, force in (("attacker", battle.attacker), ("defender", battle.defender))
    }
    with translation.override(language):
        lines = JustinianWording(SCENARIO).reckoned_back(said, forces)
    assert len(lines) == 2 and ("eliminated" if language == "en" else "eliminate") in lines[1]
    assert not [line for line in lines if "%(" in line]


def test_bots_fight_a_battle_and_its_report_is_one_the_campaign_takes() -> None:
    campaign = opened("small forces")
    muster = mustered(campaign.battle)
    rules: Any = CATAPHRACT.open(muster.scenario, muster.options)
    *_, state = positions(rules, dict.fromkeys(SEATS, ask_own_bot), "bridge")
    outcome = rules.outcome(state)
    assert outcome is not None
    report = BRIDGE.report(campaign.battle, muster, outcome, rules.view(state, None))
    action = campaign.rules.report(campaign.state, report)
    after_it = campaign.rules.apply(campaign.state, "gm", action, Seeded(b"a", "a", 0)).state
    assert campaign.rules.opens(after_it) is None


def test_a_unit_whose_ways_all_lead_round_among_friends_is_trapped() -> None:
    """This battle once ended in an error, because a fleeing unit had no hex in which its flight could end."""
    campaign = opened("combined operation")
    assert fought(campaign, 1, bridge=BRIDGE).report.winner


def test_the_sheet_has_the_armies_of_the_map() -> None:
    battle = opened("field armies, even").battle
    assert mustered(battle, SHEET).scenario == mustered(battle).scenario["armies"]
    assert replace(mustered(battle, SHEET), scenario={}, options={}) == replace(
        mustered(battle), scenario={}, options={}
    )
