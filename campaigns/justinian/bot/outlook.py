"""The bot's view of the map: forces, control, and the value of each province to a side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.justinian.rules.scenario.types import Prefecture
from campaigns.justinian.rules.state.control import controllers, lazica_lost
from campaigns.justinian.rules.state.geography import mp_distance
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    BYZANTIUM,
    MAJORS,
    TREASURE_POWERS,
    Army,
    State,
)

PUSH = 60.0  # bonus for provinces, divided by the number of provinces missing for victory
MORTAL = 6.0  # value of fighting a power that can be destroyed for good (8.28)
RUMP = 6  # a power's remnant of at most this many SP is left alone
RETURN = 14.0  # value of staying on an island until the army's work there is done
MUST = 3.0  # value of a province that its prefecture requires (10.21)
SHORT = 6.0  # value of a province whose prefecture still lacks provinces
TREASURY = 8.0
SOURCE = 12.0  # value of a remote, weakly held City where Vandals or Goths could keep recruiting (6.24)
WEAKLY = 10  # SP up to which a City is weakly held, or half of the attacking army's SP if that is more
LAZICA = 4.0
GUARD = 5.0  # value of an army in Lazica near the end of the game
GUARDS = ("armenia", "oriens")
MAINLAND = 10  # minimum number of provinces connected by land that count as the mainland
BOX = 3.0  # value of another power's box (7.19)
CAPITAL = "europa"
CAPITAL_GUARD = 14  # SP that must stay in Europa


@dataclass(frozen=True)
class Outlook:
    """Facts about the map, computed once per state. ``byzantine`` and ``barbarian``: each side's land SP by
    place. ``held``: the controller of each province. ``lacking``: by prefecture, the number of provinces that
    Byzantium still needs for two thirds. ``missing``: a count of everything that still prevents victory,
    including Lazica (10.21).
    """

    byzantine: dict[str, int]
    barbarian: dict[str, int]
    held: Mapping[str, str]
    lacking: dict[str, int]
    missing: int

    def foes(self, seat: str) -> dict[str, int]:
        return self.barbarian if seat == BYZANTIUM else self.byzantine

    def friends(self, seat: str) -> dict[str, int]:
        return self.byzantine if seat == BYZANTIUM else self.barbarian


_last: list[tuple[Position, Outlook]] = []  # only the latest state is cached


def outlook(pos: Position) -> Outlook:
    """Return the outlook of a position. It is cached by identity, because states never change."""
    known = _last[0] if _last else None
    if known is not None and known[0].state is pos.state and known[0].setting is pos.setting:
        return known[1]
    held = controllers(pos.scn, pos.state)
    lacking = {
        p.id: p.two_thirds - sum(held[m] == BYZANTIUM for m in p.members)
        for p in pos.scn.prefectures.values()
    }
    missing = sum(_count_missing(p, held, lacking[p.id]) for p in pos.scn.prefectures.values())
    missing += lazica_lost(pos.state)
    found = Outlook(pos.strengths(BYZANTIUM), pos.strengths(BARBARIAN), held, lacking, missing)
    _last[:] = [(pos, found)]
    return found


def _count_missing(prefecture: Prefecture, held: Mapping[str, str], lacking: int) -> int:
    """Return the number of provinces that must still be won for a prefecture."""
    musts = sum(held[m] != BYZANTIUM for m in prefecture.must_control)
    return max(musts, lacking)


def is_must(setting: Setting, place: str) -> bool:
    province = setting.scn.provinces[place]
    return province.counts and place in setting.scn.prefectures[province.prefecture].must_control


def worth(pos: Position, army: Army, place: str, seat: str, view: Outlook) -> float:
    """Return the value of taking a province, apart from any battle for it. It is 0 if the army can achieve
    nothing in the province.
    """
    if place not in pos.scn.provinces:
        return BOX
    if seat == BYZANTIUM:
        return _byzantine(pos, army, place, view)
    return _barbarian(pos, army, place, view)


def _byzantine(pos: Position, army: Army, place: str, view: Outlook) -> float:
    foes = view.barbarian.get(place, 0)
    if place == CAPITAL and army.at != CAPITAL and army.id.startswith("praesental"):
        return 5.0 if view.byzantine.get(CAPITAL, 0) < CAPITAL_GUARD or foes else 0.0
    if place == "lazica" and not foes:
        late = pos.state.turn >= pos.scn.last_turn - 1
        return GUARD if late and army.id in GUARDS and not view.byzantine.get(place) else 0.0
    if not foes and (place not in pos.state.markers or army.power != BYZANTIUM):
        return 0.0
    push = PUSH / max(1, view.missing)
    if place == "lazica":
        return LAZICA + (MUST + push if lazica_lost(pos.state) else 0.0)
    province = pos.scn.provinces[place]
    value = 1.0 + province.revenue + (1.0 if province.is_city else 0.0)
    if is_must(pos.setting, place):
        value += MUST + push
    elif view.lacking[province.prefecture] > 0:
        value += SHORT + push * 0.5
    if place in pos.state.treasuries.values():
        value += TREASURY
    if place == CAPITAL:
        value += 20.0
    if (
        foes <= max(WEAKLY, army.total // 2)
        and view.held[place] in TREASURE_POWERS
        and province.is_city
        and _is_outlying(pos.setting, place)
    ):
        value += SOURCE
    if army.at == place and not foes and _is_outlying(pos.setting, place):
        value += RETURN  # an army that left could return only by sea
    if foes:
        value += MORTAL * bool(mortal_powers(pos.state, place))
    return value


def mortal_powers(state: State, place: str) -> set[str]:
    """Return the powers with SP in the place that can be destroyed for good, except mere remnants. Such
    powers grow while they hold Cities.
    """
    return {p for p in powers_at(state, place) & set(TREASURE_POWERS) if state.power_sp(p) > RUMP}


def powers_at(state: State, place: str) -> set[str]:
    """Return the powers with land SP in the place."""
    there = {a.power for a in state.armies.values() if a.at == place and a.total}
    return there | set(state.detached.get(place, {}))


def _is_outlying(setting: Setting, place: str) -> bool:
    """Return whether the place is an island or other area too small to count as the mainland."""
    return len(mp_distance(setting.scn, place)) < MAINLAND


def _barbarian(pos: Position, army: Army, place: str, view: Outlook) -> float:
    foes = view.byzantine.get(place, 0)
    if place == "lazica":
        late = pos.state.turn >= pos.scn.last_turn - 1
        return 0.0 if view.barbarian.get(place) else LAZICA * (2.0 if late else 1.0)
    if place in pos.state.markers and not foes:
        return 0.0
    own = army.total if army.at == place else 0
    if view.barbarian.get(place, 0) > own and not foes:
        return 0.0
    province = pos.scn.provinces[place]
    value = 1.5 + 2.0 * province.revenue + (3.0 if province.is_city else 0.0)
    if is_must(pos.setting, place):
        value += 2.0
    if place == CAPITAL:
        value += 8.0
    if army.power not in MAJORS:  # minor powers place no markers, so only the province itself counts
        return value * (0.9 if province.is_city else 0.5)
    return value
