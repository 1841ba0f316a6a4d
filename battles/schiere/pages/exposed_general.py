"""Warn players whose commander in chief is without a unit and within an enemy's reach. A lost chief loses
the battle, even in the first turn (L413, ruling S31).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.schiere.pages import board
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.contact import may_engage
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.turn.steps import Body


def reached_by(pos: Position, seat: str) -> tuple[str, ...]:
    """Return the enemy units that can reach and fight a side's unattached chief in one action."""
    chief = pos.chief(seat)
    if not chief or pos.piece(chief).host or not pos.piece(chief).at:
        return ()
    beside = pos.ground.side_neighbours[pos.piece(chief).at]
    return tuple(
        id
        for id in pos.units(foe(seat))
        if pos.piece(id).at
        and any(
            (at == pos.piece(id).at or (at in reach and pos.unit_at(at) == ""))
            and may_engage(pos, id, chief, at)
            for reach in (Body(pos, (id,), pos.moves(id)).reach.spent,)
            for at in beside
        )
    )


def warning(seen: ReadersBoard, seat: str | None) -> str:
    """Return a warning that the reader's chief is exposed. Return "" if the chief is safe, or if the reader
    plays no side.
    """
    if seat is None or seat not in seen.flags:
        return ""
    enemies = reached_by(seen.pos, seat)
    if not enemies:
        return ""
    named = ", ".join(f"{board.unit(seen, id)} ({seen.pieces[id].at})" for id in enemies[:3])
    text = _(
        "Your commander in chief is alone at %(at)s, and the enemy can get there in one action: "
        "%(enemies)s. If the commander falls, the battle is lost. Join a unit, or keep units on the "
        "squares around."
    )
    return text % {"at": seen.pieces[seen.pos.chief(seat)].at, "enemies": named}
