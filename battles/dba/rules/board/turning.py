"""Turning to face. Elements that are touched on the flank or rear and do not fight turn at once (L324). A
single Psiloi or Light Horse lines up with a group that touches it (L289).
"""

from __future__ import annotations

from typing import Final

from battles.dba.rules.board import recoils
from battles.dba.rules.field import bases, ground, groups, touch
from battles.dba.rules.field.bases import WIDE, Base
from battles.dba.rules.field.position import Position
from engine.values import dataclass

SLIDES: Final = tuple(sign * n for n in range(WIDE + 1) for sign in (1, -1) if n or sign == 1)


@dataclass(frozen=True, slots=True)
class Response:
    """An element's response to an attacker:

    turns     it turns to face the attacker
    behind    it turns and goes behind the first element that turned
    recoils   a third element recoils
    lines_up  a single Psiloi or Light Horse lines up with the attacker
    stays     it has no room to turn
    shifts    the attacker shifts sideways to make room
    """

    name: str
    how: str
    to: str

    def __str__(self) -> str:
        return f"{self.name} {self.how} {self.to}"


def respond(position: Position, movers: tuple[str, ...]) -> tuple[Position, tuple[Response, ...]]:
    """Return the position after every enemy that the movers touch has responded, in the order of the
    movers.
    """
    told: list[Response] = []
    for attacker in movers:
        if attacker not in position.elements:
            continue
        position, more = _lines_up(position, attacker, movers)
        told += more
        position, more = _turn(position, attacker)
        told += more
    return position, tuple(told)


def _lines_up(position: Position, attacker: str, movers: tuple[str, ...]) -> tuple[Position, list[Response]]:
    if len(movers) < 2:
        return position, []
    for foe in position.foes(attacker):
        place = lines_up(position, attacker, foe)
        if place is not None:
            return position.put(**{foe: place}), [Response(foe, "lines_up", attacker)]
    return position, []


def lines_up(position: Position, attacker: str, foe: str) -> Base | None:
    """Return the place where an enemy lines up on the element whose front touches it. Return None if the
    enemy need not line up or has no room.
    """
    mine, theirs = position.base(attacker), position.base(foe)
    how = touch.touch(mine, theirs)
    if how is None or how.mine != "front" or touch.fights(position, foe) or not lines_up_alone(position, foe):
        return None
    place = bases.facing(mine, theirs.code)
    return place if fits(position, foe, place) else None


def lines_up_alone(position: Position, name: str) -> bool:
    """Return whether an element lines up on a group that touches it. Only a single Psiloi in good going or a
    single Light Horse does (L289).
    """
    base = position.base(name)
    if len(groups.group_of(position, name)) > 1:
        return False
    return base.type == "LH" or (base.type == "Ps" and ground.going_of(position, base) == "good")


def _turn(position: Position, attacker: str) -> tuple[Position, list[Response]]:
    struck = [foe for foe in position.foes(attacker) if _strikes_flank(position, attacker, foe)]
    if not any(_lined_up(position, attacker, foe) for foe in struck):
        return position, []
    struck.sort(key=lambda foe: not _lined_up(position, attacker, foe))
    first, *others = struck
    back = position
    for third in others[1:]:  # further elements on the flanks recoil first, to make room
        back = recoils.recoil(back, third).position
    turned, shift = _face(back, attacker, first, tuple(others[:1]))
    if shift is None:
        return position, [Response(first, "stays", attacker)]
    told = [Response(first, "turns", attacker)]
    if shift:
        told.append(Response(attacker, "shifts", first))
    for second in others[:1]:
        behind = bases.base_behind(turned.base(first), turned.base(second).code)
        if fits(turned, second, behind):
            turned = turned.put(**{second: behind})
            told.append(Response(second, "behind", first))
        else:
            turned = recoils.recoil(turned, second).position
            told.append(Response(second, "recoils", attacker))
    return turned, [*told, *(Response(third, "recoils", attacker) for third in others[1:])]


def _strikes_flank(position: Position, attacker: str, foe: str) -> bool:
    """Return whether the attacker's front touches the flank or rear of an enemy that is not fighting."""
    if touch.fights(position, foe):
        return False
    how = touch.touch(position.base(attacker), position.base(foe))
    return how is not None and how.mine == "front" and how.theirs in ("left", "right", "rear")


def _lined_up(position: Position, attacker: str, foe: str) -> bool:
    mine, theirs = position.base(attacker), position.base(foe)
    return bool(touch.on_flank(mine, theirs)) or touch.on_rear(mine, theirs)


def _face(position: Position, attacker: str, foe: str, going: tuple[str, ...]) -> tuple[Position, int | None]:
    """Return the position after an element has turned to face its attacker, and the number of steps that the
    attacker slid sideways. The slide is the shortest that makes room. If none is enough, return the position
    unchanged and None. ``going`` are elements that are about to make room.
    """
    mine, code = position.base(attacker), position.base(foe).code
    for slide in SLIDES:
        moved = mine.move_steps(0, slide)
        place = bases.facing(moved, code)
        trial = position.put(**{foe: place, attacker: moved})
        if fits(trial, foe, place, going) and fits(trial, attacker, moved, going):
            return trial, slide
    return position, None


def fits(position: Position, name: str, base: Base, but: tuple[str, ...] = ()) -> bool:
    """Return whether a base fits in its place: on the board, out of the water, and clear of all elements
    except those in ``but``.
    """
    if ground.off_board(base.corners) or ground.impassable(position, base.corners):
        return False
    return all(other == name or other in but for other in position.find_overlaps(base.corners))
