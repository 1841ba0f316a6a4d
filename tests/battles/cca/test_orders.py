"""The units that each card orders, by section (L176-190)."""

from __future__ import annotations

from itertools import permutations

from battles.cca.rules.cards import CARDS
from battles.cca.rules.orders import may_order, orderable
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import BOARD, Side

FIELD = Position.parse("""A1: bottom light_inf 4
A5: bottom heavy_inf 4
A7: bottom medium_cav 3; bottom leader Nero
A9: bottom heavy_inf 4
A12: bottom leader Livius
A13: bottom elephant 2
I1: top warrior 4""")


def names(card: str, side: Side = Side.BOTTOM) -> set[str]:
    return {BOARD.name(at) for at in orderable(CARDS[card], FIELD, side)}


def allowed(card: str, *hexes: str, command: int = 4) -> bool:
    return may_order(CARDS[card], FIELD, Side.BOTTOM, [BOARD.place(name) for name in hexes], command)


def test_a_section_card_orders_units_and_lone_leaders_of_its_section() -> None:
    assert names("order_2_left") == {"A1", "A5"}
    assert names("order_2_center") == {"A5", "A7", "A9"}
    assert names("order_2_right") == {"A9", "A12", "A13"}
    assert names("order_2_right", Side.TOP) == {"I1"} and names("order_2_left", Side.TOP) == set()


def test_no_more_orders_than_the_card_has_and_nobody_twice() -> None:
    """A card orders no more units than it allows, no unit twice, and only units of its section (trap 24 of
    the rules notes).
    """
    assert allowed("order_2_center", "A5", "A7") and not allowed("order_2_center", "A5", "A7", "A9")
    assert not allowed("order_3_center", "A5", "A5") and not allowed("order_2_left", "A7")


def test_troop_cards_order_their_class_anywhere_up_to_command() -> None:
    assert names("order_heavy_troops") == {"A5", "A9", "A13"}
    assert names("order_light_troops") == {"A1"}
    assert allowed("order_heavy_troops", "A5", "A9", "A13")
    assert not allowed("order_heavy_troops", "A5", "A9", "A13", command=2)
    assert {"A7", "A12", "A13"} == names("order_mounted_troops")


def test_which_section_pays_for_a_line_hex_does_not_depend_on_the_order_of_naming() -> None:
    """Whether Coordinated Attack can order three hexes does not depend on the sequence in which they are
    named, even if two of them lie on section lines (trap 29 of the rules notes).
    """
    for hexes in permutations(("A5", "A9", "A13")):
        assert allowed("coordinated_attack", *hexes)
    for hexes in permutations(("A1", "A5", "A9")):
        assert allowed("coordinated_attack", *hexes)
    for hexes in permutations(("A1", "A5", "A7")):
        assert not allowed("coordinated_attack", *hexes)


def test_out_flanked_orders_two_on_each_wing() -> None:
    assert allowed("out_flanked", "A1", "A5", "A9", "A13") and not allowed("out_flanked", "A9", "A12", "A13")
