"""The map as a bot sees it: who stands where, who holds what, and what each province is worth to a side."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.rules.justinian.control import controllers
from campaigns.rules.justinian.geography import mp_distance
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import (
    BARBARIAN,
    BYZANTIUM,
    MAJORS,
    TREASURE_POWERS,
    Army,
    State,
    strengths,
)

MUST = 7.0  # without it there is no prefecture (10.21)
SHORT = 3.0  # a province of a prefecture that lacks provinces
TREASURY = 8.0
LAZICA = 4.0
WAITS = 0.2  # an outlying province while the main enemy of its prefecture stands
MAIN = 14  # SP
MAINLAND = 10  # provinces
BOX = 3.0  # another power's box (7.19)
CAPITAL = "europa"
CAPITAL_GUARD = 14  # SP that stay in Europa


@dataclass(frozen=True)
class Outlook:
    """Reckoned once a state, for many questions. ``lacking`` counts provinces missing from two thirds."""

    byzantine: dict[str, int]
    barbarian: dict[str, int]
    held: dict[str, str]
    lacking: dict[str, int]

    def foes(self, seat: str) -> dict[str, int]:
        return self.barbarian if seat == BYZANTIUM else self.byzantine

    def friends(self, seat: str) -> dict[str, int]:
        return self.byzantine if seat == BYZANTIUM else self.barbarian


_last: list[tuple[Table, State, Outlook]] = []  # of the state asked about last: questions come in a row


def outlook(table: Table, state: State) -> Outlook:
    """Of that state. Remembered by identity: states are never changed."""
    known = _last[0] if _last else None
    if known is not None and known[1] is state and known[0] is table:
        return known[2]
    held = controllers(table.scn, state)
    lacking = {
        p.id: p.two_thirds - sum(held[m] == BYZANTIUM for m in p.members)
        for p in table.scn.prefectures.values()
    }
    found = Outlook(strengths(state, BYZANTIUM), strengths(state, BARBARIAN), held, lacking)
    _last[:] = [(table, state, found)]
    return found


def is_must(table: Table, place: str) -> bool:
    province = table.scn.provinces[place]
    return province.counts and place in table.scn.prefectures[province.prefecture].must_control


def worth(table: Table, state: State, army: Army, place: str, seat: str, view: Outlook) -> float:
    """What taking that province would be worth, apart from the fight for it; 0 for nothing to do."""
    if place not in table.scn.provinces:
        return BOX
    if seat == BYZANTIUM:
        return _byzantine(table, state, army, place, view)
    return _barbarian(table, state, army, place, view)


def _byzantine(table: Table, state: State, army: Army, place: str, view: Outlook) -> float:
    foes = view.barbarian.get(place, 0)
    if place == CAPITAL and army.at != CAPITAL and army.id.startswith("praesental"):
        return 5.0 if view.byzantine.get(CAPITAL, 0) < CAPITAL_GUARD or foes else 0.0
    if not foes and (place not in state.markers or army.power != BYZANTIUM):
        return 0.0
    if place == "lazica":
        return LAZICA + (6.0 if state.turn >= table.scn.last_turn - 1 else 0.0)
    province = table.scn.provinces[place]
    value = 1.5 + province.revenue + (1.0 if province.is_city else 0.0)
    if is_must(table, place):
        value += MUST
    elif view.lacking[province.prefecture] > 0:
        value += SHORT
    if place in state.treasuries.values():
        value += TREASURY
    if place == CAPITAL:
        value += 20.0
    return value * (WAITS if _outlying(table, place) and _main_force(table, state, place) else 1.0)


def _outlying(table: Table, place: str) -> bool:
    """Cut off by sea: an army put ashore there is away from the main theatre."""
    return len(mp_distance(table.scn, place)) < MAINLAND


def _main_force(table: Table, state: State, place: str) -> bool:
    """Has that prefecture an enemy that can be destroyed for good, to be dealt with first (8.28)?"""
    prefecture = table.scn.provinces[place].prefecture
    return any(
        a.power in TREASURE_POWERS
        and a.total >= MAIN
        and a.at in table.scn.provinces
        and table.scn.provinces[a.at].prefecture == prefecture
        and not _outlying(table, a.at)
        for a in state.armies.values()
    )


def _barbarian(table: Table, state: State, army: Army, place: str, view: Outlook) -> float:
    foes = view.byzantine.get(place, 0)
    if place == "lazica":
        late = state.turn >= table.scn.last_turn - 1
        return 0.0 if view.barbarian.get(place) else LAZICA * (2.0 if late else 1.0)
    if place in state.markers and not foes:
        return 0.0
    own = army.total if army.at == place else 0
    if view.barbarian.get(place, 0) > own and not foes:
        return 0.0
    province = table.scn.provinces[place]
    value = 1.5 + 2.0 * province.revenue + (3.0 if province.is_city else 0.0)
    if is_must(table, place):
        value += 2.0
    if place == CAPITAL:
        value += 8.0
    if army.power not in MAJORS:  # no markers: only what it stands on
        return value * (0.9 if province.is_city else 0.5)
    return value
