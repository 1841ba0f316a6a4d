"""The enemy armies likely to be activated this turn, with their MP and expected number of activations."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from campaigns.justinian.bot import alliance, first
from campaigns.justinian.rules.scenario.types import PERSIA, Power
from campaigns.justinian.rules.segment import activation
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BARBARIAN, TREASURE_POWERS, Army, State
from campaigns.justinian.rules.state.tables import movement_allowance
from campaigns.justinian.rules.turn import troops

MEAN_DIE = 4.5
FACES = (1, 4, 7)  # sample die faces for the movement table, instead of all ten


class Threat(NamedTuple):
    """An army, its expected number of activations, and its possible MP."""

    army: str
    chance: float
    paces: tuple[int, ...]


def threats(pos: Position) -> tuple[Threat, ...]:
    """Return the strongest army of each power that may be activated, as one threat per power."""
    found = []
    for power in pos.scn.powers.values():
        chance = pos.state.randoms * _draw_chance(pos.state, power) + _expected_markers(pos.state, power)
        armies = [pos.state.armies[a] for a in activation.activatable_armies(pos, power.id)]
        if not armies or not chance:
            continue
        army = max(armies, key=lambda a: (a.total or first.UNKNOWN, a.id))
        if not army.total and army.at not in pos.scn.boxes:
            continue  # a leader without SP is no threat
        rating = pos.scn.leaders[army.leader or ""].movement
        found.append(Threat(army.id, chance, tuple(movement_allowance(rating, face) for face in FACES)))
    return tuple(found)


def _draw_chance(state: State, power: Power) -> float:
    """Return the chance that a Random marker activates the power against Byzantium (6.22, 6.3)."""
    if power.id in state.gone:
        return 0.0
    chance = (power.high - power.low + 1) / 100
    if power.alliance_drm is None:
        return chance
    allied = state.alliances.get(power.id)
    if allied is not None:
        return chance if allied == BARBARIAN else 0.0
    return chance * alliance.hostile_faces(power.alliance_drm) / 10


def _expected_markers(state: State, power: Power) -> float:
    """Return the expected number of Select markers for a power (6.24). Each power that can recruit gets one
    marker, and Persia gets the others.
    """
    levying = [p for p in TREASURE_POWERS if p not in state.gone]
    if power.id in levying:
        return 1.0 if state.selects else 0.0
    return float(max(0, state.selects - len(levying))) if power.id == PERSIA else 0.0


def with_levy(setting: Setting, army: Army, state: State) -> Army:
    """Return the army with the average number of SP that its leader would raise in the power's box (6.23)."""
    promised = None if army.total else troops.expected_levy(setting.scn, state, army)
    if promised is None:
        return army
    return replace(army, sp=max(1, round(promised["base"] + promised["dice"] * MEAN_DIE)))
