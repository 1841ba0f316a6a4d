"""Armies and battles by points are legal, possible with the pieces in the box, balanced, and reproducible
from a seed.
"""

from __future__ import annotations

from itertools import product

import pytest

from battles.cca.rules.army.battle import (
    Recipe,
    armies_of,
    banners_against,
    battle_by_points,
    battle_of,
    read_recipe,
)
from battles.cca.rules.army.box import overdrafts
from battles.cca.rules.army.deploy import BETWEEN, GROUNDS
from battles.cca.rules.army.kinds import KINDS, read_kinds
from battles.cca.rules.army.muster import (
    LEAST_POINTS,
    MOST_POINTS,
    MOST_UNITS,
    TOLERANCE,
    Limits,
    Lots,
    half_box,
    raise_army,
)
from battles.cca.rules.army.points import Army
from battles.cca.rules.scenarios import Scenario, read_scenario
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import HEXES, NAMES, Side, mirror
from battles.cca.rules.units import ROSTER, UNITS
from engine.refusals import BadDocument, BadScenario

IDS = tuple(KINDS)


def recipes(count: int = 105) -> list[Recipe]:
    """Draw recipes of every kind of army and ground, small and large, each with a seed."""
    pairs = list(product(IDS, IDS))
    span = MOST_POINTS - LEAST_POINTS + 1
    return [
        Recipe(
            LEAST_POINTS + number * 37 % span,
            *pairs[number % len(pairs)],
            ground=tuple(GROUNDS)[number % len(GROUNDS)],
            mirrored=number % 5 == 0,
            seed=f"s{number}",
        )
        for number in range(count)
    ]


def _seen_from_above(scenario: Scenario, side: Side) -> set[tuple[str, str]]:
    """Return the units and leaders of a side, each with its hex. Hexes are named as that side would see them
    if it were at the bottom of the board.
    """

    def name(at: object) -> str:
        here = HEXES[NAMES[at]]  # type: ignore[index]
        return NAMES[here if side is Side.BOTTOM else mirror(here)]

    board = scenario.position
    units = {(name(at), unit.type) for at, unit in board.units.items() if unit.side is side}
    return units | {(name(at), "leader") for at, one in board.leaders.items() if one.side is side}


@pytest.mark.parametrize("recipe", recipes(), ids=lambda one: one.seed)
def test_any_recipe_gives_a_legal_battle_of_equal_points(recipe: Recipe) -> None:
    armies = armies_of(recipe)
    for army in armies.values():
        assert 0 <= recipe.points - army.points <= TOLERANCE
        assert army.leaders >= 1
        assert half_box().holds(army)
        assert sum(army.units.values()) <= MOST_UNITS
    both = [*armies[Side.BOTTOM].types, *armies[Side.TOP].types]
    assert overdrafts(both, sum(army.leaders for army in armies.values())) == ()

    scenario = read_scenario(battle_by_points(recipe))  # reports every mistake, also of the box's counts
    board = scenario.position
    for side in Side:
        assert scenario.pieces(side) == armies[side].pieces
        assert scenario.goal(side) == banners_against(armies[side.other])
        assert 1 <= scenario.goal(side) <= scenario.pieces(side.other)
        rows = {NAMES[at][0] for at, unit in board.units.items() if unit.side is side}
        assert rows <= set("ABC" if side is Side.BOTTOM else "GHI")
    assert all(at in board.units for at in board.leaders)
    assert {NAMES[at][0] for at in board.ground} <= set(BETWEEN)
    assert {mirror(at): one for at, one in board.ground.items()} == dict(board.ground)
    assert len(board.ground) <= ROSTER.box.terrain_tiles
    alike = _seen_from_above(scenario, Side.BOTTOM) == _seen_from_above(scenario, Side.TOP)
    assert alike or not recipe.mirrored


def test_the_same_recipe_gives_the_same_battle_and_another_seed_another() -> None:
    one, again, other = Recipe(seed="7"), Recipe(seed="7"), Recipe(seed="8")
    assert battle_by_points(one) == battle_by_points(again)
    assert battle_by_points(one)["units"] != battle_by_points(other)["units"]


def test_a_battle_by_points_can_be_played() -> None:
    opened = CCA.open(battle_by_points(Recipe(seed="42")), {})
    assert [seat.id for seat in opened.seats] == ["bottom", "top"]


def test_a_kind_of_army_has_only_its_own_units() -> None:
    for name in IDS:
        army = raise_army(180, KINDS[name], half_box(), Lots(b"seed", name))
        assert set(army.units) <= set(KINDS[name].units)


def test_an_army_stays_within_narrower_limits() -> None:
    limits = Limits({"small": 12, "medium": 3, "large": 0, "rectangular": 1})
    army = raise_army(200, KINDS["elephants"], limits, Lots(b"seed", "x"))
    assert army.leaders == 1 and "elephant" not in army.units
    assert sum(army.units.values()) == 4  # three foot units and one mounted


def test_armies_composed_by_people_are_deployed_too() -> None:
    crowd = Army({"light_cav": 13, "auxilia": 12, "elephant": 3, "war_machine": 2}, 3)
    found = battle_of({Side.BOTTOM: crowd, Side.TOP: Army({"heavy_inf": 4}, 1)}, Recipe())
    scenario = read_scenario(found)
    assert scenario.pieces(Side.BOTTOM) == crowd.pieces
    assert scenario.pieces(Side.TOP) == 5
    assert (scenario.goal(Side.BOTTOM), scenario.goal(Side.TOP)) == (2, 12)  # a third of 5 and of 33
    assert all(
        NAMES[at][0] == "A" for at, one in scenario.position.units.items() if one.type == "war_machine"
    )


def test_every_mistake_of_a_recipe_is_named() -> None:
    faulty = {"points": 20, "bottom": "hoplites", "top": "mixed", "ground": "sea", "hand": 9, "mirrored": 1}
    with pytest.raises(BadScenario) as refused:
        read_recipe({**faulty, "seed": "no spaces"})
    assert {one.path for one in refused.value.mistakes} == {
        "points",
        "bottom",
        "ground",
        "hand",
        "mirrored",
        "seed",
    }
    assert (
        read_recipe(
            {
                "points": 90,
                "bottom": "horse",
                "top": "mixed",
                "ground": "open",
                "hand": 5,
                "mirrored": True,
                "seed": "x-1",
            }
        ).points
        == 90
    )


def test_every_mistake_of_a_table_of_kinds_is_named() -> None:
    faulty = {
        "id": "a",
        "units": {"camel": 1, "hoplite": 2},
        "leaders_each": 5,
        "prov": "design",
        "src": "us",
    }
    with pytest.raises(BadDocument) as refused:
        read_kinds({"armies": [faulty]})
    assert {one.code for one in refused.value.mistakes} == {"not_in_box", "no_such_unit", "not_a_number"}


def test_the_types_of_all_kinds_are_in_the_box() -> None:
    assert all(UNITS[name].in_base_box for kind in KINDS.values() for name in kind.units)
