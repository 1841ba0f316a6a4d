"""The treasuries of Ostrogoths and Vandals, which leaders carry and Byzantium can capture (5.4)."""

from __future__ import annotations

from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, options, refuse


@dataclass(frozen=True)
class Capture(Frame):
    """The capture of a barbarian treasury, with the choice of ten dice or one die times ten (5.42)."""

    power: str


@dataclass(frozen=True)
class TakeTreasury(Action):
    """Roll for the captured treasury. ``dice``: 10 (added up) or 1 (times ten)."""

    dice: int


@dataclass(frozen=True)
class TreasuryCaptured(Event):
    power: str
    gold: int


MANY, ONE = 10, 1  # how many dice Byzantium can choose to roll (5.42)


def can_carry(state: State, army: Army, to: str, kind: str) -> bool:
    """Return whether an army can carry its power's treasury along to an adjacent place. The treasury must be
    with the army, and cannot be carried from box to box (5.41).
    """
    return kind != "box" and state.treasuries.get(army.power) == army.at


def watch(play: Play) -> None:
    """Capture each treasury in a province with Byzantine land SP, unless a marker or SP of the treasury's
    power guards it (5.42).
    """
    for power, place in tuple(play.state.treasuries.items()):
        if not is_guarded(play.state, power, place) and play.state.sp_at(place, BYZANTIUM):
            capture(play, power, captor(play.state, place))


def is_guarded(state: State, power: str, place: str) -> bool:
    """Return whether a power's treasury is guarded by its marker or its land SP. A leader without SP does not
    count.
    """
    if state.markers.get(place) == power or state.detached.get(place, {}).get(power):
        return True
    return any(a.power == power and a.sp for a in state.armies_at(place))


def captor(state: State, place: str) -> str:
    """Return the power that captures a treasury in a place. It is Byzantium, unless only allied minor powers
    are in the place.
    """
    powers = [a.power for a in state.armies_at(place) if a.total and state.seat_of(a.power) == BYZANTIUM]
    return BYZANTIUM if place in state.frontier or BYZANTIUM in powers else powers[0]


def capture(play: Play, power: str, captor: str) -> None:
    """Remove a captured treasury from the game and let Byzantium roll for its gold. A minor ally gains none
    (5.42).
    """
    play.set(treasuries={p: at for p, at in play.state.treasuries.items() if p != power})
    if captor == BYZANTIUM:
        play.push(Capture(power))
    else:
        play.tell(TreasuryCaptured(power, 0))


def treasury_gold(faces: tuple[int, ...]) -> int:
    """Return the gold of a captured treasury. It is ten dice added up, or one die times ten, where a 0
    counts as 1 (5.42).
    """
    return sum(faces) if len(faces) == MANY else max(1, faces[0]) * 10


@handler(Capture)
class CaptureHandler(FrameHandler):
    def ask(self, pos: Position, frame: Capture) -> Ask:
        return Ask(BYZANTIUM, "treasury", TakeTreasury(ONE), "5.42", {"power": frame.power})

    def choices(self, pos: Position, frame: Capture) -> tuple[Choice, ...]:
        return (Choice("take_treasury", fields=(Pick("dice", options((ONE, MANY))),), rule="5.42"),)

    def answer(self, play: Play, frame: Capture, action: Action) -> None:
        if not isinstance(action, TakeTreasury):
            not_now(action)
            return
        if action.dice not in (ONE, MANY):
            refuse("5.42", "one_or_ten_dice", dice=action.dice)
        play.pop()
        faces = play.d10s(action.dice, "treasury", "5.42", BYZANTIUM)
        gold = treasury_gold(faces)
        play.tell(TreasuryCaptured(frame.power, gold))
        play.gain(gold, "treasury")


@standing_order("treasury", Pick("dice", (Option(1), Option(10))), rule="5.42")
def follow_order(pos: Position, frame: Capture, order: Facts) -> Action:
    return TakeTreasury(int(order.get("dice", 1)))
