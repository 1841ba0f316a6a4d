"""The Shieldwall on the map, in which foot can shelter from a shot (11.7). The module ``ranks`` handles the
order to leave it.
"""

from __future__ import annotations

from battles.cataphract.rules.battle.missiles.shooting import shoot
from battles.cataphract.rules.battle.missiles.walls import Sheltering, can_shelter, wall_of
from battles.cataphract.rules.battle.moves import Harassing
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.reacting import ask_reactions
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.shooting.fire import ORDER, REACTION
from engine.frames import Ask
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, not_offered, pick


@dataclass(frozen=True)
class Shelter(Action):
    """Form a Shieldwall with the whole row, or take the shot without one (11.71)."""

    form: bool = False


@dataclass(frozen=True)
class ShieldwallFormed(Event):
    """These units form a Shieldwall."""

    units: tuple[str, ...]


def shoot_by_order(play: MapPlay, firer: str, target: str, moves: bool) -> None:
    """Let a unit shoot by order. Foot that can shelter from the shot decides first."""
    if can_shelter(play.pos, firer, target):
        play.push(Sheltering(firer, target, moves))
    else:
        _shoot(play, firer, target, moves)


def _shoot(play: MapPlay, firer: str, target: str, moves: bool) -> None:
    shoot(play, firer, target, ORDER, moves=moves)
    ask_reactions(play, firer, "shoots", target)


@FRAMES.handler(Sheltering)
class _Sheltering(Offered):
    def ask(self, pos: MapField, frame: Sheltering) -> Ask:
        facts = {"unit": frame.target, "firer": frame.firer}
        return Ask(pos.counter(frame.target).seat, "shelter", Shelter(), "11.71", facts)

    def choices(self, pos: MapField, frame: Sheltering) -> Choices:
        facts = {"units": list(wall_of(pos, frame.target))}
        return (Choice("shelter", {}, (pick("form", (False, True)),), rule="11.71", facts=facts),)

    def objection(self, pos: MapField, frame: Sheltering, action: Action) -> None:
        not_offered("11.71", action)

    def execute(self, play: MapPlay, frame: Sheltering, action: Shelter) -> None:
        play.pop()
        if action.form:
            units = wall_of(play.pos, frame.target)
            for unit in units:
                play.mark(unit, shieldwall=True)
            play.tell(ShieldwallFormed(units))
        if frame.harasses:
            play.amend(Harassing, sheltered=True)
        elif frame.returned:
            shoot(play, frame.firer, frame.target, REACTION)
        else:
            _shoot(play, frame.firer, frame.target, frame.moves)
