"""A combat phase in progress (10.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.codec import late_field
from engine.frames import Frame, Stacked
from engine.values import dataclass


@dataclass(frozen=True)
class Call:
    """A battle at sea between the active nation and ``nation`` that one of the two has called (10.8)."""

    sea: str
    nation: str


@dataclass(frozen=True)
class Fled:
    """Fleets of a nation that have retreated into a sea in this phase (10.9)."""

    sea: str
    nation: str
    number: int


@dataclass(frozen=True)
class Combats(Frame):
    """A combat phase. ``came``: for each area, the places from which units entered it. ``seaborne``: for each
    area, the units that came by sea or across a strait. ``calls``: called battles at sea that are still to be
    fought. ``raids``: areas where a campaign declared raids. ``fought``: areas with a combat. ``fled``:
    retreated fleets. ``refuge``: places to which the attacker retreated. ``stage``: calls, fights, sack,
    rebuild, trim.
    """

    nation: str
    came: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seaborne: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    invasion: bool = False
    campaign: str = ""
    raids: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    fought: tuple[str, ...] = ()
    stage: str = "calls"
    fled: tuple[Fled, ...] = late_field(())
    refuge: tuple[str, ...] = late_field(())


def count_fled(state: Stacked, sea: str, nation: str) -> int:
    """Return the number of a nation's fleets that have retreated to a sea in the current combat phase."""
    phase = state.in_progress(Combats)
    return sum(f.number for f in phase.fled if (f.sea, f.nation) == (sea, nation)) if phase else 0
