"""A whole combat, from its declaration to the winner's options afterwards (L387-407, L559-575, L656-778,
L1163).

The order is First Strike, evasion, the attack, the battle back, then momentum and the bonus combat. The
caller supplies a function that rolls the dice, so that players, scripts and odds can all use the same
code.
"""

from __future__ import annotations

from collections.abc import Callable

from battles.cca.rules.combat.fate import Fate, Trodden, apply_rampage, apply_roll
from battles.cca.rules.combat.situation import Combat, Fighter
from battles.cca.rules.combat.strike import Kind, Strike, begin, dice
from battles.cca.rules.dice import Face
from battles.cca.rules.terrain.terrain import Terrain
from engine.refusals import IllegalAction
from engine.values import dataclass, replace

DICE_PER_HEX = 2  # rampage dice for each adjacent hex (L636)
Throw = Callable[[int, str], tuple[Face, ...]]  # rolls a number of dice for a purpose


@dataclass(frozen=True)
class Answers:
    """The decisions of both sides. ``ignore``: the number of flags that the target ignores. ``ignore_back``:
    the number that the attacker ignores. None means as many as possible.
    """

    evade: bool = False
    first_strike: bool = False
    battle_back: bool = True
    ignore: int | None = None
    ignore_back: int | None = None


@dataclass(frozen=True)
class Toll:
    """The cost of a combat to one side: the blocks lost, and whether the unit is eliminated, leaves its hex
    or loses its leader.
    """

    lost: int
    eliminated: bool
    leaves: bool
    leader_killed: bool


@dataclass(frozen=True)
class Exchange:
    """The course of a combat: the dice and outcome of each roll, and the attacker's final options.

    ``trodden`` is the effect of a rampage by the enemy's elephants on the attacker. ``trodden_back`` is
    the effect of a rampage by the attacker's elephants on the defender.
    """

    attack: Fate | None = None
    attack_dice: int = 0
    back: Fate | None = None  # the effect of the battle back, or of First Strike, on the attacker
    back_dice: int = 0
    momentum: bool = False
    extra_hex: bool = False
    bonus: bool = False
    trodden: Trodden | None = None
    trodden_back: Trodden | None = None

    def __hash__(self) -> int:
        """Return a fast hash, as in :class:`Fate`."""
        return hash((self.attack, self.back, self.trodden, self.trodden_back))

    @property
    def target_toll(self) -> Toll:
        """Return the defender's losses: from hits, on its retreat, and in a rampage."""
        return _toll(self.attack, self.trodden_back)

    @property
    def attacker_toll(self) -> Toll:
        """Return the attacker's losses."""
        return _toll(self.back, self.trodden)


def _toll(fate: Fate | None, trodden: Trodden | None) -> Toll:
    lost = (fate.blocks_lost if fate else 0) + (trodden.lost if trodden else 0)
    eliminated = (fate is not None and fate.is_eliminated) or (trodden is not None and not trodden.left)
    killed = "killed" in (fate.leader if fate else "", trodden.leader if trodden else "")
    return Toll(lost, eliminated, eliminated or (fate is not None and fate.left_hex), killed)


def attack_strike(combat: Combat, answers: Answers) -> Strike:
    """Return the attacker's roll."""
    kind = Kind.RANGED if combat.mode == "ranged" else Kind.EVADED if answers.evade else Kind.ATTACK
    return Strike(kind, combat.attacker, combat.target, combat.dice)


def answer_strike(combat: Combat) -> Strike:
    """Return the defender's roll. Cards never add dice to this roll (L453)."""
    return Strike(Kind.ANSWER, combat.target, combat.attacker)


def check_declared(combat: Combat, answers: Answers) -> None:
    """Refuse an attack that the rules do not allow, before any dice are rolled."""
    attacker, target = combat.attacker, combat.target
    if dice(attack_strike(combat, answers)) == 0:
        raise IllegalAction("L943", "no_dice")
    if answers.evade and combat.mode == "ranged":
        raise IllegalAction("L365", "no_evading_fire")
    if answers.evade and answers.first_strike:
        raise IllegalAction("L985", "evade_or_strike")  # a unit cannot do both (ruling 12)
    if answers.evade and not target.lone:
        if not target.kind.may_evade(attacker.kind):
            raise IllegalAction("L668", "cannot_evade", unit=target.type, attacker=attacker.type)
        if not target.room and (target.refuge != 1 or target.leader == "attached"):
            raise IllegalAction("L675", "no_room_to_evade")
    if answers.first_strike and (combat.mode == "ranged" or target.lone):
        raise IllegalAction("L1163", "no_first_strike")


def strikes_first(combat: Combat, answers: Answers) -> bool:
    """Return whether the defender rolls first, because of the First Strike card or because it is on a wall
    (L1163, L985).
    """
    if combat.mode == "ranged" or combat.target.lone or answers.evade:
        return False
    walled = combat.target.ground.strikes_first and not combat.attacker.ground.strikes_first
    return answers.first_strike or walled


def fight(combat: Combat, answers: Answers, throw: Throw) -> Exchange:
    """Fight a combat and return its course, up to the attacker's options afterwards. Raises IllegalAction if
    the rules forbid the attack.
    """
    check_declared(combat, answers)
    found = Exchange()
    if strikes_first(combat, answers):
        found = _answer_strike_back(combat, answers, found, throw)
        if found.back is not None and found.back.left_hex:
            return found
        combat = hurt_attacker(combat, found.back)
        if found.trodden_back is not None:
            if not found.trodden_back.left:  # the rampage killed the defender (ruling V5)
                return found
            combat = replace(combat, target=after_trampling(combat.target, found.trodden_back))
    strike = attack_strike(combat, answers)
    fate = _roll(strike, answers.ignore, throw, "attack")
    found = replace(found, attack=fate, attack_dice=dice(strike))
    if fate.rampage:
        trodden = _tread(combat.attacker, throw)
        found = replace(found, trodden=trodden)
        if not trodden.left:
            return found
        combat = replace(combat, attacker=after_trampling(combat.attacker, trodden))
    if fate.left_hex:
        return add_advance(found, combat, answers)
    if not may_battle_back(combat, answers, fate):
        return found
    return _answer_strike_back(hurt_target(combat, fate), answers, found, throw)


def may_battle_back(combat: Combat, answers: Answers, fate: Fate) -> bool:
    """Return whether the defender battles back. It must have survived without leaving its hex, and its owner
    must have chosen to battle back.

    Lone leaders, targets of fire and defenders who struck first never battle back (L559-563, L1163).
    """
    target = combat.target
    able = combat.mode == "close" and not target.lone and not strikes_first(combat, answers)
    return able and answers.battle_back and not answers.evade and not fate.left_hex


def _answer_strike_back(combat: Combat, answers: Answers, found: Exchange, throw: Throw) -> Exchange:
    strike = answer_strike(combat)
    if not dice(strike):
        return found
    fate = _roll(strike, answers.ignore_back, throw, "answer")
    trodden = _tread(combat.target, throw) if fate.rampage else None
    return replace(found, back=fate, back_dice=dice(strike), trodden_back=trodden)


def _tread(fighter: Fighter, throw: Throw) -> Trodden:
    """Return the effect of an elephant's rampage on its opponent in this combat (L632)."""
    hits = throw(DICE_PER_HEX, "rampage").count(fighter.kind.face)
    led = fighter.leader == "attached"
    return apply_rampage(
        fighter.blocks, led, hits, lambda number: set(throw(number, "leader")) == {Face.HELMET}
    )


def after_trampling(fighter: Fighter, trodden: Trodden) -> Fighter:
    """Return a fighter with its losses from a rampage, to continue the same combat."""
    return fighter.with_losses(trodden.left, trodden.leader == "killed")


def hurt_attacker(combat: Combat, fate: Fate | None) -> Combat:
    """Return the combat with the attacker's losses from the defender's roll."""
    if fate is None:
        return combat
    return replace(combat, attacker=combat.attacker.with_losses(fate.left, fate.leader == "killed"))


def hurt_target(combat: Combat, fate: Fate) -> Combat:
    """Return the combat with the defender's losses from the attack."""
    return replace(combat, target=combat.target.with_losses(fate.left, fate.leader == "killed"))


def _roll(strike: Strike, ignore: int | None, throw: Throw, purpose: str) -> Fate:
    """Roll the dice, reroll where the rules require it, and apply all results at once (L470)."""
    count, fresh = begin(strike), dice(strike)
    while fresh:
        faces, fresh = throw(fresh, purpose), 0
        for face in faces:
            count, again = count.add_die(strike, face)
            fresh += again

    def check(number: int) -> bool:
        return set(throw(number, "leader")) == {Face.HELMET}

    def sink() -> bool:
        return throw(1, "marsh") == (strike.target.kind.face,)

    return apply_roll(strike, count, ignore, check, sink=sink)


def add_advance(found: Exchange, combat: Combat, answers: Answers) -> Exchange:
    """Return the exchange with the attacker's options after the target was eliminated or left its hex
    (L742-778).
    """
    if combat.mode == "ranged" or answers.evade or combat.target.lone:
        return found
    after = advance_after(combat.attacker, combat.target.ground, combat.bonus)
    if not after.momentum:
        return found
    return replace(found, momentum=True, extra_hex=after.extra_hex, bonus=after.bonus)


@dataclass(frozen=True)
class Advance:
    """The options of a successful attacker: to enter the hex, to move one hex farther, and to fight again."""

    momentum: bool = False
    extra_hex: bool = False
    bonus: bool = False


def advance_after(attacker: Fighter, ground: Terrain, bonus: bool) -> Advance:
    """Return the attacker's options after a success against a target on this terrain. After a ``bonus``
    combat there is no extra hex and no third fight (L778).
    """
    kind = attacker.kind
    left = attacker.ground
    if ground.bars(kind) or not kind.momentum or (left.momentum_unmoved and attacker.moved):
        return Advance()
    farther = kind.cavalry and not bonus and not ground.stops_horse and not left.momentum_unmoved
    return Advance(True, farther, not bonus and _attacks_again(attacker, ground))


def _attacks_again(attacker: Fighter, ground: Terrain) -> bool:
    if attacker.type in ground.no_bonus_after_entry:
        return False
    rule = attacker.kind.bonus
    return rule == "always" or (rule == "with_attached_leader" and attacker.leader == "attached")
