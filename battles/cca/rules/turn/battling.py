"""The battles of a turn, one by one: close combat and fire of the ordered units (L278-385)."""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.strike import Kind, dice
from battles.cca.rules.fight.advancing import may_attack
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.fight.declaration import CLOSE, RANGED, declare
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, ActionHandler, MenuHandler, Play
from battles.cca.rules.sight import is_engaged, targets
from battles.cca.rules.terrain.board import HEXES, NAMES, NEAR
from battles.cca.rules.turn.orderable_units import Objection
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, handles, refuse

RULE: Final = "L278"
CLOSE_RULE: Final = "L383"
FIRE_RULE: Final = "L301"
CHARGED: Final = "L233"


@dataclass(frozen=True)
class Battling(Frame):
    """The battles of a turn in progress. ``seat`` fights with its ordered units."""

    seat: str


@dataclass(frozen=True)
class Attack(Action):
    """Attack with a unit in close combat."""

    at: str
    target: str


@dataclass(frozen=True)
class Fire(Action):
    """Fire with a unit."""

    at: str
    target: str


@dataclass(frozen=True)
class EndBattles(Action):
    """End the battles of the turn."""


def why_not_fight(pos: Battle, at: str, mode: str) -> Objection | None:
    """Return the reason a unit cannot fight in this mode now, whatever its target. None means that it
    can.
    """
    turn, known, unit = pos.turn, pos.turn.units.get(at), pos.state.units.get(at)
    if unit is None or unit.side is not pos.side:
        return Objection(RULE, "nobody_there")
    if known is None:
        return Objection("L180", "not_ordered")
    card, close = pos.card, mode == CLOSE
    if not turn.plain and not (card.close if close else card.fire):
        return Objection("L1141", "card_forbids_close" if close else "card_forbids_fire")
    if known.fights >= (1 if close or turn.plain else card.shots):
        return Objection("L284", "fought_already")
    if known.moved > _longest_move(pos, at, close):
        return Objection(CHARGED, "moved_too_far")
    ground = pos.board.terrain(HEXES[at])
    if known.moved and unit.type in ground.no_battle_on_entry:
        return Objection("L843", "no_battle_on_entry")
    if not close and (unit.kind.missiles is None):
        return Objection(FIRE_RULE, "no_missiles")
    if not close and is_engaged(pos.board, HEXES[at]):
        return Objection("L305", "engaged")
    return None


def _longest_move(pos: Battle, at: str, close: bool) -> int:
    """Return the longest move after which a unit can still fight. Some cards allow a longer move than usual
    (L233, L1157, L1185).
    """
    kind = pos.state.units[at].kind
    far = max(kind.battle_after_moving, kind.charge) if close else kind.battle_after_moving
    if not pos.turn.plain and pos.card.runs and kind.battle_after_moving:
        far = max(far, pos.card.moves_of(kind.id) or 0)
    return far


def card_dice(pos: Battle, mode: str) -> int:
    """Return the number of dice that the card in play adds."""
    if pos.turn.plain:
        return 0
    return pos.card.close_dice if mode == CLOSE else pos.card.ranged_dice


def attack_blow(pos: Battle, at: str, target: str, mode: str) -> Blow:
    """Return the roll of an attack that has not been declared yet."""
    units, known = pos.state.units, pos.turn.units.get(at)
    against = units.get(target)
    kind = Kind.ATTACK if mode == CLOSE else Kind.RANGED
    full = against is not None and against.full
    return Blow(kind, at, target, card_dice(pos, mode), units[at].full, full, known.moved if known else 0)


def close_targets(pos: Battle, at: str) -> tuple[str, ...]:
    """Return the adjacent enemies against which a unit rolls at least one die."""
    board, side = pos.board, pos.state.units[at].side
    found = []
    for there in NEAR[HEXES[at]]:
        piece = board.units.get(there) or board.leaders.get(there)
        if piece is not None and piece.side is not side and may_attack(pos, at, there):
            name = NAMES[there]
            if dice(strike_of(pos, attack_blow(pos, at, name, CLOSE))):
                found.append(name)
    return tuple(sorted(found))


def fire_targets(pos: Battle, at: str) -> tuple[str, ...]:
    """Return the enemies at which a unit can fire with at least one die."""
    found = (NAMES[there] for there in targets(pos.board, HEXES[at]))
    return tuple(sorted(n for n in found if dice(strike_of(pos, attack_blow(pos, at, n, RANGED)))))


def obliged_warriors(pos: Battle) -> tuple[str, ...]:
    """Return the hexes of the warriors who must fight an adjacent enemy, because they have exceeded their
    normal move (L233).
    """
    units = pos.state.units
    return tuple(
        at
        for at, known in sorted(pos.turn.units.items())
        if not known.fights
        and units[at].kind.charge
        and known.moved > units[at].kind.move
        and close_targets(pos, at)
    )


def attacks(pos: Battle, mode: str) -> tuple[tuple[str, str], ...]:
    """Return every attack of one kind that can be declared now, as the hexes of the attacker and the
    target.
    """
    found = close_targets if mode == CLOSE else fire_targets
    return tuple(
        (at, target)
        for at in sorted(pos.turn.units)
        if why_not_fight(pos, at, mode) is None
        for target in found(pos, at)
    )


@FRAMES.handler(Battling)
class _Battling(MenuHandler):
    def advance(self, play: Play, frame: Battling) -> bool:
        """End the turn automatically if no unit can fight, and return True. Return False if one can."""
        if attacks(play.pos, CLOSE) or attacks(play.pos, RANGED):
            return False
        play.pop()
        return True

    def ask(self, pos: Battle, frame: Battling) -> Ask:
        return Ask(frame.seat, "battle", lambda: _default_action(pos), RULE, {"card": pos.turn.stands_for})


def _default_action(pos: Battle) -> Action:
    """Return the default action: end the battles, unless a unit must fight."""
    must = obliged_warriors(pos)
    return Attack(must[0], close_targets(pos, must[0])[0]) if must else EndBattles()


class _BattleAction(ActionHandler):
    """The base class of the actions for close combat and fire."""

    mode: str
    rule: str

    def list_choices(self, pos: Battle, frame: Battling) -> Choices:
        kind = "attack" if self.mode == CLOSE else "fire"
        return tuple(
            Choice(
                kind,
                {"at": at, "target": target},
                rule=self.rule,
                facts={"dice": dice(strike_of(pos, attack_blow(pos, at, target, self.mode)))},
            )
            for at, target in attacks(pos, self.mode)
        )

    def check(self, pos: Battle, frame: Battling, action: Attack | Fire) -> None:
        against = why_not_fight(pos, action.at, self.mode)
        if against is not None:
            refuse(*against, at=action.at)
        found = close_targets if self.mode == CLOSE else fire_targets
        if action.target not in found(pos, action.at):
            refuse(self.rule, "no_target", at=action.at, target=action.target)

    def execute(self, play: Play, frame: Battling, action: Attack | Fire) -> None:
        known = play.state.turn.units[action.at]
        play.note_unit(action.at, fights=known.fights + 1)
        declare(play, action.at, action.target, self.mode, card_dice(play.pos, self.mode))


@handles(Battling)
class _Attack(_BattleAction):
    action, mode, rule = Attack, CLOSE, CLOSE_RULE


@handles(Battling)
class _Fire(_BattleAction):
    action, mode, rule = Fire, RANGED, FIRE_RULE


@handles(Battling)
class _EndBattles(ActionHandler):
    action = EndBattles

    def list_choices(self, pos: Battle, frame: Battling) -> Choices:
        return () if obliged_warriors(pos) else (Choice("end_battles", rule="L166"),)

    def check(self, pos: Battle, frame: Battling, action: EndBattles) -> None:
        must = obliged_warriors(pos)
        if must:
            refuse(CHARGED, "must_fight", at=must[0])

    def execute(self, play: Play, frame: Battling, action: EndBattles) -> None:
        play.pop()
