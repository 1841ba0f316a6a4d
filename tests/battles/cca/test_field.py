"""Test that a combat between two hexes has the support, leaders, cover and room to retreat on the board."""

from __future__ import annotations

from random import Random

import pytest

from battles.cca.rules.combat.fate import apply_roll
from battles.cca.rules.combat.field import close_combat, fighter, fire
from battles.cca.rules.combat.retreat import retreats
from battles.cca.rules.combat.situation import Fighter
from battles.cca.rules.combat.strike import Count, Kind, Strike, dice, may_ignore, retreat_per_flag
from battles.cca.rules.position import Ground, Leader, Position, Unit
from battles.cca.rules.scenarios import scenarios
from battles.cca.rules.terrain.board import BOARD, Side
from battles.cca.rules.units import UNITS
from engine.refusals import IllegalAction

FIELD = Position.parse("""B4: bottom auxilia 4
B5: bottom leader Livius
C5: rampart NW NE; bottom heavy_inf 3; bottom leader Nero
C8: bottom light_bow 4
D4: top warrior 4
D5: top medium_inf 4
E5: hill; top light_inf 4
E8: top leader Hanno""")


def test_a_combat_is_made_of_what_stands_around_it() -> None:
    combat = close_combat(FIELD, BOARD.place("D4"), BOARD.place("C5"), moved=1)
    assert combat.attacker.full and combat.attacker.moved == 1 and not combat.attacker.leader
    assert combat.attacker.supported  # supported by medium and light infantry
    target = combat.target
    assert (target.leader, target.supported, target.covered) == ("attached", True, True)
    strike = Strike(Kind.ATTACK, combat.attacker, target)
    assert dice(strike) == 4 and may_ignore(strike, True) == 3  # one each: leader, support, rampart


def test_a_helmet_hits_for_a_leader_in_the_next_hex() -> None:
    assert fighter(FIELD, BOARD.place("B4"), BOARD.place("C4")).leader == "adjacent"
    assert fighter(FIELD, BOARD.place("C8"), BOARD.place("D8")).leader == ""


def test_a_rampart_protects_through_its_own_sides_alone() -> None:
    c5 = BOARD.place("C5")
    assert fighter(FIELD, c5, BOARD.place("D5")).covered and not fighter(FIELD, c5, BOARD.place("C6")).covered
    assert fighter(FIELD, c5, BOARD.place("E5")).covered  # along the hex side between (ruling 26)


def test_a_lone_leader_is_fired_at_and_a_unit_out_of_reach_is_not() -> None:
    assert fire(FIELD, BOARD.place("C8"), BOARD.place("E8")).target.lone
    with pytest.raises(IllegalAction, match="no_target"):
        fire(FIELD, BOARD.place("C8"), BOARD.place("D4"))


@pytest.mark.parametrize(
    ("start", "target", "code"),
    [
        ("C5", "E5", "not_adjacent"),
        ("C5", "B4", "no_enemy"),
        ("B5", "C5", "no_unit"),
        ("C5", "C6", "no_enemy"),
    ],
)
def test_what_is_no_close_combat_is_refused(start: str, target: str, code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        close_combat(FIELD, BOARD.place(start), BOARD.place(target))


def crowded(random: Random) -> Position:
    """Draw a board with units, leaders and terrain at random places."""
    units, leaders, ground = {}, {}, {}
    for here in BOARD:
        side = random.choice(list(Side))
        if random.random() < 0.1:
            ground[here] = Ground(random.choice(["coast", "forest", "broken", "hill"]))
        if here in ground and ground[here].terrain != "hill":
            continue
        if random.random() < 0.4:
            kind = random.choice(sorted(UNITS))
            units[here] = Unit(side, kind, random.randint(1, UNITS[kind].blocks))
        if random.random() < 0.12:
            leaders[here] = Leader(side)
    return Position(units, leaders, ground)


@pytest.mark.parametrize("seed", range(12))
def test_hexes_and_blocks_of_a_retreat_are_those_of_the_board(seed: int) -> None:
    """For every unit of a crowded board and one to three flags, the retreat calculated without a board has
    the hexes and lost blocks of the retreat on the board.
    """
    position = crowded(Random(seed))
    foe = Fighter("heavy_inf", 4)
    checked = 0
    for here, unit in position.units.items():
        target = fighter(position, here, here.step_towards(0))
        strike = Strike(Kind.ATTACK, foe, target)
        for flags in range(1, 4):
            fate = apply_roll(strike, Count(flags=flags), 0, lambda _dice: False)
            hexes = flags * retreat_per_flag(strike)
            way = retreats(position, here, hexes)[0]
            assert (fate.owed, fate.lost_back, fate.charged) == (hexes, way.lost, way.blocks_each), unit
            assert not fate.left or fate.gone == way.gone or way.joins, unit
            checked += 1
    assert checked > 60


def test_units_of_every_set_up_can_be_asked_about() -> None:
    for one in scenarios().values():
        rooms = {fighter(one.position, here, here.step_towards(0)).room for here in one.position.units}
        assert len(rooms) > 1, one.id
    assert len(scenarios()) == 20
