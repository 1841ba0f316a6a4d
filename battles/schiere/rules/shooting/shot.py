"""A shot. The cards alone decide whether it hits; cards and modifiers decide the damage (L142, L368-399)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, get_args

from battles.schiere.rules.cards import ATTACK_SETS, DEFENCE_SETS, Card, swords
from battles.schiere.rules.melee.situation import CLASSES, Unit, fighter
from battles.schiere.rules.tables import load
from engine.refusals import Mistake
from engine.values import dataclass

Weapon = Literal["javelins", "slings", "bows", "light_cavalry", "ballista"]
WEAPONS: Final[tuple[Weapon, ...]] = get_args(Weapon)
Stand = Literal["open", "in_wood", "over_river"]
STANDS: Final[tuple[Stand, ...]] = get_args(Stand)
RANGES: Final[dict[str, dict[str, list[str]]]] = load("cards")["range"]
NEAREST, FARTHEST = 2, 8
BALLISTA: Final = 2  # the ballista's modifier to a shot; it has none in melee (L316)
# weapons that hurt elephants (L302); of the javelins, only those of Roman velites do
AGAINST_ELEPHANTS: Final = (
    "javelins",
    "ballista",
)


@dataclass(frozen=True)
class Shooter:
    """A unit that shoots. ``velites`` are Roman javelin throwers, whom elephants fear."""

    weapon: Weapon
    distance: int
    damage: int = 0
    velites: bool = False

    @property
    def factor(self) -> int:
        """Return the amount that the shooter adds to the damage of a hit."""
        return BALLISTA if self.weapon == "ballista" else fighter(Unit("light_infantry", self.damage)).factor


@dataclass(frozen=True)
class Shot:
    """A shot by units of one schiera at one target. ``stand`` is the terrain they shoot from or over."""

    shooters: tuple[Shooter, ...]
    target: Unit
    stand: Stand = "open"


@dataclass(frozen=True)
class Hit:
    """The result of the two cards of a shot: the points on each card, whether it hit, and the damage."""

    attack: int
    defence: int
    hit: bool
    damage: int


def band(distance: int) -> int:
    """Return the distance band of a shot: 2, 3-4, 5-6 or 7-8 squares (L368).

    >>> [band(distance) for distance in range(2, 9)]
    [0, 1, 1, 2, 2, 3, 3]
    """
    return 0 if distance == NEAREST else (distance - 1) // 2


def attack_set(shot: Shot) -> str:
    """Return the name of the set of cards for a shot, or "" if the shot is impossible. The farthest shooter
    decides; if several are equally far, the worst set counts (L372).
    """
    farthest = max(one.distance for one in shot.shooters)
    there = [one.weapon for one in shot.shooters if one.distance == farthest]
    return min((RANGES[shot.stand][weapon][band(farthest)] for weapon in there), key=worth)


def worth(name: str) -> int:
    """Return the total number of swords in a set of cards, or 0 if there is no set."""
    return sum(map(swords, ATTACK_SETS[name])) if name else 0


def mistakes(shot: Shot) -> Iterator[Mistake]:
    """Yield every reason a shot is impossible, with the field concerned."""
    if not shot.shooters:
        yield Mistake("shooters", "missing_field")
        return
    for number, one in enumerate(shot.shooters):
        if not RANGES[shot.stand][one.weapon][band(one.distance)]:
            yield Mistake(f"shooters[{number}].distance", "out_of_range", {"distance": one.distance})
        if one.velites and one.weapon != "javelins":
            yield Mistake(f"shooters[{number}].velites", "velites_throw_javelins")
        feared = one.weapon == "ballista" or one.velites
        if shot.target.cls == "elephants" and not feared:
            yield Mistake(f"shooters[{number}].weapon", "elephants_fear_velites_and_ballistae")
        if one.weapon != "ballista" and one.damage > 1:
            yield Mistake(f"shooters[{number}].damage", "eliminated", {"most": 1})
    if shot.target.ground == "wood":
        yield Mistake("target.ground", "hidden_in_a_wood")  # see rule L370
    if shot.target.is_out:
        yield Mistake("target.damage", "eliminated")


def defence_set(target: Unit) -> str:
    """Return the set of defence cards against a shot (L376). A commander without a unit uses the set of
    light cavalry (ruling S10).
    """
    return str(CLASSES[target.cls]["defence_cards"]) if target.cls in CLASSES else "D"


def hit(shot: Shot, attack: Card, defence: Card) -> Hit:
    """Return the result of two cards. Equal cards miss, and a hit may do no damage. An attached commander is
    the only modifier from outside the unit (ruling S9).
    """
    strength = swords(attack)
    parry = 1 if defence == "shield" else 0
    if defence == "feint" or strength <= parry:
        return Hit(strength, parry, False, 0)
    target = fighter(shot.target)
    stops = target.residual + target.commander_bonus[1] + parry
    return Hit(strength, parry, True, max(0, strength + sum(one.factor for one in shot.shooters) - stops))


def pairs(shot: Shot) -> Iterator[tuple[Card, Card]]:
    """Yield every pair of cards. Each shot is drawn from full sets, so all pairs are equally likely (ruling
    S1).
    """
    for attack in ATTACK_SETS[attack_set(shot)]:
        for defence in DEFENCE_SETS[defence_set(shot.target)]:
            yield attack, defence


def damages(shot: Shot) -> Sequence[Hit]:
    """Return the result of every pair of cards for this shot."""
    return [hit(shot, attack, defence) for attack, defence in pairs(shot)]
