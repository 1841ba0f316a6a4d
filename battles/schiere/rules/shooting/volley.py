"""Volleys: in an action, units of one schiera shoot at one target (L280-282, L302, L316, L368-399).

A card is drawn for each side. A target that can shoot back can draw from the attacker's set instead of
its defence cards. It then hits the attacker if its card is higher.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battles.schiere.rules.board.lasting import LASTS, order_applies
from battles.schiere.rules.board.play import FRAMES, ActionHandler, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.cards import ATTACK_SETS, DEFENCE_SETS
from battles.schiere.rules.melee.contact import fighting_values
from battles.schiere.rules.melee.wounds import wound
from battles.schiere.rules.shooting import shot
from battles.schiere.rules.shooting.answering import exchange
from battles.schiere.rules.shooting.shooters import (
    SHOTS,
    extra_shots,
    firing_square,
    shoots,
    shot_at,
    targets,
)
from battles.schiere.rules.turn.going import MOVES, Going, acting, spend
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Many, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "shooting"
AN_ACTION: Final = 1  # number of volleys in an action
Follows = Callable[[Play, Any, str, int], None]
WHEN_HURT: Final[list[Follows]] = []  # called with the Volley, the hurt piece and the damage it had before


@dataclass(frozen=True)
class Volley(Frame):
    """A volley of these units at a piece."""

    seat: str
    units: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class Shoot(Action):
    """Shoot at a piece with all of these units together."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class Reply(Action):
    """Answer a shot. ``same``: whether to shoot back by drawing from the shooters' set, instead of from the
    defence cards.
    """

    same: bool


@dataclass(frozen=True)
class ShotFired(Event):
    """A shot has been resolved. ``sets``: the sets of cards that the shooters and the target drew from.
    ``cards``: the card that each drew. ``hurt``: the piece that took ``damage``, or the target if there was
    no damage.
    """

    seat: str
    units: tuple[str, ...]
    target: str
    sets: tuple[str, str]
    cards: tuple[str, str]
    hit: bool
    hurt: str
    damage: int


# --- shooting as one of an action's moves
# ---------------------------------------------------------------------


def may_shoot(pos: Position, frame: Going) -> bool:
    """Return whether another volley is possible in this action. Units can fire one, or two if they are foot
    that an energetic wing commander urges on (L240).
    """
    more = max((extra_shots(pos, id) for id in acting(pos, frame)), default=0)
    return frame.shots < AN_ACTION + more


@handles(Going)
class _Shooting(ActionHandler):
    action = Shoot

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        if not may_shoot(pos, frame):
            return ()
        return tuple(
            Choice("shoot", {"target": target}, (Many("units", tuple(map(Option, able)), 1),), RULE)
            for target, able in targets(pos, acting(pos, frame)).items()
        )

    def check(self, pos: Position, frame: Going, action: Shoot) -> None:
        if not may_shoot(pos, frame):
            refuse(RULE, "one_shot_an_action")
        if not action.units or len(set(action.units)) < len(action.units):
            refuse("actions", "nobody_chosen")
        able = targets(pos, acting(pos, frame), (action.target,)).get(action.target, ())
        for id in action.units:
            if id not in able:
                refuse(RULE, "cannot_shoot", piece=id[:20], most=SHOTS)

    def execute(self, play: Play, frame: Going, action: Shoot) -> None:
        spend(play, action.units, 0)
        play.amend(Going, shots=frame.shots + 1)
        if frame.shooting and not may_shoot(play.pos, frame.but(shots=frame.shots + 1)):
            spend(play, frame.units, 0, MOVES)  # the units had no other action left
        if frame.shots >= AN_ACTION:
            piece = play.pos.piece(action.units[0])
            wing = play.pos.wing(piece.seat, piece.wing)
            play.remember(urged={**play.state.today.urged, wing: piece.schiera})
        fire(play, frame.seat, tuple(sorted(action.units)), action.target)


def fire(play: Play, seat: str, units: tuple[str, ...], target: str) -> None:
    """Fire with these units. Each uses up one of its shots this turn. If a unit shoots more often than the
    usual three times, its wing commander counts as having urged on that schiera this turn.
    """
    play.count_today("shot", units)
    for id in units:
        piece = play.pos.piece(id)
        spent = play.state.today.shot[id] + play.state.today.moved.get(id, 0)  # every move costs a shot
        wing = play.pos.wing(piece.seat, piece.wing)
        if spent > SHOTS and wing:
            play.remember(urged={**play.state.today.urged, wing: piece.schiera})
    play.push(Volley(seat, units, target))


def when_hurt(follows: Follows) -> Follows:
    """Register a function that is called when a shot has done damage."""
    WHEN_HURT.append(follows)
    return follows


# --- the target's answer ----------------------------------------------------------------------------------


def may_answer(pos: Position, frame: Volley) -> bool:
    """Return whether the target can shoot back at one of its shooters (L280). An answer counts as a shot
    (L186), and a unit out of command cannot answer (L210).
    """
    return shoots(pos, frame.target) and any(firing_square(pos, frame.target, id) for id in frame.units)


@FRAMES.handler(Volley)
class _Volley(Offered):
    def advance(self, play: Play, frame: Volley) -> bool:
        if may_answer(play.pos, frame):
            return False
        resolve(play, frame, same=False)
        return True

    def ask(self, pos: Position, frame: Volley) -> Ask:
        facts = {"units": list(frame.units), "target": frame.target}
        return Ask(foe(frame.seat), "reply", Reply(False), RULE, facts)

    def choices(self, pos: Position, frame: Volley) -> Choices:
        return (Choice("reply", {}, (Pick("same", (Option(False), Option(True))),), RULE),)

    def execute(self, play: Play, frame: Volley, action: Reply) -> None:
        resolve(play, frame, same=action.same)


@FRAMES.standing_order("reply", Pick("same", (Option(False), Option(True))), LASTS, rule=RULE)
def replies(pos: Position, frame: Volley, said: Facts) -> Reply | None:
    """The standing order's answer: shoot back whenever possible, or never. Return None once the order has
    expired.
    """
    return Reply(bool(said["same"])) if order_applies(pos, said) else None


def resolve(play: Play, frame: Volley, *, same: bool) -> None:
    """Draw both cards and apply their effects. ``same``: whether the target shoots back."""
    play.pop()
    pos = play.pos
    found = shot_at(pos, frame.units, frame.target)
    name = shot.attack_set(found)
    meets = name if same else shot.defence_set(found.target)
    own = play.card_of(ATTACK_SETS[name], "shot", RULE, frame.seat)
    other = play.card_of(
        ATTACK_SETS[name] if same else DEFENCE_SETS[meets], "shot_met", RULE, foe(frame.seat)
    )
    hurt, damage = frame.target, 0
    if same:
        play.count_today("shot", (frame.target,))
        nearest = min(frame.units, key=lambda id: (_distance(pos, id, frame.target), id))
        factor = shot.BALLISTA if pos.cls(frame.target) == "ballista" else pos.attack(frame.target)
        got = exchange(found, factor, fighting_values(pos, nearest), own, other)
        hit = got.attack != got.answer
        if got.answer > got.attack:
            hurt, damage = nearest, got.damage_shooter
        else:
            damage = got.damage_target
    else:
        result = shot.hit(found, own, other)
        hit, damage = result.hit, result.damage
    play.tell(
        ShotFired(frame.seat, frame.units, frame.target, (name, meets), (own, other), hit, hurt, damage)
    )
    before = pos.piece(hurt).damage
    wound(play, hurt, damage)
    if damage:
        for follows in WHEN_HURT:
            follows(play, frame, hurt, before)


def _distance(pos: Position, one: str, other: str) -> int:
    return pos.ground.distance(pos.piece(one).at, pos.piece(other).at)
