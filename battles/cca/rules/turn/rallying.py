"""Rally: each symbol rolled restores a block to a unit of its class near a leader, and gives that unit an
order (L1193-1203).
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.terrain.board import HEXES, NAMES, NEAR
from battles.cca.rules.turn.orderable_units import HELMET
from battles.cca.rules.units import GROUPS
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event

RULE: Final = "L1195"
NOT_RALLIED: Final = "not_rallied"


@dataclass(frozen=True)
class Rallying(Frame):
    """A decision in progress: ``seat`` spends its remaining symbols on its units."""

    seat: str


@dataclass(frozen=True)
class Restore(Action):
    """Restore a block to the unit in a hex, using a symbol of its class or else a helmet."""

    at: str


@dataclass(frozen=True)
class RestoreNoMore(Action):
    """Discard the remaining symbols."""


@dataclass(frozen=True)
class BlockRestored(Event):
    """A unit has regained a block. It counts as ordered for the rest of the turn."""

    at: str
    seat: str
    unit: str
    face: str
    blocks: int


def restorable_units(pos: Battle, seat: str) -> dict[str, str]:
    """Return the units that a remaining symbol can restore, each with the symbol to use."""
    faces = pos.turn.faces
    near = {
        at for leader in pos.leaders_of(seat) for at in (leader, *(NAMES[n] for n in NEAR[HEXES[leader]]))
    }
    found = {}
    for at in pos.units_of(seat):
        unit = pos.state.units[at]
        face = next((f for f in (unit.kind.grade.upper(), HELMET) if f in faces), "")
        if face and at in near and not unit.full and unit.type not in GROUPS[NOT_RALLIED]:
            found[at] = face
    return found


@FRAMES.handler(Rallying)
class _Rallying(Offered):
    def advance(self, play: Play, frame: Rallying) -> bool:
        if restorable_units(play.pos, frame.seat):
            return False
        play.pop()
        play.remember(faces=())
        return True

    def ask(self, pos: Battle, frame: Rallying) -> Ask:
        return Ask(
            frame.seat,
            "rally",
            lambda: Restore(
                min(restorable_units(pos, frame.seat), key=lambda at: (pos.state.units[at].blocks, at))
            ),
            RULE,
            {"faces": list(pos.turn.faces)},
        )

    def choices(self, pos: Battle, frame: Rallying) -> Choices:
        restores = (
            Choice("restore", {"at": at}, rule=RULE, facts={"face": face})
            for at, face in restorable_units(pos, frame.seat).items()
        )
        return (*restores, Choice("restore_no_more", rule=RULE))

    def execute(self, play: Play, frame: Rallying, action: Restore | RestoreNoMore) -> None:
        if isinstance(action, RestoreNoMore):
            play.pop()
            play.remember(faces=())
            return
        face, unit = restorable_units(play.pos, frame.seat)[action.at], play.state.units[action.at]
        faces = list(play.state.turn.faces)
        faces.remove(face)
        more = replace(unit, blocks=unit.blocks + 1)
        play.put_unit(action.at, more)
        play.remember(faces=tuple(faces))
        if action.at not in play.state.turn.units:
            play.order_unit(action.at)
        play.tell(BlockRestored(action.at, frame.seat, unit.type, face, more.blocks))
