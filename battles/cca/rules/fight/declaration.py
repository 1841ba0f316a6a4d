"""A declared combat: attacker, target, and everything that the declaration fixes (L387-401)."""

from __future__ import annotations

from battles.cca.rules.play.play import Play
from engine.frames import Frame
from engine.values import dataclass
from kit.rules.decisions import Event

CLOSE, RANGED = "close", "ranged"


@dataclass(frozen=True)
class Fight(Frame):
    """A combat in progress: the unit in ``at`` attacks the occupants of ``target``. ``bonus``: whether this
    is a bonus combat. ``lone``: whether the target is a lone leader. ``full``: whether the attacker and the
    target had full strength. ``struck``: whether the defender strikes first. ``evades``: whether the defender
    evades. ``stage``: the stage that comes next.
    """

    at: str
    target: str
    seat: str
    mode: str = CLOSE
    card: int = 0
    moved: int = 0
    bonus: bool = False
    lone: bool = False
    full: tuple[bool, bool] = (False, False)
    struck: bool = False
    evades: bool = False
    stage: str = "declared"


@dataclass(frozen=True)
class AttackDeclared(Event):
    """A unit attacks. ``mode`` is close or ranged."""

    at: str
    target: str
    seat: str
    unit: str
    against: str
    mode: str
    bonus: bool


def declare(play: Play, at: str, target: str, mode: str, card: int, *, bonus: bool = False) -> None:
    """Begin a combat. Whether the units have full strength is decided now (L416)."""
    units, seat = play.state.units, play.state.turn.seat
    unit, against = units[at], units.get(target)
    known = play.state.turn.units.get(at)
    full = unit.full, against is not None and against.full
    play.tell(AttackDeclared(at, target, seat, unit.type, against.type if against else "leader", mode, bonus))
    # a bonus combat follows an advance, which counts as movement
    moved = (known.moved if known is not None else 0) or int(bonus)
    play.note_roll(f"{at}>{target}")
    play.push(Fight(at, target, seat, mode, card, moved, bonus, against is None, full))
