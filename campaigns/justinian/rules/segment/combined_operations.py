"""Combined Operations of a major power and a minor power (6.4)."""

from __future__ import annotations

from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.segment.segments import SegmentBegan
from campaigns.justinian.rules.state.control import record_control, record_control_of_armies
from campaigns.justinian.rules.state.events import ArmyPlaced
from campaigns.justinian.rules.state.geography import entries
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BONUS, BarbarianSegment, Operation
from campaigns.justinian.rules.state.state import BARBARIAN, MAJORS, TREASURE_POWERS, minor_army
from campaigns.justinian.rules.turn.troops import recruit
from engine.frames import Ask
from engine.game import Choice, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, options, refuse


@dataclass(frozen=True)
class StartOperation(Action):
    """Start a Combined Operation by a major power's army and a minor power (6.4)."""

    army: str
    minor: str


@dataclass(frozen=True)
class SetDown(Action):
    """Place the minor army of a Combined Operation on the map (6.44)."""

    province: str


@dataclass(frozen=True)
class OperationStarted(Event):
    army: str
    minor: str


def can_begin(pos: Position) -> bool:
    """Return whether a Combined Operation can begin. It must be the first barbarian segment of a turn, with
    both Select markers left (6.41, 6.42, C1).
    """
    fresh = pos.state.segments == 0 and pos.state.selects == 2 and pos.state.randoms == 3
    return fresh and pos.state.turn >= pos.options.operation_turn


def lead_armies(pos: Position) -> tuple[str, ...]:
    """Return the armies of major powers that can lead a Combined Operation."""
    found = []
    for army in pos.state.armies.values():
        if army.power in MAJORS and army.power not in pos.state.gone:
            in_box = army.at in pos.scn.boxes
            if army.total or (in_box and army.id not in pos.state.recruited) or army.power in TREASURE_POWERS:
                found.append(army.id)
    return tuple(found)


def minors(pos: Position) -> tuple[str, ...]:
    return tuple(p.id for p in pos.scn.powers.values() if not p.is_major)


def start_choices(pos: Position) -> list[Choice]:
    if not can_begin(pos):
        return []
    armies = lead_armies(pos)
    if not armies:
        return []
    powers = options(minors(pos))
    return [
        Choice(
            "start_operation",
            {"army": a},
            (Pick("minor", powers),),
            "6.4",
            facts={"at": pos.state.armies[a].at},
        )
        for a in armies
    ]


def start(play: Play, frame: BarbarianSegment, action: StartOperation) -> None:
    if not can_begin(play.pos):
        refuse("6.41", "no_operation_now")
    if action.army not in lead_armies(play.pos):
        refuse("6.43", "cannot_activate", army=action.army)
    if action.minor not in minors(play.pos):
        refuse("6.43", "not_a_minor_power", power=action.minor)
    minor = minor_army(play.state, action.minor)
    record_control_of_armies(play, action.minor)
    alliances = {**play.state.alliances, action.minor: BARBARIAN}
    play.set(selects=0, combined=True, double="may", alliances=alliances)
    play.tell(SegmentBegan(BARBARIAN, play.state.segments + 1, "operation"))
    play.tell(OperationStarted(action.army, action.minor))
    play.swap(frame.but(stage="done", marker="operation"))
    recruit(play, minor.id)
    recruit(play, action.army)
    play.push(Operation(action.army, minor.id, left=(action.army, minor.id)))


@handler(Operation)
class OperationHandler(FrameHandler):
    """Runs a Combined Operation (6.44). The minor army can be placed on the map, where the major army picks
    it up. Otherwise the two armies act in turn.
    """

    def advance(self, play: Play, frame: Operation) -> bool:
        left = tuple(a for a in frame.left if can_act(play.pos, a))
        minor = play.state.armies[frame.minor]
        if left != frame.left:
            play.swap(frame.but(left=left))
        elif frame.stage == "place" and (minor.at not in play.scn.boxes or not minor.total):
            play.swap(frame.but(stage="order"))
        elif not orderable(frame.but(left=left)):
            play.pop()
        else:
            return False
        return True

    def ask(self, pos: Position, frame: Operation) -> Ask:
        facts = {"major": frame.major, "minor": frame.minor}
        if frame.stage == "place":
            return Ask(BARBARIAN, "operation_place", Pass(), "6.44", facts)
        return Ask(BARBARIAN, "operation", Pass(), "6.44", facts)

    def choices(self, pos: Position, frame: Operation) -> tuple[Choice, ...]:
        if frame.stage == "place":
            found = Choice("set_down", fields=(Pick("province", options(landings(pos, frame))),), rule="6.44")
        else:
            facts = tuple(
                Option(a, {"sp": pos.state.armies[a].total, "at": pos.state.armies[a].at})
                for a in orderable(frame)
            )
            found = Choice("activate_army", fields=(Pick("army", facts),), rule="6.44")
        return (found, Choice("pass", rule="6.44"))

    def answer(self, play: Play, frame: Operation, action: Action) -> None:
        if frame.stage == "place" and isinstance(action, SetDown):
            if action.province not in landings(play.pos, frame):
                refuse("6.44", "not_linked", province=action.province)
            record_control(play, action.province)
            play.change(frame.minor, at=action.province)
            play.tell(ArmyPlaced(frame.minor, action.province, "operation"))
            play.swap(frame.but(stage="order", set_down=True))
        elif isinstance(action, Pass):
            if frame.stage == "place":
                play.swap(frame.but(stage="order"))
            else:
                play.pop()
        elif frame.stage == "order" and isinstance(action, ActivateArmy):
            if action.army not in frame.left:
                refuse("6.44", "cannot_activate", army=action.army)
            if action.army not in orderable(frame):
                refuse("6.44", "only_picked_up", army=action.army)
            play.swap(frame.but(left=tuple(a for a in frame.left if a != action.army)))
            march.begin_activation(play, action.army, BARBARIAN, BONUS)
        else:
            not_now(action)


def orderable(frame: Operation) -> tuple[str, ...]:
    """Return the armies that can march by themselves. A minor army that was placed in a province can only be
    picked up (6.44).
    """
    return tuple(a for a in frame.left if not (frame.set_down and a == frame.minor))


def landings(pos: Position, frame: Operation) -> tuple[str, ...]:
    """Return the provinces that the minor power can enter from its box, except Lazica, which needs
    a battle.
    """
    power = pos.state.armies[frame.minor].power
    return tuple(p for p in entries(pos.scn, power) if p != "lazica")


def can_act(pos: Position, army: str) -> bool:
    """Return whether an army can still act. It must not be combined under another army, and it needs SP or a
    leader who can move alone.
    """
    found = pos.state.armies.get(army)
    if found is None or found.head is not None:
        return False
    return bool(found.total) or (found.power in TREASURE_POWERS and found.at not in pos.scn.boxes)
