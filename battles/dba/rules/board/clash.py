"""One combat or shot on the board, with the Situation derived from the position."""

from __future__ import annotations

from battles.dba.rules.board import stances
from battles.dba.rules.board.follow import Aftermath, follow
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.field.position import Position
from battles.dba.rules.resolve import Resolution, resolve
from battles.dba.rules.situation import Contender, Situation
from battles.dba.rules.table.actions import Stance
from engine.values import dataclass

_ONLY_PLACES = ("behind", "met", "struck")  # these fields hold names of elements, not facts of a Contender


@dataclass(frozen=True)
class Clash:
    """A combat or shot between two elements, with the facts about each of them (its Stance) read from the
    board.
    """

    pair: tuple[str, str]
    stances: tuple[Stance, Stance]
    situation: Situation


def close_combat(position: Position, attacker: str, defender: str, charged: bool = False) -> Clash:
    """Return the close combat between two opponents, in a bound of the attacker's side."""
    seen = (
        stances.stance(position, attacker, defender),
        stances.stance(position, defender, attacker),
    )
    a = contender(position, attacker, seen[0], charged=charged)
    b = contender(position, defender, seen[1])
    return Clash((attacker, defender), seen, Situation("close", a, b))


def shot_clash(
    position: Position, shooters: tuple[str, ...], target: str, *, answered: bool = False, own: bool = True
) -> Clash:
    """Return a shot by up to three shooters at one target. ``answered``: whether the target shoots back.
    ``own``: whether the bound is the shooters' own.
    """
    seen = (
        stances.shot_at(position, shooters[0], (target,) if answered else ()),
        stances.shot_at(position, target, shooters),
    )
    a = contender(position, shooters[0], seen[0])
    b = contender(position, target, seen[1], extra=len(shooters) - 1)
    situation = Situation("shooting", a, b, active="a" if own else "b", answered=answered)
    return Clash((shooters[0], target), seen, situation)


def contender(
    position: Position, name: str, stance: Stance, *, charged: bool = False, extra: int = 0
) -> Contender:
    """Return the Contender for an element: its type, code and post from the board, and the facts of its
    ``stance``.
    """
    told = {f: getattr(stance, f) for f in Stance.__dataclass_fields__ if f not in _ONLY_PLACES}
    if name == DENIZENS:
        return Contender("Denizens", post="bua", extra_shooters=extra, **told)
    one = position.elements[name]
    return Contender(
        one.base.type,
        code="" if one.base.type == "Followers" else one.base.code,
        general=one.general,
        post=one.inside or "field",
        charged=charged,
        behind=position.base(stance.behind).type if stance.behind else "",
        extra_shooters=extra,
        **told,
    )


def fight(position: Position, clash: Clash, dice: tuple[int, int]) -> tuple[Resolution, Aftermath]:
    """Resolve a clash with the given dice, carry out its consequences, and return the resolution and the
    aftermath.
    """
    done = resolve(clash.situation, *dice)
    return done, follow(position, clash.pair, clash.stances, done.consequences)
