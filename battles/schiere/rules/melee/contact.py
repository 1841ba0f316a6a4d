"""The pieces that meet in a duel, and their modifiers, derived from the position.

A unit fights the enemy in front of it (L338). A friend that touches the target at a corner supports it,
unless the friend is itself side by side with an enemy. Two units that strike from two sides fight one
duel together (L358).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from battles.schiere.rules.board.ground import BRIDGES
from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import CHIEF, COMMANDERS
from battles.schiere.rules.cards import Card
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.situation import GROUNDS, Melee, Reception, Struck, Unit
from engine.refusals import Mistake
from engine.values import dataclass, replace
from kit.grid.square import Arc, Facing

STRUCK: Final[Mapping[Arc, Struck]] = {Arc.FRONT: "front", Arc.FLANK: "flank", Arc.REAR: "rear"}
MOST_SUPPORT: Final = 2  # no more than two units can touch at corners (ruling S8)


@dataclass(frozen=True)
class Meeting:
    """The pieces of one duel. ``struck``: the arc of the defender that is struck, or "two_sides". ``faced``:
    whether an attacker is in front of the defender. ``support``: the number of supporters at corners.
    """

    attacker: str
    defender: str
    second: str = ""
    struck: Struck = "front"
    faced: bool = True
    support: int = 0


# --- pieces in front --------------------------------------------------------------------------------------


def piece_ahead(pos: Position, id: str) -> str:
    """Return the piece on the square in front of a piece, or "" if there is none."""
    piece = pos.piece(id)
    return pos.unit_at(pos.ground.square_at_offset(piece.at, *Facing(piece.facing).step))


def strikers(pos: Position, target: str) -> tuple[str, ...]:
    """Return the enemies that are side by side with a piece and face it."""
    return tuple(other for other in pos.enemies_across_sides(target) if piece_ahead(pos, other) == target)


def supporters(pos: Position, target: str, seat: str) -> tuple[str, ...]:
    """Return the units that support an attack on a piece. They touch the piece at a corner, face it, and are
    side by side with no enemy (L338).
    """
    return tuple(
        other
        for other in pos.adjacent_enemies(target)
        if pos.piece(other).seat == seat
        and pos.is_unit(other)
        and other not in pos.enemies_across_sides(target)
        and not pos.enemies_across_sides(other)
        and pos.attack(other)
        and pos.arc(other, target) is Arc.FRONT
    )


def face_enemy(play: Play, id: str, target: str) -> None:
    """Turn a unit to face an enemy."""
    pos = play.pos
    play.change(id, facing=pos.ground.facing_to(pos.piece(id).at, pos.piece(target).at))


# --- possible targets -------------------------------------------------------------------------------------


def attackable(pos: Position, id: str) -> tuple[str, ...]:
    """Return the enemies side by side with a piece that it can attack, starting with the enemy in front.
    Ballistae cannot be attacked; they are captured instead (L316).
    """
    beside = pos.enemies_across_sides(id)
    if not beside:
        return ()
    before = piece_ahead(pos, id)
    near = (other for other in beside if pos.cls(other) != "ballista")
    found = [other for other in near if objection(pos, id, other) is None]
    return tuple(sorted(found, key=lambda other: (other != before, other)))


def objection(pos: Position, attacker: str, defender: str) -> Mistake | None:
    """Return the reason why one piece cannot attack another (L298-300, L316, L344), or None if it can."""
    return next(
        situation.mistakes(Melee(fighting_values(pos, attacker), fighting_values(pos, defender))), None
    )


def meetings(pos: Position, attackers: Iterable[str]) -> Iterator[Meeting]:
    """Yield the duels of these pieces with the enemies in front of them. There is one duel for each enemy,
    and it includes friends who strike the same enemy.
    """
    ahead = {id: piece_ahead(pos, id) for id in attackers}
    targets = {other for id, other in ahead.items() if other and other in attackable(pos, id)}
    for target in sorted(targets):
        meeting = meet(pos, target, [one for one, other in ahead.items() if other == target])
        if meeting is not None:
            yield meeting


def meet(pos: Position, target: str, attackers: Sequence[str]) -> Meeting | None:
    """Return the duel in which these pieces, with any friends who face the target, attack the target. Return
    None if none of these pieces can attack it.
    """
    able = [id for id in strikers(pos, target) if objection(pos, id, target) is None]
    if not set(able) & set(attackers):
        return None
    able.sort(key=lambda id: (pos.arc(target, id) is not Arc.FRONT, id not in attackers, -pos.attack(id), id))
    first, *others = able
    second = others[0] if others else ""
    arc = pos.arc(target, first)
    support = supporters(pos, target, pos.piece(first).seat)
    return Meeting(
        first,
        target,
        second,
        "two_sides" if second else STRUCK[arc],
        arc is Arc.FRONT,
        min(MOST_SUPPORT, len(support)),
    )


# --- modifiers --------------------------------------------------------------------------------------------


def fighting_values(pos: Position, id: str, *, support: int = 0, order: Card | None = None) -> Unit:
    """Return a piece as a side of a melee, with everything that counts for it in a fight. ``support``: the
    number of its supporters. ``order``: its revealed order, which counts only in command.
    """
    shaken = id in pos.state.today.shaken
    led = (pos.is_driven(id), pos.in_command(id))
    known, key = pos.found.fighting, (id, support, order, shaken, led, pos.ground)
    found: Unit | None = known.get(key)
    if found is None:
        found = known[key] = _fighting(pos, id, support, order, shaken=shaken)
    return found


def _fighting(pos: Position, id: str, support: int, order: Card | None, *, shaken: bool) -> Unit:
    piece, commander = pos.piece(id), pos.attached_commander(id)
    alone = piece.troop in COMMANDERS
    kind = pos.ground.kind(piece.at)
    return Unit(
        piece.troop if alone else pos.cls(id),
        piece.damage,
        pos.piece(commander).troop if commander else "",
        pos.piece(commander).damage if commander else 0,
        order if pos.in_command(id) else None,
        support,
        _commanders_beside(pos, id, alone=alone),
        not alone and pos.solid(id),
        not pos.in_command(id),
        shaken,
        pos.is_isolated(id),
        kind if kind in GROUNDS and kind not in BRIDGES else "plain",
    )


def _commanders_beside(pos: Position, id: str, *, alone: bool) -> int:
    """Return the number of commanders who help a piece to fight because they are next to it. For a unit,
    count the friendly commanders around the unit. For a commander without a unit (``alone``), the number is 1
    if it is a chief next to a friendly unit (L226), otherwise 0 (L242).
    """
    if not alone:
        return len(pos.adjacent_commanders(id))
    if pos.piece(id).troop != CHIEF:
        return 0
    own = pos.piece(id).seat
    return int(any(pos.piece(o).seat == own and pos.is_unit(o) for o in pos.neighbours(pos.piece(id).at)))


def melee(
    pos: Position,
    meeting: Meeting,
    received: Reception,
    orders: tuple[Card | None, Card | None] = (None, None),
) -> Melee:
    """Return the duel with all its modifiers. A unit that countercharges leaves its square, so both sides
    fight on the attacker's terrain (L338, ruling S32).
    """
    a = fighting_values(pos, meeting.attacker, support=meeting.support, order=orders[0])
    d = fighting_values(pos, meeting.defender, order=orders[1])
    if received == "countercharges":
        d = replace(d, ground=a.ground)
    second = fighting_values(pos, meeting.second) if meeting.second else None
    return Melee(a, d, received, meeting.struck, second, meeting.faced)
