"""What everybody may know, as JSON: all there is."""

from __future__ import annotations

from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.money.income import income
from campaigns.italia.rules.turn.scoring import totals
from engine.game import Facts


def view(pos: Position) -> Facts:
    state = pos.state
    return {
        "round": state.round,
        "years": pos.scn.calendar.get(state.round, ""),
        "nation": state.nation,
        "pieces": {
            place: {nation: dict(units) for nation, units in here.items()}
            for place, here in sorted(state.units.items())
        },
        "leaders": {name: piece.at for name, piece in sorted(state.leaders.items())},
        "cities": {area: city.standing for area, city in sorted(state.cities.items())},
        "nations": {nation: _nation(pos, nation) for nation in pos.scn.nations if _shown(pos, nation)},
        "scores": totals(pos),
    }


def _shown(pos: Position, nation: str) -> bool:
    return pos.alive(nation) or bool(pos.state.scores.get(nation))


def _nation(pos: Position, nation: str) -> Facts:
    has = pos.holdings(nation)
    return {
        "gold": has.gold,
        "income": income(pos, nation).kept,
        "areas": len(pos.areas_of(nation)),
        "cities": len(pos.cities_of(nation)),
        "capital": pos.capital(nation),
        "overlord": has.overlord,
        "since": has.since,
        "half_points": pos.state.scores.get(nation, 0),
    }
