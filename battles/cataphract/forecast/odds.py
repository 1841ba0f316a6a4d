"""Exact chances of a clash, computed with the rules that resolve it: routs, advances and losses.

Every unit rolls separately, so the code multiplies chances instead of trying every sequence of dice. For each
set of units left after the charge and the clash, the code combines the possible fates of the other units. An
undisciplined army that can lose heart (11.2) is different, because one rout affects the next. The code then
tries every sequence of dice, unless that army has only one unit in the clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeVar

from battles.cataphract.rules.shock.fight import charging, charisma, fight, on_charge
from battles.cataphract.rules.shock.reckoning import calculate_clash, result_of, share
from battles.cataphract.rules.shock.report import NeededDie, Roll, SegmentReport
from battles.cataphract.rules.shock.situation import SIDES, Army, Clash, Segment, Side
from battles.cataphract.rules.tables import FACES, table
from battles.cataphract.rules.unit import Leader, Unit

Member = tuple[Side, int]
Hits = dict[int, int]  # maps hits to the number of cases out of ten (or a power of ten)


@dataclass
class Chances:
    """The possible outcomes of a clash.

    ``routs``: each unit's chance to rout, or to be eliminated if it has already routed. ``advances``:
    each unit's chance to advance. ``hurt``: the chance that a unit's leader is wounded or killed.
    ``hits``: the average number of hits that a unit takes in the charge and the clash, whether or not
    it then routs. ``cleared``: the chance that all defenders are gone. ``broken``: the chance that all
    attackers are gone.
    """

    routs: dict[Member, Fraction] = field(default_factory=dict)
    advances: dict[Member, Fraction] = field(default_factory=dict)
    hurt: dict[Member, Fraction] = field(default_factory=dict)
    hits: dict[Member, Fraction] = field(default_factory=dict)
    cleared: Fraction = Fraction(0)
    broken: Fraction = Fraction(0)


def chances(clash: Clash, armies: dict[Side, Army] | None = None) -> Chances:
    """Return the exact chances of one clash."""
    armies = armies or {"a": Army(), "d": Army()}
    bold = [side for side in SIDES if armies[side].undisciplined]
    if any(len(clash.units(side)) > 1 for side in bold):
        return compute_by_dice(clash, armies)
    for side in bold:  # a single unit keeps the bonus until it routs, so the bonus counts for the whole clash
        clash = _encourage(clash, side)
    return _Product(clash, armies).chances()


def _encourage(clash: Clash, side: Side) -> Clash:
    """Return the clash with the bonus of an undisciplined army added to the units of a side (11.2)."""
    more = int(table("effective_tq")["undisciplined_bonus"])

    def bolder(unit: Unit) -> Unit:
        return unit if unit.routed else replace(unit, bonus=unit.bonus + more)

    if side == "a":
        attackers = tuple(replace(one, unit=bolder(one.unit)) for one in clash.attackers)
        return replace(clash, attackers=attackers)
    return replace(clash, defenders=tuple(replace(one, unit=bolder(one.unit)) for one in clash.defenders))


# --- chances from every sequence of dice ------------------------------------------------------------------


def compute_by_dice(clash: Clash, armies: dict[Side, Army]) -> Chances:
    """Compute the chances by resolving the clash for every possible sequence of dice."""
    found = blank(clash)
    for chance, fought in follow_dice(Segment((clash,), armies), fight):
        tally(found, clash, fought, chance)
    return found


def blank(clash: Clash) -> Chances:
    """Return the chances of a clash, all zero, for :func:`tally` to fill."""
    found = Chances()
    for one in (found.routs, found.advances, found.hurt, found.hits):
        one.update(dict.fromkeys(members_of(clash), Fraction(0)))
    return found


def members_of(clash: Clash) -> list[Member]:
    """Return the units of a clash, by side and number."""
    return [(side, n) for side in SIDES for n in range(len(clash.units(side)))]


def tally(found: Chances, clash: Clash, fought: SegmentReport, chance: Fraction) -> None:
    """Add an outcome of a clash to ``found``, weighted by its chance."""
    gone = {(side, n) for (_, side, n), left in fought.left.items() if left.status != "stands"}
    for member in gone:
        found.routs[member] += chance
    for (_, side, n), left in fought.left.items():
        found.advances[side, n] += chance * left.advances
        found.hurt[side, n] += chance * (left.leader != clash.units(side)[n].leader)
    for told in fought.told:
        if told.code == "hits":
            found.hits[told.side, told.unit] += chance * told.amount
    members = members_of(clash)
    found.cleared += chance * all(m in gone for m in members if m[0] == "d")
    found.broken += chance * all(m in gone for m in members if m[0] == "a")


class _DieNeeded(Exception):
    """Raised when the dice given so far have run out and another is needed."""

    def __init__(self, asked: NeededDie) -> None:
        self.asked = asked


R = TypeVar("R")


def follow_dice(segment: Segment, resolve: Callable[[Segment, Roll], R]) -> Iterator[tuple[Fraction, R]]:
    """Yield the outcome of every sequence of dice, with its chance."""
    waiting: list[tuple[tuple[int, ...], int]] = [((), 1)]
    while waiting:
        faces, weight = waiting.pop()
        given = iter(faces)

        def roll(asked: NeededDie, given: Iterator[int] = given) -> int:
            face = next(given, None)
            if face is None:
                raise _DieNeeded(asked)
            return face

        try:
            found = resolve(segment, roll)
        except _DieNeeded as die:
            waiting += [((*faces, face), weight * number) for face, number in die.asked.groups]
        else:
            yield Fraction(weight, FACES ** len(faces)), found


# --- chances by multiplication ----------------------------------------------------------------------------


class _Product:
    """The chances of a clash in which no rout affects another unit's quality. All weights are out of
    ``total``.
    """

    def __init__(self, clash: Clash, armies: dict[Side, Army]) -> None:
        self.clash, self.armies = clash, armies
        self.members: list[Member] = [(s, n) for s in SIDES for n in range(len(clash.units(s)))]
        self.unit: dict[Member, Unit] = {(s, n): clash.units(s)[n] for s, n in self.members}
        self.limit = {m: unit.quality for m, unit in self.unit.items()}
        self.checking = set(charging(clash))
        self.charged = {m: self._charge(m) for m in self.members}
        self.led = [m for m in self.members if self.unit[m].leader is not None]
        # the weight of all dice rolled after the charge
        self.late = FACES * FACES ** len(self.members) * FACES ** (2 * len(self.led))
        self.total = FACES ** len(self.members) * self.late
        self.routs = dict.fromkeys(self.members, 0)
        self.advances = dict.fromkeys(self.members, 0)
        self.hurt = dict.fromkeys(self.members, 0)
        self.taken = dict.fromkeys(self.members, 0)
        self.cleared = self.broken = 0

    def chances(self) -> Chances:
        for gone in _subsets(self.members):
            self._follow_charge(gone)
        return Chances(
            {m: Fraction(w, self.total) for m, w in self.routs.items()},
            {m: Fraction(w, self.total) for m, w in self.advances.items()},
            {m: Fraction(w, self.total) for m, w in self.hurt.items()},
            {m: self._mean_charge_hits(m) + Fraction(w, self.total) for m, w in self.taken.items()},
            Fraction(self.cleared, self.total),
            Fraction(self.broken, self.total),
        )

    # --- 9.13 ---

    def _charge(self, member: Member) -> Hits:
        unit, more = self.unit[member], self.armies[member[0]].on_checks + on_charge(self.clash, *member)
        beyond = self.limit[member] - more
        if member not in self.checking:
            return {unit.hits: FACES}
        found: Hits = {}
        for face in range(FACES):
            hits = unit.hits + max(0, face - beyond)
            found[hits] = found.get(hits, 0) + 1
        return found

    def _mean_charge_hits(self, member: Member) -> Fraction:
        """Return the average number of hits that a unit takes in the charge."""
        before = self.unit[member].hits
        return Fraction(sum((hits - before) * w for hits, w in self.charged[member].items()), FACES)

    def _follow_charge(self, gone: frozenset[Member]) -> None:
        over = {m: {h: w for h, w in self.charged[m].items() if h >= self.limit[m]} for m in gone}
        stay = {
            m: {h: w for h, w in self.charged[m].items() if h < self.limit[m]}
            for m in self.members
            if m not in gone
        }
        weight = prod(sum(one.values()) for one in (*over.values(), *stay.values()))
        if not weight:
            return
        there = frozenset(stay)
        if not there:
            self._settle(self.members, over, self.late, "charge")
        elif all(any(s == side for s, _ in there) for side in SIDES):
            self._clash(gone, there, prod(sum(one.values()) for one in over.values()), stay)
        else:
            self._count_emptied_side(gone, there, weight * self.late)

    def _count_emptied_side(self, gone: frozenset[Member], there: frozenset[Member], weight: int) -> None:
        """Count an outcome in which the charge leaves one side without units. Also count the advances that
        follow.
        """
        self._count(gone, weight)
        free = [n for s, n in there if s == "a" and not self.clash.attackers[n].held]
        for n in self._rank_attackers(free, -1)[: len(self.clash.defenders)]:
            self.advances["a", n] += weight

    def _count(self, gone: frozenset[Member], weight: int) -> None:
        for m in gone:
            self.routs[m] += weight
        self.cleared += weight * all(m in gone for m in self.members if m[0] == "d")
        self.broken += weight * all(m in gone for m in self.members if m[0] == "a")

    def _rank_attackers(self, free: list[int], first: int) -> list[int]:
        return sorted(free, key=lambda n: (n != first, -self.clash.attackers[n].unit.tq, n))

    # --- 10.15 ---

    def _settle(
        self,
        members: list[Member],
        over: dict[Member, Hits],
        weight: int,
        step: str,
        gone: frozenset[Member] = frozenset(),
        first: int = -1,
    ) -> None:
        """Count the outcomes in which all units of both sides would rout. Then only one side actually routs.

        That is the side with the unit farthest beyond its hit limit. ``gone``: units that routed earlier.
        """
        tops = {side: self._weigh_excess([m for m in members if m[0] == side], over) for side in SIDES}
        for (a, at), (d, dt) in product(tops["a"].items(), tops["d"].items()):
            loser: Side = "a" if a > d else "d"
            now = at * dt * weight
            self._count(gone | {m for m in members if m[0] == loser}, now)
            if loser == "d":
                standing = [n for s, n in members if s == "a"]
                free = [n for n in standing if step != "charge" or not self.clash.attackers[n].held]
                for n in self._rank_attackers(free, first)[: sum(s == "d" for s, _ in members)]:
                    self.advances["a", n] += now

    def _weigh_excess(self, members: list[Member], over: dict[Member, Hits]) -> Hits:
        found: Hits = {-FACES: 1}
        for m in members:
            more = self.clash.attackers[m[1]].advance_hits if m[0] == "a" else 0
            now: Hits = {}
            for (top, w), (hits, v) in product(found.items(), over[m].items()):
                best = max(top, hits - self.limit[m] + more)
                now[best] = now.get(best, 0) + w * v
            found = now
        return found

    # --- leaders, the clash and its result (9.14 to 9.16) ---

    def _clash(
        self, gone: frozenset[Member], there: frozenset[Member], before: int, stay: dict[Member, Hits]
    ) -> None:
        reckoning = calculate_clash(self.clash, there)
        first = {"a": reckoning.attacker, "d": reckoning.defender}
        whole = before * prod(sum(one.values()) for one in stay.values()) * self.late
        for m in self.led:
            if m in there:
                self.hurt[m] += whole // FACES
        results: dict[tuple[int, int], int] = {}
        for led, w in self._leaders(there).items():
            for face in range(FACES):
                result = result_of(reckoning, face + led)
                results[result] = results.get(result, 0) + w
        superior = reckoning.attacker if reckoning.superiority == "AS" else -1
        for result, w in results.items():
            taken: dict[Member, int] = {}
            for side, amount in zip(SIDES, result, strict=True):
                takers = [n for s, n in self.members if s == side and (s, n) in there]
                for n, hits in share(amount, takers, first[side], self.clash.order.get(side, ())).items():
                    taken[side, n] = hits
            now = {m: {h + taken[m]: v for h, v in stay[m].items()} for m in sorted(there)}
            # dice of units that fell in the charge are not rolled, so all their faces count
            spare = FACES ** len(gone)
            whole = (
                before * w * spare * FACES ** len(there) * prod(sum(one.values()) for one in stay.values())
            )
            for m, hits in taken.items():
                self.taken[m] += whole * hits
            self._collapse(gone, now, before * w * spare, superior)

    def _leaders(self, there: frozenset[Member]) -> dict[int, int]:
        """Return the distribution of the leaders' bonus to the roll, as a weight for each bonus.

        The weights add up to 100 to the power of the number of leaders in the clash.
        """
        found: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
        for m in self.led:
            leader = self.unit[m].leader
            assert leader is not None
            now: dict[tuple[int, int, int, int], int] = {}
            for state, w in found.items():
                for after, v in (
                    _fates(state, m[0] == "a", leader) if m in there else [(state, FACES * FACES)]
                ):
                    now[after] = now.get(after, 0) + w * v
            found = now
        added: dict[int, int] = {}
        for (best_a, killed_a, best_d, killed_d), w in found.items():
            led = best_a - killed_a - best_d + killed_d
            added[led] = added.get(led, 0) + w
        return added

    # --- 9.17 ---

    def _collapse(self, gone: frozenset[Member], now: dict[Member, Hits], weight: int, superior: int) -> None:
        members = list(now)
        over = {m: {h: w for h, w in now[m].items() if h >= self.limit[m]} for m in members}
        rest = {m: {h: w for h, w in now[m].items() if h < self.limit[m]} for m in members}
        overs = {m: sum(over[m].values()) for m in members}
        rests = {m: sum(rest[m].values()) for m in members}
        edge = {m: now[m].get(self.limit[m] - 1, 0) for m in members}
        for fell in _subsets(members):
            part = weight * prod(overs[m] if m in fell else rests[m] for m in members)
            if not part:
                continue
            if len(fell) == len(members):
                self._settle(members, over, weight * FACES ** len(members), "collapse", gone, superior)
                continue
            left = [m for m in members if m not in fell]
            fails = {
                m: Fraction(edge[m] * self._count_failing_faces(m), rests[m] * FACES)
                if self._in_zone(m, left)
                else Fraction(0)
                for m in left
            }
            self._follow_last_rolls(gone | fell, left, fails, part * FACES ** len(members), superior, members)

    def _count_failing_faces(self, member: Member) -> int:
        """Return the number of faces on which a unit one hit below its limit routs."""
        most = self.limit[member] - self.armies[member[0]].on_checks
        return max(0, min(FACES, FACES - 1 - most))

    def _in_zone(self, member: Member, left: list[Member]) -> bool:
        side, n = member
        said = self.clash.attackers[n].in_zone if side == "a" else self.clash.defenders[n].in_zone
        if said is not None:
            return said
        if side == "d":
            return any(s == "a" for s, _ in left)
        at = self.clash.attackers[n]
        fronts = [d for s, d in left if s == "d" and at.strikes(d) == "front"]
        return any(not (self.unit["d", d].routed or self.unit["d", d].column) for d in fronts)

    def _follow_last_rolls(
        self,
        gone: frozenset[Member],
        left: list[Member],
        fails: dict[Member, Fraction],
        weight: int,
        superior: int,
        members: list[Member],
    ) -> None:
        """Count the outcomes of the last checks in a clash: units in an enemy zone that are one hit from
        routing roll against their quality.

        Most units do not roll, so there are few cases.
        """
        rolling = [m for m in left if fails[m]]
        hexes = sum(s == "d" for s, _ in members)
        for failed in _subsets(rolling):
            chance = prod((fails[m] if m in failed else 1 - fails[m] for m in rolling), start=Fraction(1))
            now = weight * chance
            if not now:
                continue
            exact = int(now)
            both = all(any(s == side for s, _ in failed) for side in SIDES)
            if both and len(failed) == len(left):
                over = {m: {self.limit[m] - 1: 1} for m in left}
                self._settle(left, over, exact, "collapse", gone, superior)
                continue
            self._count(gone | failed, exact)
            standing = [n for s, n in left if s == "a" and (s, n) not in failed]
            cleared = hexes - sum(s == "d" and (s, n) not in failed for s, n in left)
            for n in self._rank_attackers(standing, superior)[:cleared]:
                self.advances["a", n] += exact


def _subsets(members: list[Member]) -> Iterator[frozenset[Member]]:
    for chosen in product((False, True), repeat=len(members)):
        yield frozenset(m for m, taken in zip(members, chosen, strict=True) if taken)


def _fates(
    state: tuple[int, int, int, int], attacks: bool, leader: Leader
) -> list[tuple[tuple[int, int, int, int], int]]:
    """Return the effects of a leader's possible fates (unhurt, wounded, killed), with weights that add up to
    100.
    """
    at = 0 if attacks else 2
    killed = FACES if leader.wounded else max(0, FACES - 1 - leader.personal_combat)
    best, lost = state[at], state[at + 1]

    def with_(best: int, lost: int) -> tuple[int, int, int, int]:
        return (best, lost, *state[2:]) if attacks else (*state[:2], best, lost)

    own = charisma(leader)
    hurt = Leader(leader.charisma, leader.personal_combat, wounded=True)
    found = [(with_(max(best, own), lost), (FACES - 1) * FACES)]
    if killed < FACES:
        found.append((with_(max(best, charisma(hurt)), lost), FACES - killed))
    if killed:
        found.append((with_(best, lost + own), killed))
    return found
