"""Momentum: a successful attacker can enter the target's hex, cavalry can move one hex farther, and some
units can fight again (L742-778).
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.exchange import advance_after
from battles.cca.rules.combat.field import fighter
from battles.cca.rules.combat.strike import Kind, dice
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.fight.declaration import CLOSE, declare
from battles.cca.rules.fight.standing_orders import answer_for, class_fields, general_answer_field
from battles.cca.rules.movement import may_enter
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.play.settling import settle
from battles.cca.rules.terrain.board import BOARD, HEXES, NAMES, NEAR
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, Event

RULE: Final = "L742"
AGAIN: Final = "L763"


@dataclass(frozen=True)
class Advancing(Frame):
    """A decision in progress. The unit in ``at`` can enter ``target``, move one hex farther if ``extra`` is
    set, and fight again if ``bonus`` is set.
    """

    at: str
    target: str
    seat: str
    extra: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class FightingOn(Frame):
    """A decision in progress: the unit in ``at`` can fight a bonus combat."""

    at: str
    seat: str


@dataclass(frozen=True)
class Advance(Action):
    """Advance to a hex."""

    to: str


@dataclass(frozen=True)
class StayPut(Action):
    """Stay in place instead of advancing."""


@dataclass(frozen=True)
class FightOn(Action):
    """Attack the occupants of a hex in a bonus combat."""

    target: str


@dataclass(frozen=True)
class Rest(Action):
    """Decline a bonus combat."""


@dataclass(frozen=True)
class Advanced(Event):
    """A unit has advanced after a successful attack."""

    at: str
    to: str
    seat: str
    unit: str


def goals(pos: Battle, frame: Advancing) -> tuple[str, ...]:
    """Return the hexes to which a unit can advance. These are the vacated hex and, for cavalry, its
    neighbours, even backwards (L748).
    """
    board, at, target = pos.board, HEXES[frame.at], HEXES[frame.target]
    found = [frame.target]
    if frame.extra:
        unit = board.units[at]
        found += [
            NAMES[there]
            for there in NEAR[target]
            if there == at
            or (
                may_enter(board, at, unit, there)
                and not board.terrain(there).enters_only_from_adjacent(unit.kind.kind)
            )
        ]
    return tuple(dict.fromkeys(found))


def bonus_dice(pos: Battle) -> int:
    """Return the dice that the card adds in a bonus combat."""
    return 0 if pos.turn.plain else pos.card.bonus_dice


def may_attack(pos: Battle, at: str, there: Hex) -> bool:
    """Return whether a unit can attack a hex. If the unit can never climb the wall there, it must have begun
    its turn next to the hex (L975).
    """
    terrain, known = pos.board.terrain(there), pos.turn.units.get(at)
    if not terrain.attack_from_start or not terrain.bars(pos.state.units[at].kind):
        return True
    return known is not None and BOARD.distance(HEXES[known.origin], there) == 1


def bonus_targets(pos: Battle, at: str) -> tuple[str, ...]:
    """Return the adjacent enemies against which a unit would roll dice in a bonus combat."""
    units, leaders, side = pos.state.units, pos.state.leaders, pos.state.units[at].side
    found = []
    for there in NEAR[HEXES[at]]:
        name = NAMES[there]
        piece = units.get(name) or leaders.get(name)
        if piece is not None and piece.side is not side and may_attack(pos, at, there):
            blow = Blow(Kind.ATTACK, at, name, bonus_dice(pos), units[at].full)
            if dice(strike_of(pos, blow)):
                found.append(name)
    return tuple(sorted(found))


def fights_again(pos: Battle, at: str) -> tuple[str, ...]:
    """Return the enemies that a unit can attack in a bonus combat after its advance. Its new terrain counts,
    and so does a leader whom it has joined.
    """
    to = HEXES[at]
    here = advance_after(fighter(pos.board, to, to, behind=False), pos.board.terrain(to), False)
    return bonus_targets(pos, at) if here.bonus else ()


@FRAMES.handler(Advancing)
class _Advancing(Offered):
    def ask(self, pos: Battle, frame: Advancing) -> Ask:
        facts = {"at": frame.at, "unit": pos.state.units[frame.at].type, "target": frame.target}
        return Ask(frame.seat, "advance", StayPut(), RULE, facts)

    def choices(self, pos: Battle, frame: Advancing) -> Choices:
        onward = (Choice("advance", {"to": to}, rule=RULE) for to in goals(pos, frame))
        return (*onward, Choice("stay_put", rule=RULE))

    def execute(self, play: Play, frame: Advancing, action: Advance | StayPut) -> None:
        play.pop()
        if isinstance(action, StayPut):
            return
        unit = play.state.units[frame.at]
        play.move_unit(frame.at, action.to)
        play.tell(Advanced(frame.at, action.to, frame.seat, unit.type))
        settle(play, action.to)
        if play.state.ended or not frame.bonus or action.to not in play.state.units:
            return
        if fights_again(play.pos, action.to):
            play.push(FightingOn(action.to, frame.seat))


@FRAMES.handler(FightingOn)
class _FightingOn(Offered):
    def ask(self, pos: Battle, frame: FightingOn) -> Ask:
        return Ask(
            frame.seat, "fight_on", Rest(), AGAIN, {"at": frame.at, "unit": pos.state.units[frame.at].type}
        )

    def choices(self, pos: Battle, frame: FightingOn) -> Choices:
        again = (Choice("fight_on", {"target": at}, rule=AGAIN) for at in bonus_targets(pos, frame.at))
        return (*again, Choice("rest", rule=AGAIN))

    def execute(self, play: Play, frame: FightingOn, action: FightOn | Rest) -> None:
        play.pop()
        if isinstance(action, FightOn):
            declare(play, frame.at, action.target, CLOSE, bonus_dice(play.pos), bonus=True)


@FRAMES.standing_order(
    "advance", general_answer_field("how", "enter", "stay"), *class_fields("enter", "stay"), rule=RULE
)
def advances(pos: Battle, frame: Advancing, said: Facts) -> Advance | StayPut | None:
    """The standing order's answer: enter the vacated hex, or stay. Return None if the order leaves the
    decision to the player.
    """
    how = answer_for(pos, frame.at, said, "how")
    return None if how is None else Advance(frame.target) if how == "enter" else StayPut()


@FRAMES.standing_order(
    "fight_on", general_answer_field("how", "most", "rest"), *class_fields("most", "rest"), rule=AGAIN
)
def fights_on(pos: Battle, frame: FightingOn, said: Facts) -> FightOn | Rest | None:
    """The standing order's answer: attack the target against which the unit rolls the most dice, or rest.
    Return None if the order leaves the decision to the player.
    """
    how = answer_for(pos, frame.at, said, "how")
    if how != "most":
        return None if how is None else Rest()
    full = pos.state.units[frame.at].full

    def rolled(target: str) -> int:
        return dice(strike_of(pos, Blow(Kind.ATTACK, frame.at, target, bonus_dice(pos), full)))

    return FightOn(max(bonus_targets(pos, frame.at), key=rolled))
