"""Retreats for flags. The owner chooses the path, and the unit loses a block for each hex that it cannot
retreat. Elephants push the units that block them (L577-600, L640-654).
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.retreat import Retreat, retreats
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.fight.harm import remove_blocks
from battles.cca.rules.fight.marsh import wade_back
from battles.cca.rules.fight.standing_orders import (
    AWAY,
    FRIENDS,
    answer_for,
    best_end,
    class_fields,
    general_answer_field,
)
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.play.settling import settle
from battles.cca.rules.play.state import foe
from battles.cca.rules.terrain.board import HEXES, NAMES
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "L589"


@dataclass(frozen=True)
class GoingBack(Frame):
    """A retreat in progress: a unit must still retreat some hexes. ``checked``: whether its leader has
    already been checked in this combat. ``spared`` are the hexes whose leaders were already checked in the
    unit's rampage.
    """

    at: str
    seat: str
    hexes: int
    checked: bool = False
    spared: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class GoBack(Action):
    """Retreat to a hex."""

    to: str


@dataclass(frozen=True)
class WentBack(Event):
    """A unit has retreated ``gone`` of the ``hexes`` that it owed."""

    at: str
    to: str
    seat: str
    unit: str
    hexes: int
    gone: int


@dataclass(frozen=True)
class Pushed(Event):
    """An elephant cannot retreat and stays in its hex. Each unit that blocks it loses the same number of
    blocks (L640).
    """

    at: str
    seat: str
    hexes: tuple[str, ...]
    number: int


@FRAMES.handler(GoingBack)
class _GoingBack(Offered):
    def advance(self, play: Play, frame: GoingBack) -> bool:
        if frame.at not in play.state.units:  # the elephant was lost in its own rampage
            play.pop()
            return True
        found = _ways(play.pos, frame)
        if len(found) > 1:
            return False
        self._go(play, frame, found[0])
        return True

    def ask(self, pos: Battle, frame: GoingBack) -> Ask:
        facts = {"at": frame.at, "unit": pos.state.units[frame.at].type, "hexes": frame.hexes}
        return Ask(frame.seat, "go_back", lambda: GoBack(NAMES[_ways(pos, frame)[0].end]), RULE, facts)

    def choices(self, pos: Battle, frame: GoingBack) -> Choices:
        return tuple(
            Choice(
                "go_back", {"to": NAMES[way.end]}, rule=RULE, facts={"joins": way.joins} if way.joins else {}
            )
            for way in _ways(pos, frame)
        )

    def execute(self, play: Play, frame: GoingBack, action: GoBack) -> None:
        self._go(play, frame, next(w for w in _ways(play.pos, frame) if NAMES[w.end] == action.to))

    def _go(self, play: Play, frame: GoingBack, way: Retreat) -> None:
        play.pop()
        unit, to = play.state.units[frame.at], NAMES[way.end]
        checked = frame.checked
        if way.gone:
            on_the_way = tuple(NAMES[there] for there in way.marshes)
            to, checked = wade_back(play, frame.at, on_the_way, to, checked)
        play.tell(WentBack(frame.at, to, frame.seat, unit.type, frame.hexes, way.gone))
        if to not in play.state.units:  # the unit lost its last block in a marsh
            return
        if way.gone:
            settle(play, to)
        if way.charged:
            _push(play, frame, to, way)
        elif way.lost:
            remove_blocks(play, to, way.lost, "retreat", check=not checked)


def _ways(pos: Battle, frame: GoingBack) -> tuple[Retreat, ...]:
    return tuple(sorted(retreats(pos.board, HEXES[frame.at], frame.hexes), key=lambda way: NAMES[way.end]))


def _push(play: Play, frame: GoingBack, at: str, way: Retreat) -> None:
    """Remove blocks at once from each unit in the way of a retreating elephant, and kill a lone enemy leader
    without a check. If both sides then have enough banners, the battle is a draw (L654).
    """
    hexes = tuple(sorted(NAMES[there] for there in way.charged))
    play.tell(Pushed(at, frame.seat, hexes, way.blocks_each))
    for name in hexes:
        if name in play.state.units:
            remove_blocks(play, name, way.blocks_each, "push", check=name not in frame.spared, together=True)
        elif name in play.state.leaders and str(play.state.leaders[name].side) == foe(frame.seat):
            kill_leader(play, name, "push", together=True)
    if not play.state.ended:
        play.check_won()


@FRAMES.standing_order(
    "go_back", general_answer_field("way", FRIENDS, AWAY), *class_fields(FRIENDS, AWAY), rule=RULE
)
def goes_back(pos: Battle, frame: GoingBack, said: Facts) -> GoBack | None:
    """The standing order's answer: retreat to the hex with the most friends nearby, or as far from the enemy
    as possible. Return None if the order leaves the decision to the player.
    """
    way, ends = answer_for(pos, frame.at, said, "way"), (NAMES[one.end] for one in _ways(pos, frame))
    return None if way is None else GoBack(best_end(pos, frame.at, tuple(dict.fromkeys(ends)), way))
