"""Events of combats."""

from __future__ import annotations

from collections.abc import Mapping

from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class BattleBegan(Event):
    area: str
    attacker: str
    defender: str
    attacking: Mapping[str, int]
    defending: Mapping[str, int]
    raid: bool


@dataclass(frozen=True)
class Aimed(Event):
    """Units took aim. ``aims``: own kind -> enemy kind -> how many."""

    nation: str
    area: str
    aims: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class RoundFought(Event):
    """A round of combat was fought. The dice are natural faces, and hits are counted by enemy kind."""

    area: str
    round: int
    attacker_dice: tuple[int, ...]
    defender_dice: tuple[int, ...]
    attacker_hits: Mapping[str, int]
    defender_hits: Mapping[str, int]
    attacker_lost: Mapping[str, int]
    defender_lost: Mapping[str, int]


@dataclass(frozen=True)
class BattleEnded(Event):
    area: str
    attacker: str
    defender: str
    rounds: int


@dataclass(frozen=True)
class Deserted(Event):
    """Units deserted. ``to``: the nation that they joined, or "" if they ran away. ``why``: panic, foederati,
    defection.
    """

    nation: str
    area: str
    units: Mapping[str, int]
    to: str
    why: str
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Converted(Event):
    nation: str
    foe: str
    area: str
    unit: str


@dataclass(frozen=True)
class RaidEnded(Event):
    area: str
    attacker: str
    defender: str
    success: bool
