"""Charges: units next to an enemy fight it in one duel after another, and charged units can countercharge
(L336-344).

A march that ends side by side with an enemy is a charge. A unit already next to an enemy can attack as
one move of its action. It can attack a second time only if the first attack did damage (L186).
"""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.rules.board.lasting import LASTS, order_applies
from battles.schiere.rules.board.play import FRAMES, ActionHandler, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.watching import watch_halts
from battles.schiere.rules.melee import clash, situation
from battles.schiere.rules.melee.contact import attackable, face_enemy, meet, meetings, melee, piece_ahead
from battles.schiere.rules.melee.surround import capture_surrounded
from battles.schiere.rules.turn.going import MOVES, Going, acting, spend
from battles.schiere.rules.turn.march import must_stop
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Many, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "charge"
ATTACKS: Final = 2  # maximum attacks in an action (L186)


@dataclass(frozen=True)
class Charge(Frame):
    """A charge in progress. ``targets``: the enemies still to be fought. ``moved``: whether the attackers
    advanced into contact rather than starting there. ``asked``: whether the enemy has already chosen how to
    receive the charge. ``met``: the charged units that countercharge.
    """

    seat: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    moved: bool = True
    asked: bool = False
    met: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attack(Action):
    """Attack an enemy that shares a side with the unit."""

    unit: str
    target: str


@dataclass(frozen=True)
class Receive(Action):
    """Choose which charged units countercharge. The others stand and receive the charge (L338-340)."""

    countercharge: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChargeDeclared(Event):
    seat: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    moved: bool


@dataclass(frozen=True)
class ChargeReceived(Event):
    seat: str
    countercharge: tuple[str, ...]
    stand: tuple[str, ...]


# --- attackers --------------------------------------------------------------------------------------------


def may_attack(pos: Position, going: Going, id: str) -> bool:
    """Return whether a unit can attack in its action. It can attack once, and again if its last attack did
    damage (L186). Elephants can continue after eliminating or pushing back an enemy (L298).
    """
    if id not in pos.state.pieces or going.shooting or going.made.get(id, MOVES) >= MOVES:
        return False
    attacks = going.attacks.get(id, 0)
    return (
        not attacks
        or _may_continue(pos, going, id)
        or (id in going.harmed and attacks < most_attacks(pos, going, id))
    )


def most_attacks(pos: Position, going: Going, id: str) -> int:
    """Return the maximum number of attacks that a unit can make in an action: two (L186), or three for
    cavalry urged on by an impetuous wing commander (L238).
    """
    return ATTACKS + _extra_attacks(pos, id)


def attack_is_free(pos: Position, going: Going, id: str) -> bool:
    """Return whether the next attack costs no move.

    It is free for elephants that have just eliminated or pushed back an enemy (L298). It is also free as
    the second attack of urged cavalry, because three attacks must fit into three moves (L238).
    """
    second = going.attacks.get(id, 0) == 1 and id in going.harmed
    return _may_continue(pos, going, id) or (second and bool(_extra_attacks(pos, id)))


def _may_continue(pos: Position, going: Going, id: str) -> bool:
    """Return whether elephants continue, because they have just eliminated an enemy or pushed it back."""
    return id in going.pushed and pos.cls(id) == "elephants"


def _extra_attacks(pos: Position, id: str) -> int:
    """Return the number of a unit's extra attacks: one for a mounted unit urged on by an impetuous wing
    commander, otherwise none. Such a commander urges on only one schiera a turn.
    """
    return int(pos.is_unit(id) and pos.troop(id).is_mounted and pos.is_urged_by(id, "impetuous"))


def engage(play: Play, seat: str, units: tuple[str, ...], *, moved: bool) -> None:
    """Attack the enemies next to these units, turning each unit to its target. Do nothing if there is no
    legal target.
    """
    going = play.state.in_progress(Going)
    assert going is not None
    pos = play.pos
    able = tuple(id for id in units if may_attack(pos, going, id) and attackable(pos, id))
    if not able:
        return
    for id in able:
        target = attackable(play.pos, id)[0]
        if piece_ahead(play.pos, id) != target:
            face_enemy(play, id, target)
    targets = tuple(meeting.defender for meeting in meetings(play.pos, able))
    if targets:
        _count_attack(play, going, able)
        play.tell(ChargeDeclared(seat, able, targets, moved))
        play.push(Charge(seat, able, targets, moved))


def _count_attack(play: Play, going: Going, units: tuple[str, ...]) -> None:
    """Record an attack, and count it as a move unless it is free."""
    paid = tuple(id for id in units if not attack_is_free(play.pos, going, id))
    for id in set(units) - set(paid):
        piece = play.pos.piece(id)
        wing = play.pos.wing(piece.seat, piece.wing)
        if play.pos.cls(id) != "elephants" and wing:
            play.remember(urged={**play.state.today.urged, wing: piece.schiera})
    spend(play, paid, 0)
    attacks = {**going.attacks, **{id: going.attacks.get(id, 0) + 1 for id in units}}
    harmed = tuple(id for id in going.harmed if id not in units)
    pushed = tuple(id for id in going.pushed if id not in units)
    play.amend(Going, attacks=attacks, harmed=harmed, pushed=pushed)


@handles(Going)
class _Attacking(ActionHandler):
    action = Attack

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        found = []
        for id in acting(pos, frame):
            targets = attackable(pos, id) if may_attack(pos, frame, id) and not must_stop(pos, id) else ()
            if targets:
                pick = Pick("target", tuple(Option(other) for other in targets))
                found.append(Choice("attack", {"unit": id}, (pick,), RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Going, action: Attack) -> None:
        if action.unit not in acting(pos, frame):
            refuse("actions", "not_acting", piece=action.unit[:20], most=MOVES)
        if frame.shooting:
            refuse("shooting", "only_shoots")
        if not may_attack(pos, frame, action.unit):
            refuse("actions", "no_more_attacks")
        if must_stop(pos, action.unit):
            refuse("chief", "out_of_command", piece=action.unit)
        if action.target not in attackable(pos, action.unit):
            refuse(RULE, "not_attackable", piece=action.target[:20])

    def execute(self, play: Play, frame: Going, action: Attack) -> None:
        face_enemy(play, action.unit, action.target)
        engage(play, frame.seat, (action.unit,), moved=False)


# --- receiving a charge -----------------------------------------------------------------------------------


def may_countercharge(pos: Position, frame: Charge, target: str) -> bool:
    """Return whether a charged unit can countercharge (L298, L340-352)."""
    meeting = meet(pos, target, frame.units)
    # a reorganising unit can only stand
    if not frame.moved or meeting is None or pos.piece(target).rests >= pos.turn:
        return False
    return not any(m.path == "received" for m in situation.mistakes(melee(pos, meeting, "countercharges")))


@FRAMES.handler(Charge)
class _Charge(Offered):
    def advance(self, play: Play, frame: Charge) -> bool:
        if not frame.asked:
            if any(may_countercharge(play.pos, frame, target) for target in frame.targets):
                return False
            self._receive_charge(play, frame, ())
        elif not frame.targets:
            play.pop()
        else:
            self._begin_next_duel(play, frame)
        return True

    def _begin_next_duel(self, play: Play, frame: Charge) -> None:
        """Begin the next duel, if the next target is still on the board and an attacker faces it."""
        target, pos = frame.targets[0], play.pos
        play.swap(frame.but(targets=frame.targets[1:]))
        if target not in pos.state.pieces:
            return
        units = [id for id in frame.units if id in pos.state.pieces and piece_ahead(pos, id) == target]
        meeting = meet(pos, target, units) if units else None
        if meeting is not None:
            clash.begin(play, meeting, self._reception_of(frame, target))

    def _reception_of(self, frame: Charge, target: str) -> situation.Reception:
        if not frame.moved:
            return "already_fighting"
        return "countercharges" if target in frame.met else "stands"

    def _receive_charge(self, play: Play, frame: Charge, met: tuple[str, ...]) -> None:
        play.swap(frame.but(asked=True, met=met))
        if frame.moved:
            stand = tuple(target for target in frame.targets if target not in met)
            play.tell(ChargeReceived(foe(frame.seat), met, stand))

    def _able_targets(self, pos: Position, frame: Charge) -> tuple[str, ...]:
        return tuple(target for target in frame.targets if may_countercharge(pos, frame, target))

    def ask(self, pos: Position, frame: Charge) -> Ask:
        facts = {"targets": list(frame.targets), "units": list(frame.units)}
        return Ask(foe(frame.seat), "receive", Receive(self._able_targets(pos, frame)), RULE, facts)

    def choices(self, pos: Position, frame: Charge) -> Choices:
        able = tuple(Option(target) for target in self._able_targets(pos, frame))
        return (Choice("receive", {}, (Many("countercharge", able),), RULE),)

    def execute(self, play: Play, frame: Charge, action: Receive) -> None:
        self._receive_charge(play, frame, tuple(sorted(action.countercharge)))


@FRAMES.standing_order("receive", Pick("how", (Option("countercharge"), Option("stand"))), LASTS, rule=RULE)
def receives(pos: Position, frame: Charge, said: Facts) -> Receive | None:
    """The standing order's answer: countercharge with every unit that can, or stand with all of them. Return
    None once the order has expired.
    """
    if not order_applies(pos, said):
        return None
    able = tuple(target for target in frame.targets if may_countercharge(pos, frame, target))
    return Receive(able if said["how"] == "countercharge" else ())


@watch_halts
def resolve_halt(play: Play, march: Any) -> None:
    """Resolve the end of a march. Enemies surrounded on three sides surrender, and other enemies in contact
    are charged.
    """
    capture_surrounded(play)
    units = tuple(id for id in march.units if id in play.state.pieces)
    if play.state.in_progress(Going) is not None and not play.state.ended:
        engage(play, march.seat, units, moved=True)
