"""The consequences of a duel. A damaged unit can give ground. After an attack without damage, the enemy gets
the attacker's next move, to strike back or give ground (L186, L360, L403).
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.melee import clash
from battles.schiere.rules.melee.clash import Clash
from battles.schiere.rules.melee.contact import STRUCK, Meeting, face_enemy
from battles.schiere.rules.melee.flight import Escape, havens, retreat
from battles.schiere.rules.turn.going import MOVES, Going
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.grid.square import Arc
from kit.rules.decisions import Action, Event

RULE: Final = "actions"
ANSWERS: Final = ("hold", "strike_back", "give_ground")


@dataclass(frozen=True)
class Aftermath(Frame):
    """The aftermath of a duel. ``harm`` is the damage that the attacker took and did. ``answer``: whether the
    duel itself answered an attack, in which case the enemy gets no further move.
    """

    attacker: str
    defender: str
    harm: tuple[int, int]
    answer: bool = False
    counted: bool = False


@dataclass(frozen=True)
class HoldGround(Action):
    """Stay in place."""


@dataclass(frozen=True)
class StrikeBack(Action):
    """Use the attacker's next move to attack the attacker."""


@dataclass(frozen=True)
class GiveGround(Action):
    """Retreat to a square."""

    to: str


@dataclass(frozen=True)
class MoveStolen(Event):
    """An attack without damage has cost the attacker its next move."""

    unit: str
    by: str


def are_side_by_side(pos: Position, one: str, other: str) -> bool:
    """Return whether both pieces are still on the board and share a side."""
    pieces = pos.state.pieces
    return (
        one in pieces and other in pieces and pieces[other].at in pos.ground.side_neighbours[pieces[one].at]
    )


def may_strike(pos: Position, frame: Aftermath) -> bool:
    """Return whether the defender can use the attacker's next move to strike back. The attack must have done
    no damage, and the attacker must have a move left. Ballistae and units out of command cannot strike
    back (L210).
    """
    going = pos.state.in_progress(Going)
    if frame.answer or frame.harm[1] or going is None:
        return False
    left = going.made.get(frame.attacker, MOVES) < MOVES
    return left and pos.attack(frame.defender) > 0 and pos.in_command(frame.defender)


def _ways_back(pos: Position, frame: Aftermath) -> tuple[Escape, ...]:
    """Return the ways in which the defender can give ground, either because it was damaged or by using the
    attacker's next move. Units out of command have none, and can only rout (L210).
    """
    if not frame.harm[1] and not may_strike(pos, frame):
        return ()
    id = frame.defender
    return havens(pos, id) if not pos.is_unit(id) or pos.in_command(id) else ()


@clash.when_over
def start_aftermath(play: Play, duel: Clash) -> None:
    """Start the aftermath of a duel that has ended."""
    play.push(Aftermath(duel.attacker, duel.defender, duel.harm, duel.answer))


@FRAMES.handler(Aftermath)
class _Aftermath(Offered):
    def advance(self, play: Play, frame: Aftermath) -> bool:
        if not frame.counted:
            play.swap(frame.but(counted=True))
            _record_damage(play, frame)
            return True
        if (
            are_side_by_side(play.pos, frame.attacker, frame.defender)
            and len(self.choices(play.pos, frame)) > 1
        ):
            return False
        play.pop()
        _record_push(play, frame)
        return True

    def ask(self, pos: Position, frame: Aftermath) -> Ask:
        usual = StrikeBack() if may_strike(pos, frame) else HoldGround()
        facts = {"unit": frame.defender, "enemy": frame.attacker, "harm": frame.harm[1]}
        return Ask(pos.piece(frame.defender).seat, "aftermath", usual, RULE, facts)

    def choices(self, pos: Position, frame: Aftermath) -> Choices:
        found = [Choice("hold_ground", rule=RULE)]
        strikes = may_strike(pos, frame)
        if strikes:
            found.append(Choice("strike_back", rule=RULE))
        ways = _ways_back(pos, frame)
        if ways:
            squares = tuple(Option(way.end, {"cost": way.cost}) for way in ways)
            found.append(Choice("give_ground", {}, (Pick("to", squares),), "rout"))
        return tuple(found)

    def execute(self, play: Play, frame: Aftermath, action: Action) -> None:
        if isinstance(action, StrikeBack):
            _strike_back(play, frame)
            return
        play.pop()
        if isinstance(action, GiveGround):
            way = next(way for way in havens(play.pos, frame.defender) if way.end == action.to)
            if may_strike(play.pos, frame):
                _steal_move(play, frame)
            retreat(play, frame.defender, way, "gave_ground")
        _record_push(play, frame)


def _strike_back(play: Play, frame: Aftermath) -> None:
    """Fight one duel in which the defender, without any support, attacks the attacker (L186)."""
    _steal_move(play, frame)
    play.pop()
    face_enemy(play, frame.defender, frame.attacker)
    arc = play.pos.arc(frame.attacker, frame.defender)
    meeting = Meeting(frame.defender, frame.attacker, struck=STRUCK[arc], faced=arc is Arc.FRONT)
    clash.begin(play, meeting, "already_fighting", answer=True)


def _steal_move(play: Play, frame: Aftermath) -> None:
    going = play.state.in_progress(Going)
    assert going is not None
    play.amend(Going, made={**going.made, frame.attacker: going.made[frame.attacker] + 1})
    play.tell(MoveStolen(frame.attacker, frame.defender))


def _record_damage(play: Play, frame: Aftermath) -> None:
    """If the attacker did damage, record that it can attack again (L186)."""
    going = play.state.in_progress(Going)
    if going is not None and frame.harm[1] and frame.attacker in going.units:
        play.amend(Going, harmed=tuple(sorted({*going.harmed, frame.attacker})))


def _record_push(play: Play, frame: Aftermath) -> None:
    """If the attacker has eliminated its enemy or pushed it back, record that (L298)."""
    going = play.state.in_progress(Going)
    gone = (
        not are_side_by_side(play.pos, frame.attacker, frame.defender) and frame.attacker in play.state.pieces
    )
    if going is not None and gone and frame.attacker in going.units:
        play.amend(Going, pushed=tuple(sorted({*going.pushed, frame.attacker})))


@FRAMES.standing_order("aftermath", Pick("answer", tuple(Option(one) for one in ANSWERS)), rule=RULE)
def answers(pos: Position, frame: Aftermath, said: Facts) -> Action:
    """The standing order's answer: strike back or give ground, whichever is ordered, or hold the ground if
    that is impossible.
    """
    ways = _ways_back(pos, frame)
    if said["answer"] == "strike_back" and may_strike(pos, frame):
        return StrikeBack()
    return GiveGround(ways[-1].end) if said["answer"] == "give_ground" and ways else HoldGround()
