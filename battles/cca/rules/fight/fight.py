"""A combat from its declaration to its end, step by step (L387-407, L559-575, L742-778, L1163).

The steps are First Strike, evasion, the attack, the battle back, and momentum with the bonus combat. Each
is a separate frame, pushed on top of the Fight frame. They come in the same order as in
:func:`battles.cca.rules.combat.exchange.fight`, which resolves the same combat from plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battles.cca.rules.combat.exchange import advance_after
from battles.cca.rules.combat.field import fighter
from battles.cca.rules.combat.strike import Kind, dice
from battles.cca.rules.fight.advancing import Advancing
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.fight.declaration import CLOSE, RANGED, Fight
from battles.cca.rules.fight.evading import Evading, may_evade
from battles.cca.rules.fight.first_strike import Striking, may_be_held
from battles.cca.rules.fight.standing_orders import answer_for, class_fields, general_answer_field
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play, Routine
from battles.cca.rules.play.state import foe
from battles.cca.rules.terrain.board import HEXES
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts
from engine.values import dataclass
from kit.rules.decisions import Action

BACK: Final = "L559"


@FRAMES.handler(Fight)
class _Fight(Routine):
    def advance(self, play: Play, frame: Fight) -> bool:
        STAGES[frame.stage](self, play, frame)
        return True

    def _offer_first_strike(self, play: Play, frame: Fight) -> None:
        play.swap(frame.but(stage="answered"))
        if (
            frame.mode == CLOSE
            and not frame.lone
            and may_be_held(play.pos)
            and not _is_up_a_wall(play.pos, frame)
        ):
            play.push(Striking(frame.target, frame.at, foe(frame.seat)))

    def _answer_attack(self, play: Play, frame: Fight) -> None:
        play.swap(frame.but(stage="walled"))
        if frame.struck:
            play.push(Blow(Kind.ANSWER, frame.target, frame.at, 0, frame.full[1], frame.full[0]))
        elif frame.mode == CLOSE and not frame.lone and may_evade(play.pos, frame.target, frame.at):
            play.push(Evading(frame.target, frame.at, foe(frame.seat)))

    def _strike_from_wall(self, play: Play, frame: Fight) -> None:
        """Let a defender on a wall strike first if the attacker is not on a wall (L985)."""
        first = not frame.lone and not frame.struck and not frame.evades and _is_up_a_wall(play.pos, frame)
        play.swap(frame.but(stage="attack", struck=frame.struck or first))
        if first:
            play.push(Blow(Kind.ANSWER, frame.target, frame.at, 0, frame.full[1], frame.full[0]))

    def _attack(self, play: Play, frame: Fight) -> None:
        driven_off = not _stands(play, frame.at, frame.seat)
        trampled = not frame.lone and not _stands(play, frame.target, foe(frame.seat))
        if driven_off or trampled:  # First Strike drove the attacker off, or a rampage killed the defender
            play.pop()
            return
        play.swap(frame.but(stage="settled"))
        kind = Kind.RANGED if frame.mode == RANGED else Kind.EVADED if frame.evades else Kind.ATTACK
        play.push(Blow(kind, frame.at, frame.target, frame.card, *frame.full, frame.moved))

    def _finish(self, play: Play, frame: Fight) -> None:
        over = frame.mode == RANGED or frame.lone or frame.evades or not _stands(play, frame.at, frame.seat)
        if over:  # a rampage killed the attacker
            play.pop()
        elif _stands(play, frame.target, foe(frame.seat)):
            self._offer_battle_back(play, frame)
        else:
            play.pop()
            self._follow(play, frame)

    def _offer_battle_back(self, play: Play, frame: Fight) -> None:
        """Let the defender choose whether to battle back, if it has held its hex and has dice (L559-563)."""
        play.pop()
        blow = Blow(Kind.ANSWER, frame.target, frame.at, 0, frame.full[1], frame.full[0])
        if not frame.struck and dice(strike_of(play.pos, blow)):
            play.push(BattlingBack(blow, foe(frame.seat)))

    def _follow(self, play: Play, frame: Fight) -> None:
        board, at, target = play.pos.board, HEXES[frame.at], HEXES[frame.target]
        attacker = fighter(board, at, target, frame.moved, behind=False)
        after = advance_after(attacker, board.terrain(target), frame.bonus)
        if after.momentum and target not in board.units and target not in board.leaders:
            play.push(Advancing(frame.at, frame.target, frame.seat, after.extra_hex, after.bonus))


STAGES: Final[Mapping[str, Callable[[_Fight, Play, Fight], None]]] = {
    "declared": _Fight._offer_first_strike,
    "answered": _Fight._answer_attack,
    "walled": _Fight._strike_from_wall,
    "attack": _Fight._attack,
    "settled": _Fight._finish,
}


def _is_up_a_wall(pos: Battle, frame: Fight) -> bool:
    """Return whether a close combat is fought up a wall."""
    board = pos.board
    up = board.terrain(HEXES[frame.target]).strikes_first and not board.terrain(HEXES[frame.at]).strikes_first
    return frame.mode == CLOSE and up


def _stands(play: Play, at: str, seat: str) -> bool:
    unit = play.state.units.get(at)
    return unit is not None and str(unit.side) == seat


# --- battle back ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BattlingBack(Frame):
    """A decision in progress: ``seat`` can battle back against the attacker."""

    blow: Blow
    seat: str


@dataclass(frozen=True)
class BattleBack(Action):
    """Battle back, or decline to."""

    strike: bool


@FRAMES.handler(BattlingBack)
class _BattlingBack(Offered):
    def ask(self, pos: Battle, frame: BattlingBack) -> Ask:
        units, at, by = pos.state.units, frame.blow.by, frame.blow.at
        facts = {"at": at, "unit": units[at].type, "by": by, "attacker": units[by].type}
        return Ask(frame.seat, "battle_back", BattleBack(True), BACK, facts)

    def choices(self, pos: Battle, frame: BattlingBack) -> Choices:
        number = dice(strike_of(pos, frame.blow))
        return (
            Choice("battle_back", {"strike": True}, rule=BACK, facts={"dice": number}),
            Choice("battle_back", {"strike": False}, rule=BACK),
        )

    def execute(self, play: Play, frame: BattlingBack, action: BattleBack) -> None:
        play.pop()
        if action.strike:
            play.push(frame.blow)


@FRAMES.standing_order(
    "battle_back", general_answer_field("how", "always", "never"), *class_fields("always", "never"), rule=BACK
)
def strikes_back(pos: Battle, frame: BattlingBack, said: Facts) -> BattleBack | None:
    """The standing order's answer: battle back always, or never. Return None if the order leaves the decision
    to the player.
    """
    how = answer_for(pos, frame.blow.by, said, "how")
    return None if how is None else BattleBack(how == "always")
