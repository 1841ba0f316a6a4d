"""Movement of units and leaders according to the rulebook (L194-276)."""

from __future__ import annotations

import pytest

from battles.cca.rules.movement import leader_reach, reach
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import BOARD


def ends(text: str, at: str, **more: object) -> dict[str, int]:
    position = Position.parse(text)
    found = reach(position, BOARD.place(at), **more)  # type: ignore[arg-type]
    return {BOARD.name(there): cost for there, cost in found.items()}


def test_heavy_infantry_goes_one_hex_and_medium_cavalry_three() -> None:
    assert set(ends("E7: bottom heavy_inf 4", "E7")) == {"E6", "E8", "D6", "D7", "F6", "F7"}
    assert len(ends("E7: bottom medium_cav 3", "E7")) == 3 * 3 * 4


def test_nobody_enters_or_crosses_a_unit_or_a_lone_enemy_leader() -> None:
    """L210: no unit may enter or cross an occupied hex."""
    found = ends("A1: bottom light_inf 4\nA2: bottom heavy_inf 4\nB1: top leader Hanno", "A1")
    assert found == {}


def test_light_foot_crosses_a_friend_by_its_cards_alone() -> None:
    """Light foot crosses a friend only if a card allows it, and never a friend in a forest (L212,
    ruling 51).
    """
    field = "A1: bottom light_inf 4\nA2: bottom heavy_inf 4\nB1: top medium_inf 4"
    assert ends(field, "A1", cross_friends=True) == {"A3": 2, "B2": 2}
    forest = field.replace("A2: bottom", "A2: forest; bottom")
    assert ends(forest, "A1", cross_friends=True) == {}


def test_a_unit_stops_with_a_lone_friendly_leader_and_a_led_one_cannot_go_there() -> None:
    """A unit must stop in the hex of a lone friendly leader; a unit that has a leader cannot enter that hex
    (L214, trap 28 of the rules notes).
    """
    field = "A1: bottom medium_cav 3\nA2: bottom leader Nero\nB1: top medium_inf 4"
    assert ends(field, "A1") == {"A2": 1}
    assert ends(field.replace("cav 3", "cav 3; bottom leader Livius"), "A1") == {}


@pytest.mark.parametrize(
    ("unit", "terrain", "found"),
    [
        ("medium_cav 3", "broken", {"A2": 1}),
        ("light_inf 4", "broken", {"A2": 1, "A3": 2, "B2": 2}),
        ("light_inf 4", "forest", {"A2": 1}),
        ("medium_cav 3", "ford", {"A2": 1}),
        ("heavy_cav 3", "river", {}),
        ("war_machine 2", "broken", {}),
        ("heavy_cav 3", "camp", {"A2": 1, "A3": 2, "B2": 2}),
    ],
)
def test_terrain_stops_and_bars(unit: str, terrain: str, found: dict[str, int]) -> None:
    assert ends(f"A1: bottom {unit}\nA2: {terrain}\nB1: top medium_inf 4", "A1") == found


def test_warriors_go_two_hexes_only_to_an_enemy_unit() -> None:
    """Warriors can move two hexes only to reach an enemy unit, and a lone leader is not a unit (L233, ruling
    42).
    """
    far = ends("E7: bottom warrior 4\nF9: top light_inf 4", "E7")
    assert {name for name, cost in far.items() if cost == 2} == {"E9", "F8"}
    assert set(ends("E7: bottom warrior 4\nF9: top leader Hanno", "E7").values()) == {1}


def test_a_leader_crosses_friends_and_ends_with_one_who_has_no_leader() -> None:
    """A leader may cross friendly units, and may end the move with a unit that has no leader (L258)."""
    field = "A1: bottom leader Nero\nA2: bottom heavy_inf 4\nB1: bottom light_inf 4; bottom leader Livius"
    position = Position.parse(f"{field}\nA3: top medium_inf 4\nB2: coast")
    found = leader_reach(position, BOARD.place("A1"))
    names = {BOARD.name(there): cost for there, cost in found.items()}
    assert names["A2"] == 1 and names["C1"] == 2 and names["D2"] == 3
    assert not {"B1", "A3", "B2"} & set(names)


def test_broken_ground_stops_a_lone_leader() -> None:
    position = Position.parse("A1: bottom leader Nero\nA2: broken\nB1: lake")
    found = leader_reach(position, BOARD.place("A1"))
    assert {BOARD.name(there) for there in found} == {"A2"}
