"""Convert the events of a battle on the map to motions of its pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from battles.cataphract.pages.board.drawing import ReadersMap
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, PieceMove, Spot
from maps.hexes import tiling

LOST: Final = frozenset({"unit_eliminated", "leader_hurt"})
KILLED: Final = "killed"


def places(seen: ReadersMap) -> Mapping[str, Spot]:
    """Return the position in the drawing of every hex, by the hex's name."""
    board = seen.pos.setting.ground.board
    return {name: Spot(name, *at) for name, at in tiling(board).points.items()}


def motions(
    entries: Sequence[Sequence[Facts]], seen: ReadersMap, seat: str | None, said: Callable[[Facts], str]
) -> list[list[Motion]]:
    """Return the motions of the entries, with the steps of each unit joined. See games.contract.Page."""
    where = {unit: place.at for unit, place in seen.pos.board.places.items()}
    where |= dict(seen.pos.board.posts)
    return [list(_join_steps(_motions_of(events, where, seen, seat, said))) for events in entries]


def _motions_of(
    events: Sequence[Facts],
    where: dict[str, str],
    seen: ReadersMap,
    seat: str | None,
    said: Callable[[Facts], str],
) -> Iterator[Motion]:
    for e in events:
        kind = e["kind"]
        who = str(e.get("unit") or e.get("leader") or "")
        if kind in ("unit_stepped", "leader_rode"):
            before, there = where.get(who, ""), str(e["at"])
            where[who] = there
            if kind == "unit_stepped" and before and before != there:
                flag = seen.flags[seen.pos.counter(who).seat]
                yield PieceMove(seen.names.unit(who), (before, there), flag.mark, flag.colour)
        elif kind == "clash_settled":
            yield from _clash(e, where, said)
        elif kind in LOST and e.get("fate", KILLED) == KILLED:
            side = seen.pos.chief(who).seat if who in seen.pos.roster.chiefs else seen.pos.counter(who).seat
            yield Milestone(said(e), where.get(who, ""), good=side != seat)


def _clash(e: Facts, where: Mapping[str, str], said: Callable[[Facts], str]) -> Iterator[Motion]:
    at = next((where[str(one)] for one in reversed(e["units"]) if str(one) in where), "")
    if at:
        yield BattleShown(at, said(e))


def _join_steps(found: Iterator[Motion]) -> Iterator[Motion]:
    """Yield motions, joining consecutive steps of one piece into one move."""
    held: PieceMove | None = None
    for one in found:
        if isinstance(one, PieceMove) and held is not None and _follows(held, one):
            held = PieceMove(held.piece, (*held.way, *one.way[1:]), held.mark, held.colour)
            continue
        if held is not None:
            yield held
            held = None
        if isinstance(one, PieceMove):
            held = one
        else:
            yield one
    if held is not None:
        yield held


def _follows(before: PieceMove, after: PieceMove) -> bool:
    return before.piece == after.piece and before.way[-1] == after.way[0]
