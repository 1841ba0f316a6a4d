"""Pursuit in the battles of every bridge: announced before the battle, calculated after it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from campaigns.bridge import italia_dba, italia_schiere, justinian_dba, justinian_schiere, pursuit
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from campaigns.justinian.wording import JustinianWording
from engine.game import Bridge, Facts, OpenBattle
from tests.campaigns.bridge.forces import SCENARIO, a_combat, a_force, a_unit, an_attack

BRIDGES = [justinian_dba.BRIDGE, justinian_schiere.BRIDGE, italia_dba.BRIDGE, italia_schiere.BRIDGE]
each_bridge = pytest.mark.parametrize("bridge", BRIDGES, ids=lambda one: f"{one.campaign}-{one.battle}")


def three_to_one(bridge: Bridge) -> tuple[OpenBattle, Facts]:
    """Return a battle whose attacker is three times as strong, with its scenario."""
    if bridge.campaign == "italia":
        battle = a_combat("romans", "celts")
        weaker = replace(battle.defender, units=(replace(battle.defender.units[0], sp=3),))
        return replace(battle, defender=weaker), ITALIA.scenario("italia1")
    weak = a_force("barbarian", a_unit("army:witigis", "ostrogoths", 6))
    return an_attack(a_force("byzantium", a_unit(sp=18)), weak), SCENARIO


@each_bridge
def test_a_beaten_army_loses_more_than_fell_and_less_or_as_much_as_it_has(bridge: Any) -> None:
    battle, scenario = three_to_one(bridge)
    muster = bridge.muster(battle, scenario)
    weaker = battle.defender.units[0]
    lost = bridge.convert_losses(battle, muster, "attacker", {weaker.id: 1}).losses[weaker.id]
    bare = replace(muster, reckoning=tuple(r for r in muster.reckoning if r["code"] != pursuit.CODE))
    assert (
        bridge.convert_losses(battle, bare, "attacker", {weaker.id: 1}).losses.get(weaker.id, 0)
        < lost
        <= weaker.sp
    )


@each_bridge
def test_a_drawn_battle_is_followed_by_no_pursuit(bridge: Any) -> None:
    battle, scenario = three_to_one(bridge)
    muster = bridge.muster(battle, scenario)
    assert pursuit.share(battle, muster, None, "defender") == 0
    assert pursuit.share(battle, muster, "defender", "attacker") == 0
    assert pursuit.share(battle, muster, "attacker", "defender") > Fraction(1, 2)


@each_bridge
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_battles_page_says_what_pursuit_would_take(bridge: Any, language: str) -> None:
    battle, scenario = three_to_one(bridge)
    each = pursuit.percent(bridge.campaign, bridge.battle)
    wording: Any = ItaliaWording(scenario) if bridge.campaign == "italia" else JustinianWording(scenario)
    with translation.override(language):
        (said,) = [
            wording.reckoning(row)
            for row in bridge.muster(battle, scenario).reckoning
            if row["code"] == pursuit.CODE
        ]
    assert f"{each}%" in said and f"{min(100, 2 * each)}%" in said


def test_schiere_told_its_pursuit_with_the_rest_at_first() -> None:
    """Battles begun under older rules use the share of losses in pursuit that was announced to their players
    then.
    """
    battle, scenario = three_to_one(justinian_schiere.BRIDGE)
    muster = justinian_schiere.BRIDGE.muster(battle, scenario)
    told = tuple(
        {**row, "pursuit": 20} if row["code"] == "schiere_back" else row
        for row in muster.reckoning
        if row["code"] != pursuit.CODE
    )
    assert pursuit.share(battle, replace(muster, reckoning=told), "attacker", "defender") == Fraction(2, 5)
