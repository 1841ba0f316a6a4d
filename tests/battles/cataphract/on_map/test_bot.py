"""The bot's decisions in single positions on the map: Shieldwalls, steps back, the Wedge, artillery."""

from __future__ import annotations

from typing import Any

import pytest

from battles.cataphract.bot.general import GENERAL
from battles.cataphract.rules.battle.marching import ShootAt
from battles.cataphract.rules.battle.melee.engaging import StepBack
from battles.cataphract.rules.battle.missiles.sheltering import Shelter
from battles.cataphract.rules.battle.ordering import EndOrders, OrderUnit
from battles.cataphract.rules.battle.ranks import CommandRank
from battles.cataphract.rules.battle.wedge.drive import DriveWedge
from engine.dice import Scripted
from tests.battles.cataphract.on_map.tables import MapTable


def _answer(table: MapTable) -> Any:
    """Return the bot's answer to the pending decision."""
    return GENERAL.act(table.rules, table.state, table.rules.pending(table.state)[0].seat, Scripted([]))


@pytest.mark.parametrize(("hits", "forms"), [(0, False), (3, True)])
def test_foot_forms_a_shieldwall_when_a_hit_would_cost_it_much(hits: int, forms: bool) -> None:
    """The wall adds two to a die against heavy foot (11.73), but the foot then neither moves nor shoots.
    Only foot that has taken hits therefore forms one.
    """
    table = MapTable({"a13": "1912E", "b8": "2112W"}, "berichus", {"berichus": "2212"}, battle="utus")
    table.state = table.state.but(units={**table.state.units, "a13": table.state.units["a13"].but(hits=hits)})
    table.do(OrderUnit("b8"))
    table.do(ShootAt("a13"))
    assert _answer(table) == Shelter(forms)


def test_an_engaged_unit_steps_back_from_a_bad_attack() -> None:
    """Light horse leaves heavy foot that it would have to attack (10.32)."""
    places, posts = {"b1": "2712W", "a1": "2612E"}, {"alamoundaras": "2912"}
    table = MapTable(places, "alamoundaras", posts, battle="callinicum", options={"engaged": "yes"})
    units = {u: table.state.units[u].but(engaged=True) for u in places}
    table.state = table.state.but(units={**table.state.units, **units})
    table.do(EndOrders())
    found = _answer(table)
    assert isinstance(found, StepBack) and found.unit == "b1"


def test_the_bot_commands_the_wedge_and_drives_it_at_the_enemy() -> None:
    """The bot gives the Line Command to the Wedge, and moves the point as near to the enemy as it can."""
    whole = MapTable(battle="casilinum")
    places = {u: f"{one.at}E" for u, one in whole.pos.board.places.items() if u.startswith("b")}
    table = MapTable(places | {"a9": "2914W"}, "buccelin", {"buccelin": "1814"}, battle="casilinum")
    assert _answer(table) == CommandRank("wedge|b1")
    table.do(CommandRank("wedge|b1"))
    found = _answer(table)
    assert isinstance(found, DriveWedge) and found.to.startswith("24")


def test_the_bots_artillery_shoots_first() -> None:
    table = MapTable({"a51": "1912E", "b8": "2212W"}, "arnegisclus", {"arnegisclus": "1813"}, battle="utus")
    assert _answer(table) == OrderUnit("a51")
    table.do(OrderUnit("a51"))
    assert _answer(table) == ShootAt("b8", moves=False)
