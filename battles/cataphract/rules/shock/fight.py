"""The resolution of all clashes in a segment (9.13 to 9.17).

Each step is carried out for all clashes before the next step begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from battles.cataphract.rules.shock.reckoning import Reckoning, calculate_clash, result_of, share
from battles.cataphract.rules.shock.report import (
    NeededDie,
    ReportLine,
    Roll,
    SegmentReport,
    Status,
    UnitResult,
    group_faces,
)
from battles.cataphract.rules.shock.situation import SIDES, Clash, Segment, Side
from battles.cataphract.rules.tables import table
from battles.cataphract.rules.unit import Leader, Unit

Member = tuple[Side, int]


RollAll = Callable[[Sequence[NeededDie]], Sequence[int]]
STEPS = ("charge", "leaders", "clash", "collapse")


def fight(segment: Segment, roll: Roll) -> SegmentReport:
    """Resolve a whole segment. ``roll`` is asked for each die that is needed."""
    return fight_until(segment, lambda asked: [roll(one) for one in asked], len(STEPS))


def fight_until(segment: Segment, roll_all: RollAll, steps: int) -> SegmentReport:
    """Resolve the first ``steps`` of STEPS, each for all clashes. Dice that are independent are rolled
    together.
    """
    one = Resolution(segment, roll_all)
    for _step, _name in zip(range(steps), one.steps(), strict=False):
        pass
    return one.tell_all()


def checked_units(segment: Segment) -> list[tuple[int, Member]]:
    """Return the units that check quality in the charge, each with the number of its clash (9.13)."""
    return [(n, one) for n, clash in enumerate(segment.clashes) for one in charging(clash)]


def charging(clash: Clash) -> list[Member]:
    """Return the units that check quality before a clash.

    They are the marked attackers, unless all their targets are routed. If any attacker is marked, all
    defenders check too.
    """
    marked = [n for n, one in enumerate(clash.attackers) if one.check]
    if not marked:
        return []
    fleeing = all(one.unit.routed for one in clash.defenders)
    attackers: list[Member] = [] if fleeing else [("a", n) for n in marked]
    return [*attackers, *(("d", n) for n in range(len(clash.defenders)))]


@dataclass
class _UnitState:
    """The state of a unit during the fight."""

    unit: Unit
    hits: int
    status: Status = "stands"
    advances: bool = False


Reckoned = dict[tuple[int, frozenset[Member]], Reckoning]


class Resolution:
    """A segment being resolved. ``reckoned`` caches calculations; several Resolutions of the same segment can
    share it.
    """

    def __init__(self, segment: Segment, roll_all: RollAll, reckoned: Reckoned | None = None) -> None:
        self.segment, self.roll_all = segment, roll_all
        self.reckoned: Reckoned = {} if reckoned is None else reckoned
        self.told: list[ReportLine] = []
        self.bonus: set[Side] = {side for side in SIDES if segment.armies[side].undisciplined}
        self.units: dict[tuple[int, Side, int], _UnitState] = {
            (c, side, n): _UnitState(unit, unit.hits)
            for c, clash in enumerate(segment.clashes)
            for side in SIDES
            for n, unit in enumerate(clash.units(side))
        }
        self.killed: dict[tuple[int, Side], int] = {}

    def steps(self) -> Iterator[str]:
        """Resolve the steps in order, and yield the name of each when it is over."""
        going = self.charge()
        yield STEPS[0]
        self.leaders(going)
        yield STEPS[1]
        fought = self.clashes(going)
        yield STEPS[2]
        self.collapse(fought)
        yield STEPS[3]

    def tell_all(self) -> SegmentReport:
        return SegmentReport(tuple(self.told), self.tell_units(), frozenset(self.bonus))

    def roll(self, asked: NeededDie) -> int:
        return self.roll_all((asked,))[0]

    # --- units present ---

    def units_present(self, c: int, side: Side) -> list[int]:
        """Return the units of a side that are still in the clash, by number."""
        return [n for (k, s, n), one in self.units.items() if k == c and s == side and one.status == "stands"]

    def limit(self, side: Side, one: _UnitState) -> int:
        """Return the number of hits that routs a unit, which is also its quality for a check (10.14)."""
        more = table("effective_tq")["undisciplined_bonus"] if side in self.bonus else 0
        return one.unit.quality if one.unit.routed else one.unit.quality + int(more)

    def highest_passing_face(self, side: Side, one: _UnitState) -> int:
        """Return the highest face that lets a unit pass a check."""
        return self.limit(side, one) - self.segment.armies[side].on_checks

    def units_over_limit(self, c: int, side: Side) -> list[int]:
        return [n for n in self.units_present(c, side) if self.excess(c, side, n) >= 0]

    def excess(self, c: int, side: Side, n: int) -> int:
        one = self.units[c, side, n]
        return one.hits - self.limit(side, one)

    def tell(self, step: str, code: str, c: int, side: Side, n: int, **more: int | str | None) -> None:
        self.told.append(ReportLine(step, code, c, side, n, **more))  # type: ignore[arg-type]

    # --- 9.13 the charge ---

    def charge(self) -> list[int]:
        """Check quality, and return the clashes that are still fought after the charge."""
        rolling = [
            (c, side, n, self.highest_passing_face(side, self.units[c, side, n]) - on_charge(clash, side, n))
            for c, (side, n) in checked_units(self.segment)
            for clash in (self.segment.clashes[c],)
        ]
        faces = self.roll_all(
            [
                NeededDie("charge", c, side, n, "9.13", group_faces(_excess_over(most)))
                for c, side, n, most in rolling
            ]
        )
        for (c, side, n, beyond), face in zip(rolling, faces, strict=True):
            one = self.units[c, side, n]
            amount = max(0, face - beyond)  # only the excess counts (ruling 38)
            one.hits += amount
            self.tell(
                "charge", "hits" if amount else "holds", c, side, n, face=face, amount=amount, rule="9.13"
            )
        self.fall_all(range(len(self.segment.clashes)), "charge")
        going = [
            c for c in range(len(self.segment.clashes)) if all(self.units_present(c, side) for side in SIDES)
        ]
        for c, clash in enumerate(self.segment.clashes):
            if c not in going and self.units_present(c, "a"):
                free = [n for n in self.units_present(c, "a") if not clash.attackers[n].held]
                self.advance(c, free, self.count_vacated_hexes(c), None)
        return going

    def fall_all(self, clashes: Iterable[int], step: str) -> None:
        for c in clashes:
            self.fall(c, step)

    def count_vacated_hexes(self, c: int) -> int:
        """Return the number of hexes that the defenders of a clash have vacated."""
        return len(self.segment.clashes[c].defenders) - len(self.units_present(c, "d"))

    # --- rout (9.13, 9.17, 10.15) ---

    def fall(self, c: int, step: str) -> None:
        """Rout the units with too many hits. If both sides would be gone, rout only one of them."""
        there = {side: self.units_present(c, side) for side in SIDES}
        over = {side: self.units_over_limit(c, side) for side in SIDES}
        if there["a"] and there["d"] and over == there:
            self.settle(c, step, {(s, n): self.excess(c, s, n) for s in SIDES for n in over[s]})
            return
        for side in ("d", "a"):  # the defender routs first
            for n in over[side]:
                self.rout(c, side, n, step)

    def settle(self, c: int, step: str, excess: dict[Member, int]) -> None:
        """Rout one side of a clash in which all units of both sides would rout (10.15).

        The loser is the side with the unit farthest beyond its quality, or the defender on a tie.
        """
        clash = self.segment.clashes[c]
        worst = {
            "a": max(e + clash.attackers[n].advance_hits for (s, n), e in excess.items() if s == "a"),
            "d": max(e for (s, n), e in excess.items() if s == "d"),
        }
        loser: Side = "a" if worst["a"] > worst["d"] else "d"
        winner: Side = "d" if loser == "a" else "a"
        self.tell(step, "one_side_only", c, loser, -1, rule="10.15")
        for side, n in excess:
            one = self.units[c, side, n]
            if side == winner:
                one.hits = self.limit(side, one) - 1
        for side, n in excess:
            if side == loser:
                self.rout(c, side, n, step)

    def rout(self, c: int, side: Side, n: int, step: str) -> None:
        """Rout a unit. A unit that has already routed is eliminated (10.2). Its army can lose heart
        (11.2).
        """
        one = self.units[c, side, n]
        if one.status != "stands":
            return
        one.status = "eliminated" if one.unit.routed else "routs"
        self.tell(step, one.status, c, side, n, rule="10.2")
        army = self.segment.armies[side]
        if side in self.bonus and one.status == "routs":
            groups = group_faces(lambda face: face <= army.initiative)
            face = self.roll(NeededDie("discipline", c, side, n, "11.2", groups))
            keeps = face <= army.initiative
            self.tell(
                "discipline", "keeps_heart" if keeps else "loses_heart", c, side, n, face=face, rule="11.2"
            )
            if not keeps:
                self.bonus.discard(side)
                self.lose_heart(side, step)

    def lose_heart(self, side: Side, step: str) -> None:
        """Rout at once all units of a side that now have too many hits (11.2)."""
        for (c, s, n), one in self.units.items():
            if s == side and one.status == "stands" and self.excess(c, s, n) >= 0:
                self.rout(c, side, n, step)

    # --- 9.14 leaders ---

    def leaders(self, going: list[int]) -> None:
        led = [
            (c, side, n)
            for c in going
            for side in SIDES
            for n in self.units_present(c, side)
            if self.units[c, side, n].unit.leader is not None
        ]
        faces = self.roll_all(
            [NeededDie("leader", c, side, n, "9.14", group_faces(bool)) for c, side, n in led]
        )
        for (c, side, n), face in zip(led, faces, strict=True):
            self.risk(c, side, n, face)

    def risk(self, c: int, side: Side, n: int, face: int) -> None:
        one = self.units[c, side, n]
        leader = one.unit.leader
        assert leader is not None
        if face:
            self.tell("leader", "unhurt", c, side, n, face=face, rule="9.14")
            return
        groups = group_faces(lambda face: face > leader.personal_combat)
        found, living = casualty(leader, lambda: self.roll(NeededDie("wound", c, side, n, "9.14", groups)))
        if living is None:
            self.killed[c, side] = self.killed.get((c, side), 0) + charisma(leader)
        one.unit = replace(one.unit, leader=living)
        self.tell("leader", found, c, side, n, face=face, rule="9.14")

    # --- 9.15, 9.16 the clash ---

    def clashes(self, going: list[int]) -> dict[int, Reckoning]:
        found = {c: self.reckoning(c) for c in going}
        faces = self.roll_all([self.ask_clash(c, one) for c, one in found.items()])
        for (c, one), face in zip(found.items(), faces, strict=True):
            self.clash(c, one, face)
        return found

    def reckoning(self, c: int) -> Reckoning:
        there = frozenset((side, n) for side in SIDES for n in self.units_present(c, side))
        found = self.reckoned.get((c, there))
        if found is None:
            found = self.reckoned[c, there] = calculate_clash(self.segment.clashes[c], there)
        return found

    def ask_clash(self, c: int, reckoning: Reckoning) -> NeededDie:
        led = self.leader_bonus(c, "a") - self.leader_bonus(c, "d")
        groups = group_faces(lambda face: result_of(reckoning, face + led))
        return NeededDie("clash", c, "a", reckoning.attacker, "9.16", groups)

    def clash(self, c: int, reckoning: Reckoning, face: int) -> None:
        modified = face + self.leader_bonus(c, "a") - self.leader_bonus(c, "d")
        result = result_of(reckoning, modified)
        self.tell("clash", "rolled", c, "a", reckoning.attacker, face=face, amount=modified, rule="9.16")
        for side, amount in zip(SIDES, result, strict=True):
            for n, taken in self.share_hits(c, side, amount, reckoning).items():
                self.units[c, side, n].hits += taken
                self.tell("clash", "hits", c, side, n, amount=taken, rule="10.13")

    def leader_bonus(self, c: int, side: Side) -> int:
        """Return a side's bonus from leaders (ruling 32).

        It is the Charisma of the best living leader minus the Charisma of the leaders killed.
        """
        living = (self.units[c, side, n].unit.leader for n in self.units_present(c, side))
        best = max((charisma(one) for one in living if one is not None), default=0)
        return best - self.killed.get((c, side), 0)

    def share_hits(self, c: int, side: Side, amount: int, reckoning: Reckoning) -> dict[int, int]:
        """Return the hits that each unit of a side takes, by the unit's number (10.13)."""
        first = reckoning.attacker if side == "a" else reckoning.defender
        return share(amount, self.units_present(c, side), first, self.segment.clashes[c].order.get(side, ()))

    # --- 9.17 collapse ---

    def collapse(self, fought: dict[int, Reckoning]) -> None:
        stood = {c: len(self.units_present(c, "d")) for c in fought}
        self.fall_all(fought, "collapse")  # 9.17, point 1
        sides: tuple[Side, Side] = ("d", "a")
        shaken = [(c, side, n) for c in fought for side in sides for n in self.shaken_units(c, side)]
        failed: dict[int, list[Member]] = {}
        faces = self.roll_all([self.ask_shaken(c, side, n) for c, side, n in shaken])
        for (c, side, n), face in zip(shaken, faces, strict=True):  # 9.17, point 2
            if not self.check_steadiness(c, side, n, face):
                failed.setdefault(c, []).append((side, n))
        self.break_all(failed)
        for c, reckoning in fought.items():  # 9.17, point 3
            left = stood[c] - len(self.units_present(c, "d"))
            self.advance(c, self.units_present(c, "a"), left, reckoning)

    def shaken_units(self, c: int, side: Side) -> list[int]:
        return [
            n
            for n in self.units_present(c, side)
            if self.excess(c, side, n) == -1 and self.in_zone(c, side, n)
        ]

    def in_zone(self, c: int, side: Side, n: int) -> bool:
        """Return whether a unit is in an enemy zone.

        A defender is in its attacker's zone. An attacker is in one if it attacks the front of a unit that
        is neither in Column nor routed.
        """
        clash = self.segment.clashes[c]
        said = clash.attackers[n].in_zone if side == "a" else clash.defenders[n].in_zone
        if said is not None:
            return said
        if side == "d":
            return bool(self.units_present(c, "a"))
        at = clash.attackers[n]
        return any(
            at.strikes(d) == "front"
            and not (clash.defenders[d].unit.routed or clash.defenders[d].unit.column)
            for d in self.units_present(c, "d")
        )

    def ask_shaken(self, c: int, side: Side, n: int) -> NeededDie:
        most = self.highest_passing_face(side, self.units[c, side, n])
        return NeededDie("collapse", c, side, n, "9.17", group_faces(lambda face: face <= most))

    def check_steadiness(self, c: int, side: Side, n: int, face: int) -> bool:
        """Check the quality of a unit that is one hit from routing, and return whether it passes. A unit that
        passes recovers one hit.
        """
        one = self.units[c, side, n]
        holds = face <= self.highest_passing_face(side, one)
        if holds:
            one.hits -= 1
        self.tell("collapse", "steadies" if holds else "fails", c, side, n, face=face, rule="9.17")
        return holds

    def break_all(self, failed: dict[int, list[Member]]) -> None:
        for c, members in failed.items():
            self.break_up(c, members)

    def break_up(self, c: int, failed: list[Member]) -> None:
        """Rout the units of a clash that failed their last check.

        If no unit of either side would remain, rout only one side (10.15, ruling 46).
        """
        there = {(side, n) for side in SIDES for n in self.units_present(c, side)}
        both = all(any(side == s for s, _ in failed) for side in SIDES)
        if both and there == set(failed):
            self.settle(c, "collapse", {(side, n): self.excess(c, side, n) for side, n in failed})
            return
        for side, n in failed:
            self.rout(c, side, n, "collapse")

    # --- 9.2 advance ---

    def advance(self, c: int, free: list[int], hexes: int, reckoning: Reckoning | None) -> None:
        """Advance attackers into the vacated hexes. A superior attacker goes first, then the others by
        quality (9.23).
        """
        first = reckoning.attacker if reckoning is not None and reckoning.superiority == "AS" else -1
        ranked = sorted(free, key=lambda n: (n != first, -self.units[c, "a", n].unit.tq, n))
        for n in ranked[:hexes]:
            one = self.units[c, "a", n]
            cost = self.segment.clashes[c].attackers[n].advance_hits
            one.hits = max(one.hits, min(one.hits + cost, self.limit("a", one) - 1))
            one.advances = True
            self.tell("advance", "advances", c, "a", n, amount=cost, rule="9.21")

    # --- after the clashes ---

    def tell_units(self) -> dict[tuple[int, Side, int], UnitResult]:
        return {
            key: UnitResult(
                one.hits if one.status == "stands" else 0,
                one.status,
                one.advances,
                _supply(one.unit, one.status),
                one.unit.leader,
            )
            for key, one in self.units.items()
        }


def on_charge(clash: Clash, side: Side, n: int) -> int:
    """Return the modifier that a clash adds to a unit's roll in the charge (L3033)."""
    return clash.attackers[n].on_charge if side == "a" else 0


def _excess_over(quality: int) -> Callable[[int], int]:
    return lambda face: max(0, face - quality)


def _supply(unit: Unit, status: Status) -> str:
    """Return a unit's missile supply after shock.

    Foot has used up its javelins (L2321), and routed foot has no missiles left (10.2).
    """
    spent = unit.foot and bool(unit.missile) and (unit.missile == "J" or status != "stands")
    return "no" if spent else unit.supply


def charisma(leader: Leader) -> int:
    """Return a leader's current charisma."""
    return leader.rating(leader.charisma)


def casualty(leader: Leader, roll: Callable[[], int]) -> tuple[str, Leader | None]:
    """Return the effect of a hit on a leader, "killed" or "wounded", and the leader afterwards, or None if
    killed (9.14).

    A second wound kills, and so does a roll above the leader's personal combat rating. ``roll`` is called
    for that roll.
    """
    if leader.wounded:
        return "killed", None
    if roll() > leader.personal_combat:
        return "killed", None
    return "wounded", replace(leader, wounded=True)
