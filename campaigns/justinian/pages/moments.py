"""Measures of a game's positions, for charts and for summaries in the chronicle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaigns.annals.moments import Moment
from campaigns.justinian.rules.state.control import NOBODY, controllers, prefectures_held
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM

if TYPE_CHECKING:
    from campaigns.justinian.rules.state.position import Setting
    from campaigns.justinian.rules.state.state import State
    from campaigns.justinian.rules.system import JustinianRules


def measure_position(rules: JustinianRules, state: State) -> Moment:
    """Return the measures of a stored position. See campaigns.annals.moments."""
    return moment(Position(rules.setting, state))


def moment(pos: Position) -> Moment:
    """Return the measures of a position: the turn, the gold, each power's SP and number of provinces, the
    controller of each province, and the prefectures held.
    """
    held = controllers(pos.scn, pos.state)
    powers = {p: pos.power_sp(p) for p in (BYZANTIUM, *pos.scn.powers)}
    return {
        "turn": pos.state.turn,
        "gold": pos.state.gold,
        "sp": {p: sp for p, sp in powers.items() if sp},
        "owners": dict(_count_provinces(pos.setting, held)),
        "control": held,
        "prefectures": sorted(prefectures_held(pos.scn, held)),
    }


def _count_provinces(setting: Setting, held: Mapping[str, str]) -> Counter[str]:
    """Return the number of provinces that each power holds, counted as for the score (10.21)."""
    counted = (held[p.id] for p in setting.scn.provinces.values() if p.counts)
    return Counter(owner for owner in counted if owner != NOBODY)


def gains(before: Moment | None, after: Moment | None) -> dict[str, str]:
    """Return the new controller of each province that changed hands. The mapping is empty if a position is
    unknown.
    """
    if before is None or after is None:
        return {}
    held = before["control"]
    return {p: owner for p, owner in after["control"].items() if owner != held.get(p)}


def won_and_lost(before: Moment, after: Moment) -> tuple[list[str], list[str]]:
    """Return the provinces that Byzantium gained and those that it lost."""
    changed = gains(before, after)
    won = [p for p, owner in changed.items() if owner == BYZANTIUM]
    return won, [p for p in changed if before["control"].get(p) == BYZANTIUM]
