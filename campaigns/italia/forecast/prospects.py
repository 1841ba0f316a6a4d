"""The exact prospects of a combat that both sides fight to the end, with a cache."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from campaigns.italia.forecast.combat import about_the_end, summary
from campaigns.italia.rules.combat.situation import Situation


class Prospects(NamedTuple):
    """The chances that only the attacker (``win``) or only the defender (``lose``) is left, and the average
    numbers of units left.
    """

    win: float
    lose: float
    attackers: float
    defenders: float


class _CombatKey:
    """A combat as a cache key. It compares the combat's contents, but the table of units only by identity."""

    __slots__ = ("key", "s")

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.key: tuple[Any, ...] = (
            *(
                part
                for side in (s.attacker, s.defender)
                for part in (
                    tuple(sorted(side.units.items())),
                    tuple(sorted(side.hurt.items())),
                    side.leaders,
                    side.weak,
                )
            ),
            s.ground,
            s.city,
            s.supremacy,
            s.first,
            s.raid,
            s.singly,
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CombatKey) and self.s.types is other.s.types and self.key == other.key


@lru_cache(maxsize=65536)
def _find_prospects(asked: _CombatKey) -> Prospects:
    told = summary(about_the_end(asked.s), 0.0)
    return Prospects(told["attacker"], told["defender"], told["attackers_left"], told["defenders_left"])


def prospects(s: Situation) -> Prospects:
    if not s.defender.total:
        return Prospects(1.0, 0.0, s.attacker.total, 0.0)
    if not s.attacker.total:
        return Prospects(0.0, 1.0, 0.0, s.defender.total)
    return _find_prospects(_CombatKey(s))


def chance(s: Situation) -> float:
    """Return the attacker's chance of winning if both sides fight on."""
    return prospects(s).win
