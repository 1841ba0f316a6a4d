"""Special rules of single battles on the map (L3400, L3561, L3565)."""

from __future__ import annotations

from battles.cataphract.rules.battle.marching import ShootAt
from battles.cataphract.rules.battle.ordering import OrderUnit
from battles.cataphract.rules.battle.position import name_of
from battles.cataphract.rules.battle.wedge.drive import DriveWedge, flat
from battles.cataphract.rules.sheet.command.activation import elite_leaders
from battles.cataphract.rules.sheet.command.uncontrolled_advance import ActivateLine
from battles.cataphract.rules.sheet.play.state import DEAD, ELIMINATED, FINISHED, Loose
from engine.dice import Scripted
from tests.battles.cataphract.on_map.tables import MapTable


def _of(table: MapTable, contingent: str) -> list[str]:
    return [id for id, one in table.rules.setting.base.items() if one.contingent == contingent]


def test_gothic_archers_wait_for_shock_or_for_a_shot_at_one_of_them() -> None:
    whole = MapTable(battle="taginae")
    archers, horse = _of(whole, "goth_li")[:2], _of(whole, "thracian")[0]
    places = {archers[0]: "5010W", archers[1]: "5012W", horse: "4710E"}
    table = MapTable(places, "totila", {"totila": "5011"}, battle="taginae")
    table.do(OrderUnit(archers[0]))  # they may shoot
    assert table.offered("march", "to") == []
    table = MapTable(places, "narses", {"narses": "4710"}, battle="taginae")
    table.do(OrderUnit(horse))
    table.do(ShootAt(archers[0]), 8)
    assert table.pos.board.loosed and not table.pos.is_frozen(archers[1])


def test_an_uncontrolled_gothic_line_runs_at_the_main_battle_line() -> None:
    whole = MapTable(battle="taginae")
    goth, near, main = _of(whole, "goth_hc")[0], _of(whole, "thracian")[0], _of(whole, "thracian")[1]
    table = MapTable({goth: "4610W", near: "4410E", main: "3810E"}, battle="taginae")
    assert table.pos.distance_to_enemy(goth) == 2
    assert table.pos.line_target_distance(goth) == 8
    table = MapTable({goth: "4610W", near: "4410E"}, battle="taginae")
    assert table.pos.line_target_distance(goth) == 2


def test_reluctant_foederati_enter_no_vandal_zone_until_the_vandals_are_losing() -> None:
    """The Huns (a12) may enter a Vandal zone only once the Vandals have twice as many rout points as the
    Byzantines (L3400).
    """
    places = {"a12": "5210W", "b3": "5010E"}
    table = MapTable(places, "sunicas", {"sunicas": "5210"})
    zone = {name_of(at) for at in table.pos.battlefield.zone(table.pos.piece("b3"))}
    table.do(OrderUnit("a12"))
    assert not {at[:4] for at in table.offered("march", "to")} & zone
    table = MapTable(places, "sunicas", {"sunicas": "5210"})
    table.mark("b4", where=ELIMINATED)
    table.do(OrderUnit("a12"))
    assert {at[:4] for at in table.offered("march", "to")} & zone


def test_reluctant_foederati_may_turn_in_a_zone_that_has_come_to_them() -> None:
    """The Vandal b3 has moved behind the Huns, who are therefore in its zone already. A turn in this zone
    does not enter it, so the Huns may turn (L3400, 7.25).
    """
    table = MapTable({"a12": "5210E", "b3": "5110E"}, "sunicas", {"sunicas": "5412"})
    assert table.pos.battlefield.holders("first", table.pos.piece("a12").at)
    table.do(OrderUnit("a12"))
    assert "5210" in {at[:4] for at in table.offered("march", "to")}


def test_paullus_takes_over_from_aetius_without_an_elite_phase() -> None:
    """Aetius's death costs rout points, and nobody is elite afterwards (L2893)."""
    table = MapTable(battle="catalaunian")
    play = table.rules.work(table.state, Scripted([]))
    play.harm("aetius", "killed")
    pos, now = play.pos, play.state.leaders["aetius"]
    assert now.status == FINISHED and now.replaced
    assert pos.rout_points("first") == 30
    assert pos.overall_commander("first") == "aetius"
    assert pos.rating("aetius", "initiative") == 3
    assert not any(pos.chief(one).seat == "first" for one in elite_leaders(pos))
    play.harm("aetius", "killed")
    assert play.state.leaders["aetius"].status == DEAD
    assert play.pos.rout_points("first") == 45


def test_the_wedge_drives_on_in_an_uncontrolled_advance() -> None:
    """The point of the Wedge moves its full allowance, and none of its units moves alone (11.31, L3691)."""
    table = MapTable(battle="casilinum")
    line = Loose(1, "second", tuple(flat(table.pos.wedge)), 1)
    table.state = table.state.but(lines=(line,), phase=None)
    table.do(ActivateLine(1))
    assert {"drive_wedge"} == {one.kind for one in table.rules.choices(table.state, "second")} - {
        "order_unit"
    }
    table.do(DriveWedge("2414"))
    assert name_of(table.pos.piece("b1").at) == "2414"
    assert len(flat(table.pos.wedge)) == 21
