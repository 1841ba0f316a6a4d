"""Units, leaders and positions as values: they survive a round trip, and bad text is refused."""

from __future__ import annotations

import pytest

from battles.cca.rules.position import Ground, Leader, Position, Unit
from battles.cca.rules.terrain.board import BOARD, Side

FIELD = """A5: bottom leader
C5: forest; bottom heavy_inf 3; bottom leader Claudius Nero
C6: rampart NW NE; bottom auxilia 4
D5: top warrior 4"""


def test_a_position_is_written_hex_by_hex_and_read_back() -> None:
    position = Position.parse(FIELD)
    assert str(position) == FIELD
    assert position.units[BOARD.place("C5")] == Unit(Side.BOTTOM, "heavy_inf", 3)
    assert position.leaders[BOARD.place("C5")] == Leader(Side.BOTTOM, "Claudius Nero")
    assert position.ground[BOARD.place("C6")] == Ground("rampart", ("NW", "NE"))
    assert position.terrain(BOARD.place("D5")).id == "clear"


@pytest.mark.parametrize(
    "text",
    [
        "J1: top warrior 4",
        "B13: top warrior 4",
        "A1: top hoplite 4",
        "A1: top warrior 5",
        "A1: top warrior 0",
        "A1: top warrior 04",
        "A1: left warrior 4",
        "A1: top warrior 4 immortal",
        "A1: swamp",
        "A1: rampart",
        "A1: hill NE",
        "A1: hill; forest",
        "A1: top warrior 4; top warrior 3",
        "A1: top leader A; top leader B",
        "A1: top warrior 4; bottom leader B",
        "A1",
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        Position.parse(text)
    assert repr(text) in str(refused.value)


def test_support_counts_units_and_lone_leaders_and_nobody_attached() -> None:
    """Support comes from adjacent friendly units and lone leaders. A leader attached to one of these units
    adds none (trap 10 of the rules notes).
    """
    position = Position.parse(FIELD)
    d5, c5 = BOARD.place("D5"), BOARD.place("C5")
    assert position.supporters(d5, Side.BOTTOM) == 2 and position.supporters(d5, Side.TOP) == 0
    assert position.supporters(c5, Side.BOTTOM) == 1
    lone = Position.parse(FIELD + "\nB5: bottom leader Livius")
    assert lone.supporters(c5, Side.BOTTOM) == 2


def test_helmets_hit_near_any_own_leader_attached_elsewhere_or_alone() -> None:
    """Helmets hit if a leader of the side is with the unit or in an adjacent hex, alone or attached (trap 7
    of the rules notes).
    """
    position = Position.parse(FIELD)
    assert position.is_led(BOARD.place("C6"), Side.BOTTOM) and not position.is_led(
        BOARD.place("D5"), Side.TOP
    )
    assert position.is_led(BOARD.place("C5"), Side.BOTTOM) and not position.is_led(
        BOARD.place("C7"), Side.BOTTOM
    )


def test_losses_take_blocks_and_the_last_one_eliminates() -> None:
    unit = Unit.parse("top warrior 4")
    assert unit.full and unit.lose_blocks(1) == Unit(Side.TOP, "warrior", 3) and unit.lose_blocks(4) is None
