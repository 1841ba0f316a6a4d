"""Moves of part of a group. When bad going, distance or an obstacle stops some of its files, the other files
move on alone (section "tactical_moves").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules.board import moves, orders, ways
from battles.dba.rules.board.orders import Move
from battles.dba.rules.distances import reach
from battles.dba.rules.field import groups
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, InvalidAction

TRIMS: Final = 4  # maximum number of files that may be left behind
Spot = tuple[tuple[str, ...], int, int, int]


def contacts(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield moves into contact by the widest part of a group that can line up together. The contacts of the
    whole group are left out. So are orders that end in the same places as an earlier order.
    """
    found: set[Spot] = set()
    for leader in who:
        if position.base(leader).type in ENGINES:
            continue
        for leg, end in _ends_in_reach(position, leader):
            part = _in_reach(position, who, leader, end)
            if len(part) < 2:
                continue
            first = ways.group_places(position, part, leader, end)[part[0]]
            spot = (part, first.x, first.y, first.heading)
            if spot in found:
                continue
            found.add(spot)
            move = trim(position, Move(part, (leg,)), leader)
            if move is not None and 1 < len(move.who) < len(who):
                yield move


def _ends_in_reach(position: Position, leader: str) -> Iterator[tuple[orders.Onto, Base]]:
    """Yield the legs by which a leader could contact an enemy nearby, each with the base where the leg
    ends.
    """
    for foe in moves.enemies_at_hand(position, leader):
        for where in orders.ONTO:
            leg = orders.Onto(leader, foe, where)
            if moves.may_reach(position, (leader,), leg):
                yield leg, leg.place(position.base(foe), position.base(leader).code)


def _in_reach(position: Position, who: tuple[str, ...], leader: str, end: Base) -> tuple[str, ...]:
    """Return the part of a group around its leader whose elements are near enough to reach their places in
    the line.
    """
    ends = ways.group_places(position, who, leader, end)
    files = groups.files(position, who)
    at = next(number for number, file in enumerate(files) if leader in file)

    def is_near(file: list[str]) -> bool:
        return all(_is_near(position.base(name), ends[name]) for name in file)

    first = last = at
    while first > 0 and is_near(files[first - 1]):
        first -= 1
    while last + 1 < len(files) and is_near(files[last + 1]):
        last += 1
    kept = {name for file in files[first : last + 1] for name in file}
    return tuple(name for name in who if name in kept)


def _is_near(base: Base, end: Base) -> bool:
    farthest = reach(base.type, base.code).good * PER_PACE
    return ways.measure_move(base, end) <= (farthest + 1) ** 2


def marches(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the longest marches straight ahead by parts of a group, if one of its files cannot go so far."""
    for part in _halves(position, who, _march(position, who)):
        if len(part) == 1:
            continue
        move = _march(position, part)
        if moves.is_lawful(position, move):
            yield move
        else:
            yield from (
                march
                for smaller in _halves(position, part, move)
                if len(smaller) > 1 and moves.is_lawful(position, march := _march(position, smaller))
            )


def _march(position: Position, who: tuple[str, ...]) -> Move:
    farthest = min(reach(position.base(n).type, position.base(n).code).good for n in who)
    return Move(who, (orders.Ahead(farthest * PER_PACE),))


def _halves(position: Position, who: tuple[str, ...], move: Move) -> Iterator[tuple[str, ...]]:
    """Yield the two parts of a group, left and right of the file that stops a move."""
    at = _stopped_file(position, move)
    if at is None:
        return
    files = groups.files(position, who)
    for part in (files[:at], files[at + 1 :]):
        if kept := {name for file in part for name in file}:
            yield tuple(name for name in who if name in kept)


def _stopped_file(position: Position, move: Move) -> int | None:
    """Return the number of the file whose element stops a move, or None."""
    try:
        moves.execute(position, move)
    except (IllegalAction, InvalidAction) as refusal:
        stopped = refusal.facts.get("element")
        files = groups.files(position, move.who)
        return next((number for number, file in enumerate(files) if stopped in file), None)
    return None


def trim(position: Position, move: Move, leader: str) -> Move | None:
    """Drop each file that stops a move, with the files beyond it, and return the move of the others. The
    leader's file always remains. Return None if the move still fails or fewer than two elements remain.
    """
    for _ in range(TRIMS):
        if moves.is_lawful(position, move):
            return move
        at = _stopped_file(position, move)
        files = groups.files(position, move.who)
        home = next(number for number, file in enumerate(files) if leader in file)
        if at is None or at == home:
            return None
        kept = {name for file in (files[:at] if at > home else files[at + 1 :]) for name in file}
        move = Move(tuple(name for name in move.who if name in kept), move.legs)
        if len(move.who) < 2:
            return None
    return None


def without_ends(position: Position, move: Move, losing: set[str]) -> Move | None:
    """Return a group's charge without the files at either end that would only lose. The file that leads the
    charge always remains. Return None if no file can be left out, or if the others can't charge.
    """
    leaders = {leg.who for leg in move.legs if isinstance(leg, orders.Onto)}
    files = groups.files(position, move.who)
    kept = files
    while kept and losing & {*kept[0]} and not leaders & {*kept[0]}:
        kept = kept[1:]
    while kept and losing & {*kept[-1]} and not leaders & {*kept[-1]}:
        kept = kept[:-1]
    names = {name for file in kept for name in file}
    if len(kept) == len(files) or not names:
        return None
    smaller = Move(tuple(name for name in move.who if name in names), move.legs)
    return smaller if moves.is_lawful(position, smaller) else None
