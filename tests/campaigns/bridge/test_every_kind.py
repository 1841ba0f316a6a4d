"""Every kind of battle is converted to DBA, fought, and reported to the campaign. No unit is invented, the
right side wins, and the campaign continues.
"""

from collections import Counter

import pytest

from campaigns.bridge import by_table
from campaigns.bridge.justinian_dba import BRIDGE
from campaigns.justinian.rules.state.state import State
from engine.dice import Seeded
from engine.game import GM
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, fought, losses, opened
from tests.campaigns.justinian.players import ledger, sp_by_power

SEEDS = range(3)


def elements(muster, seat):
    return [e for e in muster.scenario["armies"][seat]["elements"] if e.get("unit")]


@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_take_the_field(kind):
    campaign = opened(kind)
    muster = BRIDGE.muster(campaign.battle, SCENARIO)
    for force, seat in ((campaign.battle.attacker, "red"), (campaign.battle.defender, "blue")):
        units = {unit.id for unit in force.units}
        fielded = elements(muster, seat)
        assert fielded and {e["unit"] for e in fielded} <= units
        assert sum(bool(e.get("general")) for e in fielded) == 1
    told = {line["unit"]: line["sp"] for line in muster.reckoning if line["code"] == "unit"}
    assert told == {u.id: u.sp for f in (campaign.battle.attacker, campaign.battle.defender) for u in f.units}


@pytest.mark.parametrize("kind", KINDS)
def test_the_players_are_told_the_exact_chances_of_the_campaigns_table(kind):
    campaign = opened(kind)
    told = by_table.chances(campaign.battle)
    exact = campaign.chances
    assert told["wins"] == {
        "attacker": 100 * exact.attacker_wins,
        "tie": 100 * exact.tie,
        "defender": 100 * exact.defender_wins,
    }
    lost = (
        exact.mean_attacker / campaign.battle.attacker.sp,
        exact.mean_defender / campaign.battle.defender.sp,
    )
    assert tuple(told["loses"].values()) == tuple(round(100 * share) for share in lost)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_it_comes_back_and_the_campaign_goes_on(kind, seed):
    campaign = opened(kind)
    result = fought(campaign, seed)
    present = {u.id: u.sp for f in (campaign.battle.attacker, campaign.battle.defender) for u in f.units}
    assert all(0 < sp <= present[unit] for unit, sp in result.report.losses.items())
    rules, before = campaign.rules, campaign.state
    action = rules.report(before, result.report)
    step = rules.apply(before, GM, action, Seeded(b"after", kind, seed))
    happened = list(step.events)
    state: State = step.state
    for number in range(12):  # retreats, checks, the rest of the march
        if rules.outcome(state) is not None:
            break
        (decision,) = rules.pending(state)
        step = rules.apply(state, decision.seat, decision.default, Seeded(b"on", f"{kind}{seed}", number))
        state, happened = step.state, [*happened, *step.events]
    change = Counter(sp_by_power(state))
    change.subtract(sp_by_power(before))
    booked = ledger(tuple(happened))
    assert {p: n for p, n in change.items() if n} == {p: n for p, n in booked.items() if n}
    told = next(e for e in happened if type(e).__name__ == "BattleFought")
    assert (told.attacker_loses, told.defender_loses) == losses(campaign.battle, result.report)
    assert told.winner == _winner(campaign.battle, result.report)


def _winner(battle, report):
    """Return DBA's winner, unless one side has no units left (ruling G6)."""
    lost, there = losses(battle, report), (battle.attacker.sp, battle.defender.sp)
    gone = tuple(a == b for a, b in zip(lost, there, strict=True))
    if gone == (True, True):
        return "nobody"
    return "defender" if gone[0] else "attacker" if gone[1] else report.winner or "tie"


@pytest.mark.parametrize("seed", range(6))
def test_the_beaten_are_defeated_and_leave_the_province(seed):
    """The side that loses in the campaign retreats, even if it won the battle of DBA (8.21)."""
    campaign = opened("field armies, even")
    result = fought(campaign, seed)
    rules = campaign.rules
    action = rules.report(campaign.state, result.report)
    state = rules.apply(campaign.state, GM, action, Seeded(b"a", "a", seed)).state
    for _ in range(3):
        (decision,) = rules.pending(state)
        if decision.kind != "withdraw":
            break
        state = rules.apply(state, decision.seat, decision.default, Seeded(b"b", "b", seed)).state
    loser, winner = (
        ("witigis", "illyricum") if result.report.winner == "attacker" else ("illyricum", "witigis")
    )
    assert state.armies[loser].defeated and not state.armies[winner].defeated
    assert state.armies[winner].at == "praevalitana"


# --- each kind of battle on the table ---


def ground(kind):
    return BRIDGE.muster(opened(kind).battle, SCENARIO).scenario["ground"]


@pytest.mark.parametrize("kind", KINDS)
def test_strait_and_landing_only_where_the_campaign_has_them(kind):
    found = ground(kind)
    assert found["strait"] == (kind == "over a strait")
    assert found["landing"] == (kind == "a landing")


def test_the_fort_has_a_garrison_and_the_city_denizens():
    assert ground("frontier troops, fort")["bua_garrison"] and not ground("frontier troops, fort")["denizens"]
    assert ground("a field army in a city")["denizens"] and ground("a field army in a city")["bua"]
    assert not ground("frontier troops in the open")["bua"]


def test_allies_and_the_second_power_bring_their_own_troops():
    for kind, side, powers in (
        ("allies in one army", "red", {"byzantium", "lombards", "kotrigur_huns"}),
        ("combined operation", "red", {"ostrogoths", "franks"}),
        ("everything in the province", "blue", {"ostrogoths", "franks"}),
    ):
        campaign = opened(kind)
        muster = BRIDGE.muster(campaign.battle, SCENARIO)
        force = campaign.battle.attacker if side == "red" else campaign.battle.defender
        power_of = {unit.id: unit.power for unit in force.units}
        assert {power_of[e["unit"]] for e in elements(muster, side)} == powers


def test_an_attack_on_one_army_leaves_the_others_out():
    units = {unit.id for unit in opened("one army of several").battle.defender.units}
    assert units == {"army:witigis"}


def test_who_intercepts_attacks():
    battle = opened("an interception").battle
    assert (battle.attacker.seat, battle.ground["interception"]) == ("byzantium", True)


def test_the_levy_has_poorer_troops_and_an_officer():
    muster = BRIDGE.muster(opened("the Lazi levy").battle, SCENARIO)
    assert {e["unit"] for e in elements(muster, "blue")} == {"levy"}
    general = next(
        line for line in muster.reckoning if line["code"] == "general" and line["side"] == "defender"
    )
    assert general["leader"] is None


@pytest.mark.parametrize(
    ("kind", "red", "blue"),
    [
        ("field armies, even", 1, 0),  # Byzantines against Goths
        ("a great leader (battle 2)", 2, 0),
        ("a disorganised and defeated army", 2, 0),
        ("combined operation", 0, 1),  # Totila 1, Goths attacking -1, Belisarius 2
        ("box to box", 0, 0),
        ("over a strait", 0, 1),  # Byzantines +1, crossing -2
        ("a landing", 0, 1),
    ],
)
def test_the_better_led_have_more_pips(kind, red, blue):
    armies = BRIDGE.muster(opened(kind).battle, SCENARIO).scenario["armies"]
    assert (armies["red"]["command"], armies["blue"]["command"]) == (red, blue)
