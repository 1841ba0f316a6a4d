"""Exact odds if each unit is a separate target (house rule at 10).

States are numbered as in :mod:`ladders`, but hits apply to single units. A kind is described by its number of
units and by how many of them are hurt. The code that resolves combats chooses the targets, once for each pair
of states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from campaigns.italia.forecast.ladders import (
    FACES,
    TRAMPLING,
    Chances,
    Dice,
    Field,
    Half,
    Key,
    Ladder,
    Range,
    rout_cases,
)
from campaigns.italia.rules.combat import singly
from campaigns.italia.rules.combat.situation import (
    ALONE,
    ATTACKER,
    DEFENDER,
    ELEPHANT,
    Group,
    Side,
    Situation,
    to_hit,
    type_of,
    unit_type_of,
)

# (drop in the state's number, units driven off) -> the number of face combinations
Fallen = dict[tuple[int, int], int]
Shots = dict[int, tuple[tuple[int, Dice], ...]]  # kind -> (index of each unit aimed at, dice at that unit)


class Stand(Range):
    """All states of one side (see :class:`Range`), if hits apply to single units."""

    def __init__(
        self, s: Situation, side: Side, starts: Iterable[Half], as_weight: Callable[[int], Any]
    ) -> None:
        super().__init__(s, side, starts, as_weight)
        self.struck: dict[tuple[int, int, tuple[tuple[int, Dice], ...]], Fallen] = {}

    def rungs_of(
        self, kind: str, starts: Iterable[tuple[int, int]], each: int, *, safe: bool, driven: bool
    ) -> Ladder:
        """Return the :class:`Ladder` of one kind. Its rungs are all pairs of a number of units, up to the
        largest number among the starts, and a number of hurt units among them.
        """
        most = max(number for number, _ in starts)
        found = [(n, h) for n in range(most + 1) for h in range((n if each > 1 else 0) + 1)]
        rungs = tuple(sorted(found, key=lambda rung: (rung[0] * each - rung[1], rung)))
        return Ladder(kind, rungs, tuple((0,) * (n * each - h + 1) for n, h in rungs))

    def chances_after_shots(self, number: int, shots: Shots, bears: tuple[int, ...]) -> Chances:
        """Return a side's possible states after dice have been rolled against its single units, each with
        its weight. ``number``: the number of the side's state before the roll; that state comes first in the
        result. ``shots``: the dice rolled against each unit. ``bears``: for each kind, the hits that kill an
        unhurt unit.
        """
        rungs, now = self.sides[number], {(number, 0): 1}
        for kind, at in shots.items():
            key = (kind, rungs[kind], at)
            one = self.struck.get(key)
            if one is None:
                one = self.struck[key] = self._strike(kind, rungs[kind], at, bears[kind])
            more: dict[tuple[int, int], int] = {}
            for (place, routs), ways in now.items():
                for (down, driven), cases in one.items():
                    then = (place - down, routs + driven)
                    more[then] = more.get(then, 0) + ways * cases
            now = more
        return self.merge_routs(number, now)

    def _strike(self, kind: int, rung: int, at: tuple[tuple[int, Dice], ...], each: int) -> Fallen:
        """Return the possible effects of dice rolled against single units of a kind, each with its number of
        face combinations. An effect is the drop in the number of the side's state, and the number of units
        driven off. ``rung``: the kind's rung before the roll. ``at``: pairs of a unit's index and the dice
        rolled against that unit. Hurt units have the lowest indexes. ``each``: the hits that kill an unhurt
        unit.
        """
        ladder = self.ladders[kind]
        start = ladder.rungs[rung]
        now = {(start, 0): 1}
        for index, dice in at:
            bears = 2 if each > 1 and index > start[1] else 1
            more: dict[tuple[tuple[int, int], int], int] = {}
            for ((units, wounded), routs), ways in now.items():
                for hits, driven, cases in rout_cases(dice):
                    dies = hits >= bears
                    hurt = int(bears == 2 and hits == 1) - int(bears == 1 and each > 1 and dies)
                    to = ((units - dies, wounded + hurt), routs + driven)
                    more[to] = more.get(to, 0) + ways * cases
            now = more
        found: Fallen = {}
        for (to_rung, routs), ways in now.items():
            down = (rung - ladder.rungs.index(to_rung)) * self.steps[kind]
            found[down, routs] = found.get((down, routs), 0) + ways
        return found


class Volleys:
    """The dice that one side rolls against the single units of the other."""

    def __init__(self, s: Situation, side: Side, own: Stand, foes: Stand) -> None:
        self.s, self.side, self.own, self.foes = s, side, own, foes
        self.kinds = {lad.kind: index for index, lad in enumerate(foes.ladders)}
        self.bears = tuple(s.types[unit_type_of(lad.kind)].hits for lad in foes.ladders)
        self.aimed: dict[tuple[tuple[int, ...], tuple[int, ...]], Shots] = {}

    def chances(self, own: int, foes: int) -> Chances:
        key = (self.own.units[own], self.foes.units[foes])
        if key not in self.aimed:
            self.aimed[key] = self._aim(*key)
        return self.foes.chances_after_shots(foes, self.aimed[key], self.bears)

    def _aim(self, own: tuple[int, ...], foes: tuple[int, ...]) -> Shots:
        mine, theirs = self._count_units(self.own, own), self._count_units(self.foes, foes)
        attacker, defender = (mine, theirs) if self.side == ATTACKER else (theirs, mine)
        s = self.s
        lined = singly.separate_units(
            s.with_groups(_with_units(s.attacker, attacker), _with_units(s.defender, defender))
        )
        dice: dict[int, dict[int, Dice]] = {}
        for unit, aims in singly.all_default_targets(lined, self.side).items():
            for target, number in aims.items():
                kind, _, index = target.partition(ALONE)
                drives = TRAMPLING * (type_of(unit) == ELEPHANT)
                good = (FACES + 1 - to_hit(lined, self.side, unit, target) + drives,) * number
                at = dice.setdefault(self.kinds[kind], {})
                at[int(index)] = at.get(int(index), ()) + good
        return {kind: tuple(sorted(at.items())) for kind, at in dice.items()}

    def _count_units(self, side: Stand, units: tuple[int, ...]) -> dict[str, int]:
        return {lad.kind: n for lad, n in zip(side.ladders, units, strict=True) if n}


def _with_units(group: Group, units: dict[str, int]) -> Group:
    return Group(units, group.leaders, cargo=group.cargo, weak=group.weak)


class OneByOne(Field):
    """Both sides of a combat in which each unit is a separate target."""

    def __init__(self, s: Situation, starts: Iterable[Key], as_weight: Callable[[int], Any]) -> None:
        begun = list(starts)
        attacker = Stand(s, ATTACKER, [key[:2] for key in begun], as_weight)
        defender = Stand(s, DEFENDER, [key[2:] for key in begun], as_weight)
        self.attacker, self.defender = attacker, defender
        self.attacks = Volleys(s, ATTACKER, attacker, defender)
        self.defends = Volleys(s, DEFENDER, defender, attacker)


def field_of(s: Situation, starts: Iterable[Key], as_weight: Callable[[int], Any]) -> Field:
    """Return all states of a combat that begins in one of the starts, as a :class:`Field`. Dice hit single
    units under the house rule at 10, or else whole kinds of units.
    """
    return (OneByOne if s.singly and not s.raid else Field)(s, starts, as_weight)
