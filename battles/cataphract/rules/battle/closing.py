"""The end of a turn on the map: rout moves of all routed units, missiles, markers, withdrawal (3.0 D, E)."""

from __future__ import annotations

from battles.cataphract.rules.battle.play import MapPlay, Routine
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.shooting import is_shot_at
from battles.cataphract.rules.battle.state import Fleer
from battles.cataphract.rules.sheet.command.ending import close_turn, reloadable, routed_units
from battles.cataphract.rules.sheet.play.play import FRAMES
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class Evening(Frame):
    """The turn ends. ``fled``: the routed units have moved."""

    fled: bool = False


@FRAMES.handler(Evening)
class _Evening(Routine):
    def advance(self, play: MapPlay, frame: Evening) -> bool:
        if not frame.fled:
            play.swap(frame.but(fled=True))
            _flee_all(play)
            return True
        play.pop()
        play.chart(level=0, next="")
        close_turn(play, tuple(reloading(play.pos)))
        return True


def _flee_all(play: MapPlay) -> None:
    """Let every routed unit move its whole printed allowance (10.22). Those that rallied this turn stay."""
    pos = play.pos
    units = [Fleer(u, mp=pos.counter(u).ma) for u in routed_units(pos)]
    play.chart(fleeing=(*pos.board.fleeing, *units))


def reloading(pos: MapField) -> list[str]:
    """Return the units that get missiles again: in no enemy zone nor in range of enemy missiles (8.18)."""
    return [
        u
        for u in reloadable(pos)
        if not pos.battlefield.holders(pos.counter(u).seat, pos.piece(u).at) and not is_shot_at(pos, u)
    ]
