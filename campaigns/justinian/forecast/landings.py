"""Forecasts of landings, with patrols, interceptions and the battle (7.2, 7.31, 8.1). The chances come from
the rules' own code, for a fleet in port or at sea.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.justinian.forecast.prospects import Approach, Prospect, Threat, attacks, threats
from campaigns.justinian.rules.sea.fleets import AREAS
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.fleets import enemy_fleets_at
from campaigns.justinian.rules.state.geography import sea_paths
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail


@dataclass(frozen=True)
class Landing:
    """A landing on a coast with enemies. ``seas`` is a shortest route, from the first sea entered.
    ``patrols`` is the number of enemy fleets that can intercept on it, and ``ships`` the enemy fleet SP
    in the port.
    """

    province: str
    seas: tuple[str, ...]
    patrols: int
    ships: int
    threats: tuple[Threat, ...]
    attacks: tuple[Prospect, ...]


def landings_before(pos: Position, power: str, port: str, army: str) -> tuple[Landing, ...]:
    """Return the landings within reach if the fleet embarked the army in this port (7.21, 7.24)."""
    return landings_ahead(pos, Sail(power, pos.seat_of(power), AREAS, port, army=army))


def landings_ahead(pos: Position, sail: Sail) -> tuple[Landing, ...]:
    """Return the landings still within reach of a fleet with its army aboard."""
    if sail.army not in pos.state.armies:
        return ()
    starts = (sail.sea,) if sail.sea else tuple(pos.scn.provinces[sail.start].seas)
    found: dict[str, Landing] = {}
    for sea, path in sea_paths(pos.scn, starts, 0 if sail.must_stop else sail.areas).items():
        for coast in pos.scn.seas[sea].coasts:
            if coast not in found and coast != sail.start:
                landing = _landing(pos, sail, coast, path[1:] if sail.sea else path)
                if landing.attacks or landing.threats:
                    found[coast] = landing
    return tuple(found.values())


def _landing(pos: Position, sail: Sail, coast: str, seas: tuple[str, ...]) -> Landing:
    barred = coast == lazica.LAZICA and lazica.is_barred(pos.state, pos.state.armies[sail.army], sail.seat)
    return Landing(
        coast,
        seas,
        sum(len(enemy_fleets_at(pos.state, sea, sail.power)) for sea in seas),
        sum(pos.state.fleets[key].sp for key in enemy_fleets_at(pos.state, coast, sail.power)),
        () if barred else threats(pos, sail.army, coast),
        () if barred else attacks(pos, sail.army, Approach(coast, landing=True)),
    )
