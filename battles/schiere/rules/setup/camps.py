"""The camps. Each lies in its army's entry area (L25, L41, L411)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import SEATS
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE = "camp"


@dataclass(frozen=True)
class PlaceCamp(Action):
    """Place the camp on a square of the side's entry area."""

    at: str


@dataclass(frozen=True)
class CampsPlaced(Event):
    """Both camps are revealed at the same time. ``camps`` maps each seat to a square (ruling S23)."""

    camps: Mapping[str, str]


@dataclass(frozen=True)
class Camping(Frame):
    """Both sides place their camps."""

    answers: Mapping[str, PlaceCamp] = field(default_factory=dict)


@FRAMES.handler(Camping)
class _Camping(Secret):
    def asks(self, pos: Position, frame: Camping) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "place_camp", PlaceCamp(usual(pos, seat)), RULE) for seat in SEATS)

    def choices(self, pos: Position, frame: Camping, ask: Ask) -> Choices:
        squares = pos.ground.entry(pos.side(ask.seat).edge)
        return (Choice("place_camp", {}, (Pick("at", tuple(Option(s) for s in squares)),), RULE),)

    def settle(self, play: Play, frame: Camping) -> None:
        play.pop()
        camps = {seat: frame.answers[seat].at for seat in SEATS}
        for seat, at in camps.items():
            play.change_side(seat, camp=at)
        play.tell(CampsPlaced(camps))


def usual(pos: Position, seat: str) -> str:
    """Return the default square for a camp: the middle of the last row, or the nearest possible square."""
    ground, edge = pos.ground, pos.side(seat).edge
    middle, row = ground.board.columns // 2, 0 if edge == "south" else ground.board.rows - 1

    def far(square: str) -> tuple[int, int, str]:
        place = ground.places[square]
        return abs(place.row - row), abs(place.column - middle), square

    return min(ground.entry(edge), key=far)
