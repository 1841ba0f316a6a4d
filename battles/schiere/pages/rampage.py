"""The paths that rampaging elephants could take. They run straight back after turning, or straight ahead if
they are already running.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.elephants.rampage import AHEAD, BEHIND
from maps.values import Way

FAR = 99  # squares; a run's length is unpredictable, but never this long


def bolts(seen: ReadersBoard, at: str) -> Iterator[Way]:
    """Yield the paths that elephants could take if they are rampaging, frightened by noise, or on the
    selected square.
    """
    threatened: set[str] = {id for id in seen.pieces_on.get(at, ()) if _is_elephants(seen, id)}
    for frame in seen.view["in_progress"]:
        if frame.get("kind") == "rampage" and frame["unit"] in seen.pieces:
            yield from _paths_ahead(seen, frame["unit"], frame["facing"], frame["squares"])
        if frame.get("kind") == "noise":
            threatened |= {id for id in frame["units"] if id in seen.pieces}
            for id in frame["units"]:
                yield from _paths_ahead(seen, id, seen.pieces[id].facing)
    for id in sorted(threatened):
        yield from _paths_ahead(seen, id, BEHIND[seen.pieces[id].facing])


def _is_elephants(seen: ReadersBoard, id: str) -> bool:
    return seen.pos.is_unit(id) and seen.pos.cls(id) == "elephants"


def _paths_ahead(seen: ReadersBoard, id: str, facing: str, squares: int = FAR) -> Iterator[Way]:
    ground, piece = seen.pos.ground, seen.pieces.get(id)
    found = [piece.at] if piece else []
    while piece and len(found) <= squares:
        there = ground.square_at_offset(found[-1], *AHEAD[facing])
        if not there or ground.is_barred(there) or _has_enemy(seen, there, id):
            break
        found.append(there)
    if len(found) > 1:
        yield Way(tuple(found), "bolt")


def _has_enemy(seen: ReadersBoard, at: str, id: str) -> bool:
    other = seen.pos.unit_at(at)
    return bool(other) and seen.pieces[other].seat != seen.pieces[id].seat
