"""The board, and the pieces' positions on it (L31-43, L88-130, L208-216)."""

import pytest

from battles.schiere.rules.board.contact import may_engage, may_enter
from battles.schiere.rules.board.ground import BOAT_BRIDGE, FORD, OFF, RIVER, STREAM, WOOD
from battles.schiere.rules.board.scenario import TITLES, builtin, load
from battles.schiere.rules.board.troops import SEATS, TROOPS, troops_of
from engine.game import BadScenario
from kit.grid.square import Arc
from tests.battles.schiere.boards import battle, setting


@pytest.mark.parametrize("name", TITLES)
def test_every_scenario_can_be_read_and_paid_for(name: str) -> None:
    scenario = load(builtin(name))
    for seat in SEATS:
        army = scenario.armies[seat]
        assert sum(TROOPS[id].points * number for id, number in army.units.items()) <= scenario.points
        assert army.chief


def test_full_armies_cost_104_points_each() -> None:
    for seat in SEATS:
        assert sum(troop.points * troop.units for troop in troops_of(seat)) == 104  # ruling C1


def test_water_at_the_edge_of_the_board_is_plain() -> None:
    raw = builtin("ford")
    raw["water"] = [{"kind": RIVER, "column": 0, "row": 0, "side": "s"}]
    del raw["crossings"]
    assert RIVER not in load(raw).ground.kinds.values()


def test_a_river_is_crossed_at_fords_and_bridges_alone() -> None:
    ground = setting("ford").ground
    assert ground.is_barred("a8") and not ground.is_barred("e8") and not ground.is_barred("m8")
    assert ground.step("heavy_infantry", "e7", "e8") == 6  # five more than for the square itself (L112)
    assert ground.step("heavy_infantry", "e8", "f8") == 1  # the piece stays in the same ford (ruling S12)
    assert ground.step("heavy_infantry", "m7", "m8") == 1


def test_streams_are_forded_anywhere() -> None:
    ground = setting("stream").ground
    assert ground.kind("c8") == STREAM and ground.step("light_cavalry", "c7", "c8") == 9


@pytest.mark.parametrize(
    ("cls", "price"), [("ballista", 4), ("heavy_infantry", 6), ("light_infantry", 5), ("elephants", 9)]
)
def test_the_movement_cost_of_woods(cls: str, price: int) -> None:
    ground = setting("open_field").ground
    assert ground.kind("m9") == WOOD and ground.step(cls, "l9", "m9") == price


def test_quarters_may_be_missing() -> None:
    raw = {**builtin("open_field"), "layout": ["##.", "###"], "tiles": []}
    ground = load(raw).ground
    assert ground.kind("q9") == OFF and "q9" not in ground.places and "q8" in ground.places


def test_every_mistake_of_a_board_is_named() -> None:
    raw = builtin("ford")
    raw["tiles"] = [{"kind": "wood", "at": "e7"}, {"kind": "swamp", "at": "z99"}]
    raw["crossings"] = [{"kind": FORD, "at": "a1"}]
    raw["layout"] = ["###", "#"]
    with pytest.raises(BadScenario) as told:
        load(raw)
    paths = {mistake.path for mistake in told.value.mistakes}
    assert {"$.layout", "$.tiles[1].kind", "$.crossings[0].at"} <= paths


def test_a_bridge_of_boats_opens_the_river() -> None:
    pos = battle(on=setting("ford"))
    built = pos.state.but(ground={"b8": BOAT_BRIDGE})
    ground = pos._replace(state=built).ground
    assert not ground.is_barred("b8") and pos.ground.is_barred("b8")
    assert ground is pos._replace(state=built.but(turn=2)).ground


# --- pieces -----------------------------------------------------------------------------------------------


def test_a_unit_sees_three_squares_before_it_and_one_behind() -> None:
    pos = battle("r1 legionaries d4n")
    arcs = {square: pos.ground.arc("d4", "n", square) for square in pos.ground.neighbours["d4"]}
    assert {s for s, arc in arcs.items() if arc is Arc.FRONT} == {"c5", "d5", "e5"}
    assert {s for s, arc in arcs.items() if arc is Arc.REAR} == {"d3"}


def test_an_influence_area_is_the_eight_squares_around() -> None:
    pos = battle("c1 punic_foot d4s", "c2 standard h8s @c3", "c3 chief:solid h9s")
    assert set(pos.enemy_influence("rome")) == set(pos.ground.neighbours["d4"]) | set(
        pos.ground.neighbours["h9"]
    )


def test_who_touches_by_a_side_and_who_by_a_corner() -> None:
    pos = battle("r1 legionaries d4n", "c1 punic_foot d5s", "c2 punic_foot e5s")
    assert pos.adjacent_enemies("r1") == ("c1", "c2") and pos.enemies_across_sides("r1") == ("c1",)


def test_a_unit_alone_is_isolated() -> None:
    pos = battle("r1 legionaries d4n A", "r2 legionaries e4n A", "r3 legionaries h4n A", "r4 chief:solid h5n")
    assert not pos.is_isolated("r1") and pos.is_isolated("r3")


def test_an_attached_commander_stands_with_the_unit() -> None:
    pos = battle("r1 legionaries d4n", "r2 chief:solid d4n @r1")
    assert (
        pos.unit_at("d4") == "r1"
        and pos.attached_commander("r1") == "r2"
        and not pos.adjacent_commanders("r1")
    )


def test_obstacles_shorten_the_reach_of_orders() -> None:
    wood = {"kind": WOOD, "at": "a2"}
    scenario = {"title": "Wood", "points": 30, "turns": 5, "layout": ["##", "##"], "tiles": [wood]}
    pos = battle("r1 chief:solid a1n", on=setting(scenario))
    open_ground = battle("r1 chief:solid a1n")
    assert open_ground.reach("r1")["a13"] == 12  # a move of twelve squares (L210)
    assert pos.reach("r1")["a2"] == 9 and pos.reach("r1")["a4"] == 5  # the way leads round the wood


def test_a_wing_commander_in_reach_lengthens_the_chain() -> None:
    army = ("r1 chief:solid a1n", "r2 legionaries a16n")
    assert not battle(*army).in_command("r2")
    assert battle(*army, "r3 wing:resolute a9n").in_command("r2")
    assert battle("r1 chief:solid a1n", "r2 legionaries a9n").solid("r2")


# --- who may move into contact ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "whom", "may"),
    [
        ("legionaries", "punic_foot", True),
        ("velites", "punic_foot", True),
        ("legionaries", "numidians", False),  # foot must not charge horse (L344)
        ("heavy_cavalry", "punic_foot", True),
        ("heavy_cavalry", "elephants", False),  # no unit may charge elephants
        ("ballistae", "punic_foot", False),
    ],
)
def test_who_may_charge_whom(who: str, whom: str, may: bool) -> None:
    pos = battle(f"r1 {who} d3n", f"c1 {whom} d5s")
    assert may_engage(pos, "r1", "c1", "d4") is may


def test_a_third_unit_may_surround_an_elephant() -> None:
    army = ("r1 legionaries c5e", "r2 legionaries e5w", "r3 legionaries d3n", "c1 elephants d5s")
    assert may_enter(battle(*army), "r3", "c1", "d4")
    assert not may_enter(battle(*army[1:]), "r3", "c1", "d4")
