"""The end of a turn on the map: rout moves, missile supply, markers and withdrawal (3.0 D, E)."""

from __future__ import annotations

from battles.cataphract.rules.battle.missiles.shooting import is_shot_at
from battles.cataphract.rules.battle.play import MapPlay, Routine
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.state import Fleer
from battles.cataphract.rules.sheet.command.ending import close_turn, reloadable_units, routed_units
from battles.cataphract.rules.sheet.play.play import FRAMES
from engine.frames import Frame
from engine.values import dataclass


@dataclass(frozen=True)
class Evening(Frame):
    """The end of a turn, in two steps. ``fled``: whether the first step, the rout moves, is done."""

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
        close_turn(play, tuple(reloading_units(play.pos)))
        return True


def _flee_all(play: MapPlay) -> None:
    """Let every routed unit move its whole printed allowance (10.22). Units that rallied this turn stay in
    place.
    """
    pos = play.pos
    units = [Fleer(u, mp=pos.counter(u).ma) for u in routed_units(pos)]
    play.chart(fleeing=(*pos.board.fleeing, *units))


def reloading_units(pos: MapField) -> list[str]:
    """Return the units that reload because they are in no enemy zone and out of range of enemy missiles
    (8.18).
    """
    return [
        u
        for u in reloadable_units(pos)
        if not pos.battlefield.holders(pos.counter(u).seat, pos.piece(u).at) and not is_shot_at(pos, u)
    ]
