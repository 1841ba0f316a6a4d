"""Mago's ambush at the Trebbia: from the second turn, a Leadership card can bring a hidden force onto the
board (L1404; rulings 40 and 59).

The whole force enters with one card, as the group that the card orders. The hex in which a unit is placed
counts as the first hex of its move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cca.rules.play.battle import SIDES, Battle
from battles.cca.rules.play.play import FRAMES, ActionHandler, Offered, Play, put_key
from battles.cca.rules.play.state import foe
from battles.cca.rules.position import Leader, Unit
from battles.cca.rules.terrain.board import HOME, NAMES, Side, sections_of
from battles.cca.rules.turn.commanding import Commanding
from battles.cca.rules.units import UNITS
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "L1404"
SPRUNG: Final = "ambush"


@dataclass(frozen=True)
class Placing(Frame):
    """A decision in progress: ``seat`` places the remaining units (``left``) on the enemy's baseline in
    ``section``. ``led``: whether their leader has been placed.
    """

    seat: str
    section: str
    left: tuple[str, ...]
    led: bool = False


@dataclass(frozen=True)
class SpringAmbush(Action):
    """Bring the hidden force onto the board in a section, named as the player sees it."""

    section: str


@dataclass(frozen=True)
class Place(Action):
    """Place the next unit in a hex. ``leader``: whether the leader comes with the unit."""

    at: str
    leader: bool = False


@dataclass(frozen=True)
class AmbushSprung(Event):
    """A hidden force appears."""

    seat: str
    section: str


@dataclass(frozen=True)
class UnitPlaced(Event):
    """A unit of the ambush enters in ``at``. ``leader`` is the name of the leader who comes with it, or
    "".
    """

    at: str
    seat: str
    unit: str
    leader: str = ""


def ambush(pos: Battle) -> Mapping[str, Any] | None:
    """Return the special rule that lets the active side bring on a hidden force with the card in play, or
    None.
    """
    turn = pos.turn
    for rule in pos.setting.special("ambush"):
        due = pos.army.turns + 1 >= rule["not_before_own_turn"]
        hidden = SPRUNG not in pos.state.held
        fresh = not turn.units and not turn.leaders
        if rule["side"] == turn.seat and turn.stands_for in rule["cards"] and due and hidden and fresh:
            return rule
    return None


def open_sections(pos: Battle) -> tuple[str, ...]:
    """Return the sections in which the hidden force can appear. These are the sections that the card names,
    or all if it names none. Each must have enough free hexes for the whole force.
    """
    if ambush(pos) is None:
        return ()
    named = pos.turn.sections or (() if pos.card.leader_in == "any" else (pos.card.leader_in,))
    units = len(pos.setting.scenario.reserve.units)
    return tuple(
        name
        for name in ("left", "center", "right")
        if (not named or name in named) and len(free_hexes(pos, pos.turn.seat, name)) >= units
    )


def free_hexes(pos: Battle, seat: str, section: str) -> tuple[str, ...]:
    """Return the empty hexes of the enemy's baseline in a section. ``section`` is its name as the arriving
    side sees it.
    """
    state, side = pos.state, SIDES[seat]
    return tuple(
        sorted(
            NAMES[at]
            for at in HOME[Side(foe(seat))]
            if section in sections_of(at, side)
            and NAMES[at] not in state.units
            and NAMES[at] not in state.leaders
            and not pos.board.terrain(at).impassable
        )
    )


@handles(Commanding)
class _SpringAmbush(ActionHandler):
    action = SpringAmbush

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        return tuple(Choice("spring_ambush", {"section": name}, rule=RULE) for name in open_sections(pos))

    def check(self, pos: Battle, frame: Commanding, action: SpringAmbush) -> None:
        if action.section not in open_sections(pos):
            refuse(RULE, "no_ambush")

    def execute(self, play: Play, frame: Commanding, action: SpringAmbush) -> None:
        play.set(held={**play.state.held, SPRUNG: frame.seat})
        play.tell(AmbushSprung(frame.seat, action.section))
        play.push(Placing(frame.seat, action.section, play.setting.scenario.reserve.units))


@FRAMES.handler(Placing)
class _Placing(Offered):
    def ask(self, pos: Battle, frame: Placing) -> Ask:
        facts = {"unit": frame.left[0]}
        return Ask(frame.seat, "place", lambda: _first(pos, frame), RULE, facts)

    def choices(self, pos: Battle, frame: Placing) -> Choices:
        with_leader = (False, True) if not frame.led and pos.setting.scenario.reserve.leaders else (False,)
        if len(frame.left) == 1 and len(with_leader) == 2:
            with_leader = (True,)  # the last unit must bring the leader
        return tuple(
            Choice("place", {"at": at, "leader": leader}, rule=RULE)
            for at in free_hexes(pos, frame.seat, frame.section)
            for leader in with_leader
        )

    def execute(self, play: Play, frame: Placing, action: Place) -> None:
        kind, side = UNITS[frame.left[0]], SIDES[frame.seat]
        name = ""
        if action.leader:
            leader = Leader(side, play.setting.scenario.reserve.leaders[0])
            play.set(leaders=put_key(play.state.leaders, action.at, leader))
            name = leader.name
        play.put_unit(action.at, Unit(side, kind.id, kind.blocks))
        play.order_unit(action.at, moved=1, spent=1)
        play.tell(UnitPlaced(action.at, frame.seat, kind.id, name))
        rest = frame.left[1:]
        if rest:
            play.swap(frame.but(left=rest, led=frame.led or action.leader))
        else:
            play.pop()


def _first(pos: Battle, frame: Placing) -> Place:
    at = free_hexes(pos, frame.seat, frame.section)[0]
    return Place(at, not frame.led and bool(pos.setting.scenario.reserve.leaders))
