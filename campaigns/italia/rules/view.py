"""The public information about a game as JSON. *Italia* hides nothing."""

from __future__ import annotations

from campaigns.italia.rules.money.income import income
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import GameRound
from campaigns.italia.rules.turn.scoring import chart, halve_up, totals
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
        "nations": {nation: _nation(pos, nation) for nation in pos.scn.nations if _is_listed(pos, nation)},
        "scores": totals(pos),
        "to_come": _nations_to_come(pos),
        "scoring": _scoring(pos),
    }


def _nations_to_come(pos: Position) -> list[str]:
    """Return the nations still to act in this round that have pieces or expect some."""
    frame = pos.state.in_progress(GameRound)
    return [
        nation
        for nation in (frame.left if frame else ())
        if nation in pos.scn.nations
        and (pos.alive(nation) or pos.scn.arriving(nation, pos.state.round, "placement_phase"))
    ]


def _scoring(pos: Position) -> Facts:
    """Return the next round that scores, or 0, and each nation's current chart points line by line. The key
    "halves" holds the total, which is already halved for a subject.
    """
    rounds = sorted(number for number in pos.scn.scoring if number >= pos.state.round)
    if not rounds or pos.state.ended:
        return {"round": 0, "nations": {}}
    charts = pos.scn.scoring[rounds[0]]
    found = {nation: _chart(pos, nation, charts) for nation in pos.scn.nations if _is_listed(pos, nation)}
    return {"round": rounds[0], "nations": {nation: one for nation, one in found.items() if one["lines"]}}


def _chart(pos: Position, nation: str, round: int) -> Facts:
    lines = chart(pos, nation, round)
    total = sum(line.halves for line in lines)
    return {
        "halves": halve_up(total) if pos.holdings(nation).overlord else total,
        "lines": [
            {
                "award": line.award.award,
                "halves": line.award.halves,
                "areas": list(line.award.areas),
                "worth": line.halves,
            }
            for line in lines
        ],
    }


def _is_listed(pos: Position, nation: str) -> bool:
    return pos.alive(nation) or bool(pos.state.scores.get(nation))


def _nation(pos: Position, nation: str) -> Facts:
    has = pos.holdings(nation)
    return {
        "gold": has.gold,
        "income": income(pos, nation).net_gold,
        "areas": len(pos.areas_of(nation)),
        "cities": len(pos.cities_of(nation)),
        "capital": pos.capital(nation),
        "overlord": has.overlord,
        "since": has.since,
        "half_points": pos.state.scores.get(nation, 0),
    }
