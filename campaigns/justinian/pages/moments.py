"""Numbers of stored moments of a game: for the charts, and for what a stretch of the chronicle changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from django.core.cache import cache

from campaigns.justinian.rules.ground.control import NOBODY, controllers, prefectures_held
from campaigns.justinian.rules.ground.position import Position
from campaigns.justinian.rules.ground.state import BYZANTIUM
from games import services

if TYPE_CHECKING:
    from campaigns.justinian.rules.ground.position import Setting
    from campaigns.justinian.rules.system import JustinianRules
    from games.models import Game

Moment = dict[str, Any]  # turn, gold, sp by power, provinces by owner, control, prefectures
KEPT = 86400  # seconds


def read(game: Game, live: Any, seqs: Iterable[int]) -> dict[int, Moment]:
    """The moments after those entries. Each is reckoned once: what was played never changes."""
    keys = {f"justinian-moments:{game.pk}:{seq}": seq for seq in seqs}
    known: dict[str, Moment] = cache.get_many(keys)
    missing = {seq: key for key, seq in keys.items() if key not in known}
    if missing:
        setting = cast("JustinianRules", live.rules).setting
        fresh = {
            missing[seq]: moment(Position(setting, state)) for seq, state in services.states_at(live, missing)
        }
        cache.set_many(fresh, KEPT)
        known = {**known, **fresh}
    return {keys[key]: found for key, found in known.items()}


def moment(pos: Position) -> Moment:
    """What is compared between two moments."""
    held = controllers(pos.scn, pos.state)
    powers = {p: pos.power_sp(p) for p in (BYZANTIUM, *pos.scn.powers)}
    return {
        "turn": pos.state.turn,
        "gold": pos.state.gold,
        "sp": {p: sp for p, sp in powers.items() if sp},
        "owners": dict(_owners(pos.setting, held)),
        "control": held,
        "prefectures": sorted(prefectures_held(pos.scn, held)),
    }


def _owners(setting: Setting, held: Mapping[str, str]) -> Counter[str]:
    """How many provinces each power holds, of those that count for a prefecture, as in the score (10.21)."""
    counted = (held[p.id] for p in setting.scn.provinces.values() if p.counts)
    return Counter(owner for owner in counted if owner != NOBODY)


def gains(before: Moment | None, after: Moment | None) -> dict[str, str]:
    """province -> who holds it now, where that has changed; nothing where a moment is not known."""
    if before is None or after is None:
        return {}
    held = before["control"]
    return {p: owner for p, owner in after["control"].items() if owner != held.get(p)}


def won_and_lost(before: Moment, after: Moment) -> tuple[list[str], list[str]]:
    """The provinces that came to Byzantium and those that it lost."""
    changed = gains(before, after)
    won = [p for p, owner in changed.items() if owner == BYZANTIUM]
    return won, [p for p in changed if before["control"].get(p) == BYZANTIUM]
