"""The effect of a roll on its target: blocks lost, the leader check, flags and the retreat (L547-614,
L786-813).
"""

from __future__ import annotations

from collections.abc import Callable

from battles.cca.rules.combat.situation import Fighter
from battles.cca.rules.combat.strike import Count, Kind, Strike, may_ignore, retreat_per_flag
from engine.values import dataclass

Check = Callable[[int], bool]  # rolls that many dice for a leader and returns whether all show helmets
EVADE_HEXES = 2
HURT, ELIMINATED = 2, 1  # dice of a leader check, by what happened to his unit (L786, L803)


@dataclass(frozen=True)
class Fate:
    """The fate of a roll's target.

    ``lost``: blocks lost to hits; ``lost_back``: blocks lost for hexes it could not retreat. ``owed`` and
    ``gone``: hexes to retreat, and hexes retreated. ``charged``: blocks lost by each unit in an elephant's
    way. ``leader``: "", unchecked, survived, killed or must_evade.
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
    removed: bool = False  # a war machine that evaded leaves the board without giving a banner (L688-692)

    def __hash__(self) -> int:
        """Return a fast hash, because the odds put thousands of fates into mappings."""
        return hash((self.hits, self.flags, self.left, self.ignored, self.leader))

    @property
    def eliminated(self) -> bool:
        return self.left == 0 and not self.removed

    @property
    def left_hex(self) -> bool:
        """Whether the target no longer holds its hex, which makes the attack a success (L742)."""
        return self.left == 0 or self.gone > 0

    @property
    def banners(self) -> int:
        """The banners that the target gives: one if the unit is lost, and one if its leader is."""
        return int(self.eliminated) + int(self.leader == "killed")


def suffer(strike: Strike, count: Count, ignore: int | None, check: Check, checked: bool = False) -> Fate:
    """Apply a roll to its target. ``ignore``: the number of flags its owner wants to ignore; None: as many as
    allowed. ``checked``: its leader has already been checked in this combat (L797-799).
    """
    target = strike.target
    if target.lone:
        return _lone_leader(target, count)
    lost = min(target.blocks, count.hits)
    left = target.blocks - lost
    leader = "unchecked" if target.leader == "attached" else ""
    if leader and lost and not checked:
        leader, checked = _check_leader(check, left), True
    if not left:
        return Fate(count.hits, count.flags, lost, 0, leader=_survivor(leader))
    if strike.kind is Kind.EVADED:
        return _evade_result(strike, count, lost, leader)
    return _go_back(strike, count, ignore, check, _Hurt(lost, left, leader, checked))


@dataclass(frozen=True)
class _Hurt:
    """A unit after the hits of a roll and before its flags."""

    lost: int
    left: int
    leader: str
    checked: bool


def _check_leader(check: Check, left: int) -> str:
    return "killed" if check(HURT if left else ELIMINATED) else "survived"


@dataclass(frozen=True)
class Trodden:
    """The effect of a rampage on a unit next to the elephant (L632-638). ``leader``: "", survived, killed or
    must_evade.
    """

    lost: int
    left: int
    leader: str = ""


def tread(blocks: int, led: bool, hits: int, check: Check) -> Trodden:
    """Apply the hits of a rampage to a unit. If it loses a block, its leader is checked."""
    lost = min(blocks, hits)
    left = blocks - lost
    if not led or not lost:
        return Trodden(lost, left)
    return Trodden(
        lost, left, _survivor(_check_leader(check, left)) if not left else _check_leader(check, left)
    )


def _survivor(leader: str) -> str:
    """Return the fate of a leader whose unit is lost: he must evade (L803)."""
    return "must_evade" if leader in ("survived", "unchecked") else leader


def _lone_leader(target: Fighter, count: Count) -> Fate:
    """Resolve hits on a lone leader. A helmet kills him; otherwise he must evade, and dies if impassable
    terrain leaves no way (L700-713). Flags have no effect.
    """
    walled = target.room == 0 and target.blocked == "impassable"
    if count.hits or walled:
        return Fate(count.hits, 0, 1, 0, leader="")
    return Fate(0, 0, 0, 1, leader="must_evade")


def _evade_result(strike: Strike, count: Count, lost: int, leader: str) -> Fate:
    """Move the survivors of an evading unit two hexes, or one if there is no room. A leader on the way stops
    it (L660-692).
    """
    target = strike.target
    way, _joins = _way(target, leader, EVADE_HEXES)
    left = target.blocks - lost
    removed = target.type == "war_machine"
    return Fate(
        count.hits, 0, lost, 0 if removed else left, gone=way, leader=leader, removed=removed and left > 0
    )


def _way(target: Fighter, leader: str, hexes: int) -> tuple[int, bool]:
    """Return the number of these hexes that a unit retreats, and whether it stops at a lone leader. A unit
    without a leader can stop for him without losing blocks (L595-598).
    """
    if hexes <= target.room:
        return hexes, False
    if leader in ("", "killed") and 0 < target.refuge <= hexes:
        return target.refuge, True
    return target.room, False


def _go_back(strike: Strike, count: Count, ignore: int | None, check: Check, hurt: _Hurt) -> Fate:
    """Ignore some flags, retreat for the others, and lose a block for each hex that is
    impossible (L577-614).
    """
    target, leader = strike.target, hurt.leader
    most = may_ignore(strike, leader != "killed")
    ignored = min(count.flags, most if ignore is None else min(ignore, most))
    owed = (count.flags - ignored) * retreat_per_flag(strike)
    gone, sheltered = _way(target, leader, owed)
    short = 0 if sheltered else owed - gone
    pushed = (
        short if target.kind.elephant and target.blocked == "units" else 0
    )  # units in the way lose the blocks in its place (L640)
    lost_back = min(hurt.left, short - pushed)
    left = hurt.left - lost_back
    if leader and lost_back and not hurt.checked:
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
        leader=leader if left else _survivor(leader),
    )
