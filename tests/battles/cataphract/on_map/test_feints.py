"""Feigned retreats and harassment on the map (6.7, 8.3)."""

from __future__ import annotations

from typing import Any

from battles.cataphract.rules.battle.marching import March
from battles.cataphract.rules.battle.missiles.harassing import Harass, Rush
from battles.cataphract.rules.battle.missiles.sheltering import Shelter
from battles.cataphract.rules.battle.ordering import OrderUnit
from battles.cataphract.rules.battle.reacting import React
from battles.cataphract.rules.sheet.clashing.feigning import FaceTurned, RetreatFeigned, Strike
from battles.cataphract.rules.sheet.clashing.segment import NextStep
from battles.cataphract.rules.sheet.play.play import HitsTaken
from battles.cataphract.rules.sheet.shooting.fire import ImpetuosityRolled, ShotFired
from battles.cataphract.rules.sheet.units.checking import QualityChecked
from tests.battles.cataphract.on_map.tables import MapTable

# Tricameron: a12 Massagetae Huns (LC, TQ 8, bow C, MA 9); b1 Vandal HC
# Callinicum: a1 Isaurians (MI, TQ 5, javelins); a5 Thracians (HC, bow C); b1 Saracens (LC, bow B)
FIVE = {"pursuit": "5"}


def _approached(options: dict[str, str] = FIVE, **more: str) -> MapTable:
    """Return a battle in which b1 has moved to within two hexes of the Huns."""
    places = {"b1": "5010E", "a12": "5310W", **more}
    table = MapTable(places, "gelimer", {"gelimer": "5010"}, options=options)
    table.do(OrderUnit("b1"))
    table.do(March("5110E"))
    return table


def _feints(table: MapTable) -> set[str]:
    return {one.split("|")[2][:4] for one in table.offered("react", "reactions") if "|feign|" in one}


def test_nobody_feigns_where_no_value_is_printed_or_agreed() -> None:
    assert _feints(_approached({})) == set()
    assert _feints(_approached()) >= {"5610", "5710", "5810"}


def test_the_rulebooks_example_of_a_feigned_retreat() -> None:
    """With the value 5, b1 rolls 7 and must pursue. With quality 8, the Huns roll 7, turn about, retreat
    another hex and can then attack by shock (L1102).
    """
    table = _approached()
    table.do(React(("a12|feign|5610E",)), 7, 7)
    told, turned = table.told(RetreatFeigned)[0], table.told(FaceTurned)[0]
    assert (told.face, told.value, told.pursues) == (7, 5, True)
    assert (turned.face, turned.needs, turned.passes) == (7, 8, True)
    assert (table.at("a12"), table.at("b1")) == ("5610", "5410")
    assert (table.asked, table.seat) == ("strike", "first")
    assert table.offered("strike", "how") == ["charge", "fire", "close", "hold"]
    table.do(Strike("charge"))
    assert table.at("a12") == "5509"
    clash = table.pos.clash(table.state.clashes[0])
    assert clash is not None and clash.attackers[0].aspect == "front" and clash.attackers[0].check
    table.do(NextStep(), 0, 0)
    while table.asked == "segment":
        table.do(NextStep(), *([5] if table.state.stack[-1].step == 2 else []))  # type: ignore[attr-defined]
    assert table.asked == "orders"  # the pursuer's order is over (6.73)
    assert not table.state.phase.fought  # type: ignore[union-attr]


def test_the_target_that_keeps_its_head_rides_on() -> None:
    table = _approached()
    table.do(React(("a12|feign|5610E",)), 5)
    assert not table.told(RetreatFeigned)[0].pursues
    assert (table.asked, table.at("b1")) == ("march", "5110")


def test_a_runner_that_does_not_turn_is_struck_in_the_rear() -> None:
    table = _approached()
    table.do(React(("a12|feign|5610E",)), 9, 9)
    assert (table.asked, table.seat) == ("strike", "second")
    assert "fire" not in table.offered("strike", "how")
    table.do(Strike("charge"))
    clash = table.pos.clash(table.state.clashes[0])
    assert clash is not None and clash.attackers[0].aspect == "rear"


def test_the_runner_shoots_from_its_hex_without_an_answer() -> None:
    table = _approached()
    table.do(React(("a12|feign|5610E",)), 7, 7)
    table.do(Strike("fire"), 0)
    shot = table.told(ShotFired)[0]
    assert (shot.firer, shot.target, shot.distance) == ("a12", "b1", 2)
    assert table.asked == "orders"


def test_nobody_shoots_at_a_unit_that_must_pursue() -> None:
    """A friend of the Huns may turn at once, but it shoots only if the approaching unit does not have to
    pursue (6.73, ruling 71).
    """
    for faces, shots in (((9, 0), 0), ((5, 9), 1)):
        table = _approached(a1="5111E")
        table.do(React(("a1|turn|NE", "a1|fire", "a12|feign|5610E")), *faces)
        assert table.pos.board.places["a1"].facing == 0
        assert len(table.told(ShotFired)) == shots


def test_a_target_that_did_not_see_the_retreat_begin_stays_without_a_roll() -> None:
    table = _approached(a1="5211E")  # between the two, so it blocks the line of sight
    table.do(React(("a12|feign|5610E",)))
    told = table.told(RetreatFeigned)[0]
    assert (told.face, told.pursues) == (None, False)
    assert (table.asked, table.at("a12")) == ("march", "5610")


def test_a_leader_holds_the_pursuer_back() -> None:
    table = MapTable({"b1": "5010E", "a12": "5310W"}, "gelimer", {"gelimer": "5010"}, options=FIVE)
    table.do(OrderUnit("b1"))
    table.do(March("5110E", ride=True))
    table.do(React(("a12|feign|5610E",)), 6)
    told = table.told(RetreatFeigned)[0]
    assert told.leader and not told.pursues


# --- harassment ------------------------------------------------------------------------------------------


def _harassers(places: dict[str, str], leader: str = "1810") -> MapTable:
    return MapTable(places, "alamoundaras", {"alamoundaras": leader}, battle="callinicum")


def _shots(table: MapTable) -> list[tuple[Any, ...]]:
    return [(e.firer, e.target, e.reason, e.modifier, e.strength) for e in table.told(ShotFired)]


def test_harassment_is_a_shot_at_one_hex_and_the_whole_move() -> None:
    table = _harassers({"a1": "2210W", "b1": "1810E"})
    table.do(OrderUnit("b1"))
    assert table.offered("harass", "at") == ["a1|2109", "a1|2110"]
    choice = next(c for c in table.rules.choices(table.state, table.seat) if c.kind == "harass")
    assert [o.facts for o in choice.fields[0].options] == [{"hits_on": 6}] * 2  # type: ignore[union-attr]
    table.do(Harass("a1|2110"))
    assert table.asked == "react"
    table.do(React())
    table.do(Shelter(), 9)
    assert _shots(table) == [("b1", "a1", "harass", 1, 6)]
    assert table.at("b1") == "1810"
    assert set(table.unit("b1").ordered) == {"fire", "move", "harass"} and table.unit("b1").moved
    assert table.asked == "orders"


def test_the_shots_are_simultaneous() -> None:
    """The target shoots although the harassment would have routed it, and both rout (8.33)."""
    table = _harassers({"a1": "2210W", "b1": "1810E"}, "1710")
    table.mark("a1", hits=table.pos.limit("a1") - 1)
    table.mark("b1", hits=table.pos.limit("b1") - 1)
    table.do(OrderUnit("b1"))
    table.do(Harass("a1|2110"))
    table.do(React(("a1|fire",)))
    table.do(Shelter(), 0, 0)
    assert {one[0] for one in _shots(table)} == {"a1", "b1"}
    assert table.unit("a1").routed and table.unit("b1").routed


def test_a_target_that_turns_is_checked_before_the_shots() -> None:
    table = _harassers({"a1": "2210W", "b1": "1810E"})
    table.do(OrderUnit("b1"))
    table.do(Harass("a1|2110"))
    turned = next(one for one in table.offered("react", "reactions") if "|turn|" in one)
    table.do(React((turned,)), 0, 9)
    kinds = [type(one) for one in table.events if isinstance(one, QualityChecked | ShotFired)]
    assert kinds == [QualityChecked, ShotFired]


def test_a_target_that_routs_as_it_turns_is_not_shot_at() -> None:
    """The target checks its quality because it turns, takes its last hit, and flees before the harasser
    shoots (7.14, 10.21).
    """
    table = _harassers({"a1": "2210W", "b1": "1810E"})
    table.mark("a1", hits=table.pos.limit("a1") - 1)
    table.do(OrderUnit("b1"))
    table.do(Harass("a1|2110"))
    turned = next(one for one in table.offered("react", "reactions") if "|turn|" in one)
    table.do(React((turned,)), 0)
    assert table.unit("a1").routed and table.asked == "flee"
    table.do(table.rules.pending(table.state)[0].default)
    assert table.asked == "orders" and not table.told(ShotFired)


def test_impetuous_foot_chooses_where_it_closes_in() -> None:
    table = _harassers({"a1": "2210W", "b1": "1810E"})
    table.do(OrderUnit("b1"))
    table.do(Harass("a1|2110"))
    table.do(React())
    table.do(Shelter(), 0, 6)
    rolled = table.told(ImpetuosityRolled)[0]
    assert (rolled.face, rolled.needs, rolled.charges) == (6, 5, True)
    assert (table.asked, table.seat) == ("rush", "first")
    assert table.offered("rush", "hex") == ["2109", "2110"]
    table.do(Rush("2110"))
    assert table.at("a1") == "2110"


def test_a_unit_that_has_moved_does_not_harass_as_well() -> None:
    table = _harassers({"a1": "2210W", "b1": "1710E"})
    table.do(OrderUnit("b1"))
    table.do(March("1810E"))
    while table.asked == "react":
        table.do(React())
    assert table.refused(Harass("a1|2110")) == ("8.31", "ordered_already")


def test_harassing_again_in_a_turn_costs_a_hit() -> None:
    table = _harassers({"a1": "2210W", "b1": "1810E"})
    table.mark("b1", moved=True)
    table.do(OrderUnit("b1"))
    table.do(Harass("a1|2110"))
    assert [(e.unit, e.cause) for e in table.told(HitsTaken)] == [("b1", "moved_again")]


def test_a_target_out_of_its_leaders_range_pursues_without_a_roll() -> None:
    """A target out of its leader's range pursues a feigned retreat without a roll. It comes within two hexes
    of the harasser, which has turned away, and the harasser strikes (8.35).
    """
    table = MapTable({"a12": "5310W", "b1": "5010E"}, "belisarius", {"belisarius": "5410"}, options=FIVE)
    table.do(OrderUnit("a12"))
    table.do(Harass("b1|5110", feign=True))
    while table.asked == "react":
        table.do(React(), 9, 8)
    told = table.told(RetreatFeigned)[0]
    assert (told.face, told.pursues) == (None, True)
    assert (table.at("a12"), table.at("b1")) == ("5310", "5110")
    assert table.told(FaceTurned)[0].passes
    assert (table.asked, table.seat) == ("strike", "first")


def test_only_huns_feign_after_harassing() -> None:
    table = _harassers({"a5": "2210W", "b1": "1810E"})
    table.do(OrderUnit("b1"))
    assert table.refused(Harass("a5|2110", feign=True)) == ("8.35", "no_feint_after")
