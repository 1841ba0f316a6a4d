"""Combats of Italia fought with DBA: counters become elements, and the result returns to the campaign."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.utils import translation

from battles.dba.rules.system import DBA
from campaigns.bridge import scale
from campaigns.bridge.italia_dba import BRIDGE
from campaigns.bridge.italia_lists import army_of, codes_of
from campaigns.italia.rules.combat.elsewhere import OpenField, ReportBattle, ResolveByDice
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.dice import Seeded
from engine.game import BattleReport, IllegalAction, InvalidAction, OpenBattle
from tests.campaigns.bridge.combats import RULES, SCENARIO, first_battle


@pytest.fixture(scope="module")
def waiting() -> Any:
    return first_battle()


def opened(state: Any) -> OpenBattle:
    found = RULES.opens(state)
    assert found is not None
    return found


def frame_of(state: Any) -> OpenField:
    top = state.stack[-1]
    assert isinstance(top, OpenField)
    return top


def reported(state: Any, report: BattleReport) -> Any:
    return RULES.apply(state, "gm", RULES.report(state, report), Seeded(b"bridge", "report", 0))


# --- into the battle --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_counter_of_every_nation_is_elements_of_its_list_in_every_round(name: str) -> None:
    scn = ITALIA.open(ITALIA.scenario(name), {}).setting.scn
    fielded = [
        codes_of(army_of(nation.id, round), unit, 5)
        for nation in scn.nations.values()
        for round in range(nation.first, nation.last + 1)
        for unit in nation.counters
        if scn.units[unit].land
    ]
    assert len(fielded) > 60 and {len(codes) for codes in fielded} == {5}


def test_a_nation_fields_the_list_of_its_time() -> None:
    romans = [army_of("romans", round).id for round in (1, 4, 5, 7, 8, 10)]
    assert romans == ["camillan_roman"] * 2 + ["polybian_roman"] * 2 + ["marian_roman"] * 2
    assert set(codes_of(army_of("romans", 5), "legion", 4)) <= {"4Bd", "3Bd"}
    assert set(codes_of(army_of("carthaginians", 6), "elephant", 2)) == {"El"}


def test_the_battle_can_be_opened_and_the_ratio_of_the_sides_is_kept(waiting: Any) -> None:
    battle = opened(waiting)
    muster = BRIDGE.muster(battle, SCENARIO)
    DBA.open(muster.scenario, muster.options)
    fielded = Counter(e["unit"].partition(":")[0] for e in _elements(muster))
    forces = {"attacker": battle.attacker, "defender": battle.defender}
    each = scale.factor(max(force.sp for force in forces.values()))
    assert fielded == {side: scale.elements_of(force.sp, each) for side, force in forces.items()}
    assert muster.seats == {"red": battle.attacker.seat, "blue": battle.defender.seat}
    assert sum(BRIDGE.elements(muster).values()) == sum(fielded.values())


def _elements(muster: Any) -> list[Any]:
    return [e for army in muster.scenario["armies"].values() for e in army["elements"] if e.get("unit")]


def test_highland_and_marsh_are_the_defenders_home_and_a_city_is_built_up(waiting: Any) -> None:
    battle = opened(waiting)
    for ground, home in (("highland", "hilly"), ("marsh", "forest")):
        meant = {**battle.ground, "ground": ground, "city": True}
        scenario = BRIDGE.muster(
            OpenBattle(battle.decision, battle.attacker, battle.defender, meant, "10.1"), SCENARIO
        ).scenario
        assert scenario["armies"]["blue"]["topography"] == home and scenario["ground"]["bua"] is True
        DBA.open(scenario, {})


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_line_of_the_reckoning_is_told(waiting: Any, language: str) -> None:
    wording = ItaliaWording(SCENARIO)
    with translation.override(language):
        told = [wording.reckoning(line) for line in BRIDGE.muster(opened(waiting), SCENARIO).reckoning]
    assert all(told) and not [text for text in told if "%(" in text]


def test_chances_of_its_own_sum_to_one(waiting: Any) -> None:
    chances = BRIDGE.own_chances(opened(waiting))
    assert abs(chances.attacker + chances.tie + chances.defender - 1) < 1e-6


# --- back to the campaign ---------------------------------------------------------------------------------


def test_10_5_the_rest_of_the_beaten_side_leaves_by_the_campaigns_rules(waiting: Any) -> None:
    frame = frame_of(waiting)
    after = reported(waiting, BattleReport("attacker", {})).state
    for _ in range(20):  # use the default if a flight needs a decision
        asked = RULES.pending(after)[0]
        if asked.kind != "flight":
            break
        after = RULES.apply(after, asked.seat, asked.default, Seeded(b"bridge", "flight", 0)).state
    pos = RULES.position(after)
    assert pos.troops(frame.area, frame.defender) == 0 < pos.troops(frame.area, frame.attacker)


def test_losses_and_fallen_leaders_come_back(waiting: Any) -> None:
    battle, frame = opened(waiting), frame_of(waiting)
    unit = battle.defender.units[0]
    step = reported(waiting, BattleReport("attacker", {unit.id: 1}))
    lost = [e for e in step.events if type(e).__name__ == "UnitsLost" and e.nation == frame.defender]
    assert lost and lost[0].units == {unit.kind: 1}


def test_without_a_winner_the_attacker_gives_way(waiting: Any) -> None:
    step = reported(waiting, BattleReport(None, {}))
    told = [e for e in step.events if type(e).__name__ == "BattleReported"]
    assert told[0].winner == "tie"


def test_a_report_that_cannot_be_is_refused(waiting: Any) -> None:
    battle = opened(waiting)
    unit = battle.attacker.units[0]
    for report in (
        BattleReport("attacker", {unit.id: unit.sp + 1}),
        BattleReport("attacker", {"attacker:dragon": 1}),
        BattleReport("attacker", {}, fates=(("hannibal", "killed"),)),
        BattleReport("attacker", {u.id: u.sp for u in battle.attacker.units}),
    ):
        with pytest.raises(InvalidAction):
            RULES.report(waiting, report)
    with pytest.raises(IllegalAction):
        RULES.apply(waiting, "gm", ReportBattle("somebody", {}), Seeded(b"bridge", "x", 0))


def test_the_games_own_dice_resolve_it_after_all(waiting: Any) -> None:
    step = RULES.apply(waiting, "gm", ResolveByDice(), Seeded(b"bridge", "dice", 0))
    assert RULES.opens(step.state) is None


def test_smaller_battles_are_left_to_the_campaign(waiting: Any) -> None:
    battle = opened(waiting)
    assert BRIDGE.size(battle) == 2 * min(battle.attacker.sp, battle.defender.sp)


def test_without_the_option_no_battle_waits() -> None:
    usual = ITALIA.open(SCENARIO, {})
    assert usual.setting.options.battles == "dice"


def test_a_battle_fought_by_the_programs_comes_back_whole(waiting: Any) -> None:
    battle = opened(waiting)
    muster = BRIDGE.muster(battle, SCENARIO)
    rules = DBA.open(muster.scenario, muster.options)
    state = rules.setup(Seeded(b"fought", "setup", 0)).state
    number = 0
    while rules.outcome(state) is None and number < 3000:
        decision = rules.pending(state)[0]
        dice = Seeded(b"fought", "step", number)
        action = rules.bot(state, decision.seat, dice)
        state = rules.apply(state, decision.seat, action, dice).state
        number += 1
    outcome = rules.outcome(state)
    assert outcome is not None
    reported(waiting, BRIDGE.report(battle, muster, outcome, rules.view(state, None)))
