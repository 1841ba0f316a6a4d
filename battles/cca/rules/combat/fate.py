"""The effect of a roll on its target: blocks lost, the leader check, flags and the retreat (L547-614,
L786-813).
"""

from __future__ import annotations

from collections.abc import Callable

from battles.cca.rules.combat.situation import Fighter
from battles.cca.rules.combat.strike import Count, Kind, Strike, may_ignore, retreat_per_flag
from engine.values import dataclass

Sink = Callable[[], bool]  # rolls a die for a marsh and returns whether the marsh costs a block (L1011)
Check = Callable[[int], bool]  # rolls a number of dice for a leader, and returns whether all show helmets
EVADE_HEXES = 2
HURT, ELIMINATED = 2, 1  # dice for a leader check if the unit was hit, and if it was lost (L786, L803)


@dataclass(frozen=True)
class Fate:
    """The fate of a roll's target.

    ``lost``: the blocks lost to hits. ``left``: the blocks that remain. ``ignored``: the flags ignored.
    ``owed``: the hexes to retreat. ``gone``: the hexes retreated. ``lost_back``: the blocks lost for hexes
    that the target could not retreat. ``charged``: the blocks lost by each unit that blocks an elephant.
    ``leader``: "", unchecked, survived, killed or must_evade. ``sunk``: the blocks lost in marshes.
    """

    hits: int
    flags: int
    lost: int
    left: int
    ignored: int = 0
    owed: int = 0
    gone: int = 0
    lost_back: int = 0
    charged: int = 0
    rampage: bool = False
    leader: str = ""
    sunk: int = 0
    removed: bool = False  # a war machine that evaded leaves the board without giving a banner (L688-692)

    def __hash__(self) -> int:
        """Return a fast hash, because the odds put thousands of fates into mappings."""
        return hash((self.hits, self.flags, self.left, self.ignored, self.leader))

    @property
    def blocks_lost(self) -> int:
        """All blocks that the target lost."""
        return self.lost + self.sunk + self.lost_back

    @property
    def is_eliminated(self) -> bool:
        return self.left == 0 and not self.removed

    @property
    def left_hex(self) -> bool:
        """Whether the target has left its hex or was eliminated, which makes the attack a success (L742)."""
        return self.left == 0 or self.gone > 0

    @property
    def banners(self) -> int:
        """The banners that the target gives: one for a lost unit, and one for a lost leader."""
        return int(self.is_eliminated) + int(self.leader == "killed")


def never() -> bool:
    """Return False, so that no marsh costs a block. This is the default for ``sink``."""
    return False


def apply_roll(
    strike: Strike,
    count: Count,
    ignore: int | None,
    check: Check,
    checked: bool = False,
    sink: Sink = never,
) -> Fate:
    """Return the fate of a roll's target. ``ignore``: the number of flags that the target's owner wants to
    ignore, or None for as many as allowed. ``checked``: whether the target's leader has already been checked
    in this combat (L797-799).
    """
    target = strike.target
    if target.lone:
        return _hit_lone_leader(target, count)
    lost = min(target.blocks, count.hits)
    left = target.blocks - lost
    leader = "unchecked" if target.leader == "attached" else ""
    if leader and lost and not checked:
        leader, checked = _check_leader(check, left), True
    if not left:
        return Fate(count.hits, count.flags, lost, 0, leader=_fate_without_unit(leader))
    if strike.kind is Kind.EVADED:
        return _evade_result(strike, count, check, sink, _Hurt(lost, left, leader, checked))
    return _go_back(strike, count, ignore, check, sink, _Hurt(lost, left, leader, checked))


@dataclass(frozen=True)
class _Hurt:
    """The state of a unit after the hits of a roll and before its flags."""

    lost: int
    left: int
    leader: str
    checked: bool
    sunk: int = 0


def _wade(target: Fighter, hurt: _Hurt, gone: int, check: Check, sink: Sink) -> _Hurt:
    """Return the state of a unit after rolls for the marshes on its path of retreat. The unit enters the last
    hex like any marsh, so its leader can be checked in that hex even after an earlier check (L1007-1011).
    """
    on_the_way, at_the_end = target.marshes_at(gone)
    for number in range(on_the_way + at_the_end):
        ends = number == on_the_way
        if hurt.left and sink():
            hurt = _sink_block(hurt, check, hurt.checked and not ends, ends)
    return hurt


def _sink_block(hurt: _Hurt, check: Check, spared: bool, ends: bool) -> _Hurt:
    left, leader, checked = hurt.left - 1, hurt.leader, hurt.checked
    if leader not in ("", "killed") and not spared:
        leader, checked = _check_leader(check, left), checked or not ends
    return _Hurt(hurt.lost, left, leader, checked, hurt.sunk + 1)


def _check_leader(check: Check, left: int) -> str:
    return "killed" if check(HURT if left else ELIMINATED) else "survived"


@dataclass(frozen=True)
class Trodden:
    """The effect of a rampage on a unit next to the elephant (L632-638). ``leader`` is "", survived, killed
    or must_evade.
    """

    lost: int
    left: int
    leader: str = ""


def apply_rampage(blocks: int, led: bool, hits: int, check: Check) -> Trodden:
    """Return the effect of a rampage's hits on a unit. If the unit loses a block, a leader with it makes a
    leader check.
    """
    lost = min(blocks, hits)
    left = blocks - lost
    if not led or not lost:
        return Trodden(lost, left)
    return Trodden(
        lost, left, _fate_without_unit(_check_leader(check, left)) if not left else _check_leader(check, left)
    )


def _fate_without_unit(leader: str) -> str:
    """Return the fate of a leader whose unit is lost. A leader who was not killed must evade (L803)."""
    return "must_evade" if leader in ("survived", "unchecked") else leader


def _hit_lone_leader(target: Fighter, count: Count) -> Fate:
    """Return the fate of a lone leader who was rolled against. A helmet kills the leader. Otherwise the
    leader must evade, and dies if impassable terrain leaves no way out (L700-713). Flags have no effect.
    """
    walled = target.room == 0 and target.blocked == "impassable"
    if count.hits or walled:
        return Fate(count.hits, 0, 1, 0, leader="")
    return Fate(0, 0, 0, 1, leader="must_evade")


def _evade_result(strike: Strike, count: Count, check: Check, sink: Sink, hurt: _Hurt) -> Fate:
    """Return the fate of an evading unit. The survivors go back two hexes, or one if the second hex is not
    free. A lone friendly leader on the path stops the unit (L660-692).
    """
    target = strike.target
    way, _joins = _measure_way(target, hurt.leader, EVADE_HEXES)
    hurt = _wade(target, hurt, way, check, sink)
    removed = target.type == "war_machine"
    return Fate(
        count.hits,
        0,
        hurt.lost,
        0 if removed else hurt.left,
        gone=way if hurt.left else 0,
        leader=hurt.leader if hurt.left else _fate_without_unit(hurt.leader),
        sunk=hurt.sunk,
        removed=removed and hurt.left > 0,
    )


def _measure_way(target: Fighter, leader: str, hexes: int) -> tuple[int, bool]:
    """Return the number of hexes that a unit retreats, and whether it stops at a lone leader. A unit without
    a leader that cannot retreat all its hexes stops at a lone leader on its path, and then loses no blocks
    (L595-598).
    """
    if hexes <= target.room:
        return hexes, False
    if leader in ("", "killed") and 0 < target.refuge <= hexes:
        return target.refuge, True
    return target.room, False


def _go_back(strike: Strike, count: Count, ignore: int | None, check: Check, sink: Sink, hurt: _Hurt) -> Fate:
    """Return the fate of a unit that ignores some flags and retreats for the others. It loses a block for
    each hex that it cannot retreat (L577-614).
    """
    target = strike.target
    most = may_ignore(strike, hurt.leader != "killed")
    ignored = min(count.flags, most if ignore is None else min(ignore, most))
    owed = (count.flags - ignored) * retreat_per_flag(strike)
    gone, sheltered = _measure_way(target, hurt.leader, owed)
    hurt = _wade(target, hurt, gone, check, sink)
    short, leader = 0 if sheltered or not hurt.left else owed - gone, hurt.leader
    # an elephant loses no blocks, but the units in its way do (L640)
    pushed = short if target.kind.elephant and target.blocked == "units" else 0
    lost_back = min(hurt.left, short - pushed)
    left = hurt.left - lost_back
    if leader not in ("", "killed") and lost_back and not hurt.checked:
        leader = _check_leader(check, left)
    return Fate(
        count.hits,
        count.flags,
        hurt.lost,
        left,
        ignored=ignored,
        owed=owed,
        gone=gone if left else 0,
        lost_back=lost_back,
        charged=pushed,
        rampage=bool(owed) and target.kind.elephant,
        leader=leader if left else _fate_without_unit(leader),
        sunk=hurt.sunk,
    )
