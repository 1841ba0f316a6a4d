"""An independent check of battles on the board, written from the booklet and not from the rules' code. It
reports positions that no legal step can lead to (L52-54, L249-316).

The check covers less than the rules do. Everything it reports is illegal, but it does not find every illegal
position.
"""

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Any

from battles.dba.rules.board.actions import MoveOnBoard
from battles.dba.rules.field import convex
from battles.dba.rules.field.bases import Base

PACE = 25  # hundredths of a millimetre
BOARD = 60_000
ON_TABLE = ("table", "camp", "enemy_camp", "bua")
FARTHEST = {"LH": 500, "Cv": 400, "Cm": 400, "SCh": 400, "Kn": 300, "El": 300, "Ax": 300, "Ps": 300}
ON_FOOT = 200  # all others (L304)
ROAD = 400  # everybody but light horse (L302)
SLACK = 12  # hundredths of a millimetre: rounding of corners


def broken(rules: Any, before: Any, seat: str, action: Any, step: Any) -> Iterator[str]:
    """Yield the laws that an accepted action broke."""
    yield from _places(step.state)
    yield from _books(before, step.state)
    if isinstance(action, MoveOnBoard):
        yield from _move(rules, before, seat, action, step)


def in_the_open(state: Any) -> dict[str, Base]:
    places = state.board.places if state.board else {}
    return {name: base for name, base in places.items() if state.elements[name].where == "table"}


def _places(state: Any) -> Iterator[str]:
    """Yield a fault for each base that overlaps another or is off the board."""
    bases = in_the_open(state)
    for (one, a), (two, b) in combinations(bases.items(), 2):
        near = abs(a.x - b.x) < 13_000 and abs(a.y - b.y) < 13_000
        if near and convex.overlap(a.corners, b.corners):
            yield f"{one} overlaps {two}"
    for name, base in bases.items():
        if not all(-SLACK <= x <= BOARD + SLACK and -SLACK <= y <= BOARD + SLACK for x, y in base.corners):
            yield f"{name} is off the board"


def _books(before: Any, after: Any) -> Iterator[str]:
    """Yield a fault if too many PIPs were spent (L249-251) or a lost element has come back."""
    if after.pips < 0:
        yield "more PIPs than rolled"
    for name, one in before.elements.items():
        if one.where == "lost" and after.elements[name].where != "lost":
            yield f"{name} comes back"


def _move(rules: Any, before: Any, seat: str, action: MoveOnBoard, step: Any) -> Iterator[str]:
    names, after = action.order.partition(":")[0].split(), step.state
    was, now = before.board.places, after.board.places
    if before.phase != "moves" or seat != before.active:
        yield "moved in somebody else's part"
    if after.pips >= before.pips:
        yield "moved for nothing"
    for name in names:
        yield from _may_move(rules, before, seat, name)
    told = [line.split() for event in step.events for line in getattr(event, "told", ())]
    slid = {words[0] for words in told if words[1:2] == ["shifts"]}  # made room for one that turned (L324)
    moved = [n for n in names if after.elements[n].where == "table" and was.get(n) != now.get(n)]
    for name in moved:
        if name not in slid:
            yield from _far(rules, before, name, was[name], now[name])
    if not slid and len(moved) == len(names):
        yield from _shape(names, was, now, action)


def _may_move(rules: Any, before: Any, seat: str, name: str) -> Iterator[str]:
    block, one = rules.battle.blocks[name], before.elements[name]
    if block.seat != seat or one.where not in ON_TABLE:
        yield f"{name} isn't theirs to move"
    if block.followers or one.sacking:
        yield f"{name} can't leave"  # L58, L222
    if one.spent:
        yield f"{name} has broken off or dismounted"  # L311
    again = one.moves and rules.battle.base(name, before).type not in ("LH", "Ps", "SCh", "Wb")
    if again and not any(piece.kind == "road" for piece in before.drawing):
        yield f"{name} moves twice"  # L311-316
    if any(name in pair for pair in before.contacts) and one.where == "table":
        yield f"{name} leaves its combat"  # L293


def _far(rules: Any, before: Any, name: str, was: Base, now: Base) -> Iterator[str]:
    """Yield a fault if a front corner ends farther from its start than these troops may move (L299-305)."""
    if before.elements[name].where != "table":
        return
    most = FARTHEST.get(rules.battle.base(name, before).type, ON_FOOT)
    if any(piece.kind == "road" for piece in before.drawing):
        most = max(most, ROAD)
    gone = max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(was.front, now.front, strict=True))
    if gone > most * PACE + SLACK and not _threatened(rules, before, name, was):
        yield f"{name} goes {gone / PACE:.0f} paces of {most}"


def _threatened(rules: Any, before: Any, name: str, was: Base) -> bool:
    """Return whether the element touches an enemy at a corner or side to side. It may then turn onto the
    enemy's flank, a move that is not measured (L299, L326).
    """
    foes = (
        base
        for foe, base in in_the_open(before).items()
        if rules.battle.blocks[foe].seat != rules.battle.blocks[name].seat
    )
    return any(_share_a_corner(was, base) or _are_side_by_side(was, base) for base in foes)


def _share_a_corner(one: Base, two: Base) -> bool:
    return any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= SLACK for a in one.front for b in two.front)


def _are_side_by_side(one: Base, two: Base) -> bool:
    return (one.heading - two.heading) % 360 == 0 and convex.is_within(one.corners, two.corners, SLACK)


def _shape(names: list[str], was: Any, now: Any, action: MoveOnBoard) -> Iterator[str]:
    """Yield a fault if a moving group changes its shape other than by narrowing (L265-269)."""
    if "column" in action.order or "narrow" in action.order:
        return
    if len({now[n].heading for n in names}) > 1:
        yield "the group faces several ways"
    first = names[0]
    for name in names[1:]:
        before = hypot(was[name].x - was[first].x, was[name].y - was[first].y)
        after = hypot(now[name].x - now[first].x, now[name].y - now[first].y)
        if abs(before - after) > 60:  # a step of a heading is off by up to 0.13 percent (ruling P1)
            yield f"{name} leaves its place in the group"
