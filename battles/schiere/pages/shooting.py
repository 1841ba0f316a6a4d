"""Lines of fire of a unit to its possible targets, with the obstacle that blocks each line."""

from __future__ import annotations

from dataclasses import dataclass

from battles.schiere.pages import words
from battles.schiere.pages.board import unit
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.troops import TROOPS
from battles.schiere.rules.shooting.lines import CLEAR, COVER, find_hindrance, lane, patch
from battles.schiere.rules.shooting.shot import FARTHEST, NEAREST, RANGES, band


@dataclass(frozen=True)
class Line:
    """A line from a shooter to an enemy within range. ``drawn`` holds the squares between which to draw it,
    ending where the shot is blocked. ``hindrance`` describes the obstacle, or is "".
    """

    target: str
    at: str
    distance: int
    drawn: tuple[str, str]
    hindrance: str


def lines_of_fire(seen: ReadersBoard, at: str) -> tuple[Line, ...]:
    """Return the lines from the unit on a square to every enemy within range of its weapon, nearest first."""
    id = seen.pieces_on[at][0]
    troop = TROOPS.get(seen.pieces[id].troop)
    if troop is None or not troop.weapon:
        return ()
    found = [
        line
        for there, other in seen.pos.occupants.items()
        if seen.pieces[other].seat != troop.seat and seen.pos.can_be_hurt(other)
        if (line := _line(seen, id, other, at, there)) is not None
    ]
    return tuple(sorted(found, key=lambda one: (one.distance, one.at)))


def _line(seen: ReadersBoard, id: str, other: str, at: str, there: str) -> Line | None:
    """Return the line of fire to one target, or None if the target is out of range."""
    ground, distance = seen.pos.ground, seen.pos.ground.distance(at, there)
    weapon = TROOPS[seen.pieces[id].troop].weapon
    if not NEAREST <= distance <= FARTHEST or not RANGES["open"][weapon][band(distance)]:
        return None
    seat = seen.pieces[id].seat
    friends = [s for s, one in seen.pos.occupants.items() if one != id and seen.pieces[one].seat == seat]
    hindrance = find_hindrance(ground, at, there, friends)
    end = _stop(seen, at, there, friends) if hindrance else there
    return Line(unit(seen, other), there, distance, (at, end), words.hindrance(hindrance))


def _stop(seen: ReadersBoard, at: str, there: str, friends: list[str]) -> str:
    """Return the first square that blocks a line of fire, or the target's square."""
    ground = seen.pos.ground
    own, high = patch(ground, at) | patch(ground, there), ground.kind(at) == "height"

    def stops(square: str) -> bool:
        if square in friends:
            return not (high and ground.distance(square, there) >= CLEAR)
        return ground.kind(square) in COVER and square not in own

    stopped = (passed for passed in lane(ground, at, there).crossed if all(map(stops, passed)))
    return next((passed[0] for passed in stopped), there)
