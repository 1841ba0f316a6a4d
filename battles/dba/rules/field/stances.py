"""What the table's assistant asks people about a combat, seen by the board instead: the same ``Stance``."""

from __future__ import annotations

from battles.dba.rules.field import ground, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.table.actions import Stance
from battles.dba.rules.troops import is_bad, is_camel

DENIZENS = "denizens"


def stance(position: Position, name: str, foe: str) -> Stance:
    """The facts of close combat about one of two opponents. "close_combat", "support", "tactical" """
    if name == DENIZENS or position.elements[name].inside:
        return Stance(bank=_bank_of_the_area(position, name, foe))
    seen = _seen(position, name, foe)
    where = set(touch.flanked(position, name).values())
    beside = set(touch.overlaps(position, name).values())
    behind = touch.supporter(position, name)
    return Stance(
        going=ground.going(position, position.base(name)),
        uphill=seen and ground.higher(position, position.base(name), position.base(foe)),
        bank=seen and ground.defends_bank(position, position.base(name), position.base(foe)),
        behind=behind,
        behind_bad=bool(behind) and in_bad(position, behind),
        psiloi_beside=bool(touch.psiloi_beside(position, name)),
        overlaps=len(beside - where),
        flank_contacts=len(where - {"rear"}),
        rear_contact="rear" in where,
    )


def _seen(position: Position, name: str, foe: str) -> bool:
    """Whether the enemy stands in the open, where heights and banks compare."""
    return foe != DENIZENS and not position.elements[foe].inside


def _bank_of_the_area(position: Position, name: str, foe: str) -> bool:
    """Whether who holds a built-up area at a river defends its bank: the attacker stands in it (L220)."""
    inside = "bua" if name == DENIZENS else position.elements[name].inside
    if inside != "bua" or foe == DENIZENS or position.river == "paltry":
        return False
    return ground.of_bua_on_bank(position) and ground.in_river(position, position.base(foe).corners)


def in_bad(position: Position, name: str) -> bool:
    """Whether an element is in bad going, as its own type counts it."""
    base = position.base(name)
    return is_bad(ground.going(position, base), is_camel(base.type, base.code))
