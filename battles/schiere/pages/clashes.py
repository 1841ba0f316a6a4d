"""Forecasts of a whole duel before a charge, from public facts and without tactical orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from battles.schiere.pages.board import unit
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.contact import Meeting, attackable, meet, meetings, melee, piece_ahead
from battles.schiere.rules.melee.situation import Reception
from battles.schiere.rules.melee.solution import Duel, Solution, chances


@dataclass(frozen=True)
class Forecast:
    """The forecast of a duel with random cards, for the attacker (``a``) and the defender (``d``).
    ``lost_a``, ``lost_d``: each side's chance of losing its unit, as a percentage. ``harm_a``, ``harm_d``:
    each side's average damage. ``value``: the damage that the attacker does minus the damage it takes, with
    best play.
    """

    lost_a: int
    lost_d: int
    harm_a: float
    harm_d: float
    value: float


@lru_cache(maxsize=1 << 10)
def forecast(duel: Duel) -> Forecast:
    """Compute the forecast of a duel. Equal duels share a cached result."""
    found = chances(duel)
    return Forecast(
        round(100 * found.chance(lambda end: end.lost_a)),
        round(100 * found.chance(lambda end: end.lost_d)),
        float(found.expectation(lambda end: end.damage_a)),
        float(found.expectation(lambda end: end.damage_d)),
        Solution(duel, "net").best().value,
    )


def attack(seen: ReadersBoard, unit: str, target: str) -> str:
    """Describe the forecast of an attack by a unit that is already next to the enemy."""
    pos = _facing(seen.pos, {unit: target})
    meeting = meet(pos, target, (unit,))
    return forecast_text(_forecast_of(pos, meeting, "already_fighting")) if meeting is not None else ""


def charge(seen: ReadersBoard, places: Mapping[str, str], facing: str) -> tuple[str, ...]:
    """Describe the forecast of a charge by the given pieces from the given squares. There is one line for
    each enemy and each way in which the enemy can receive the charge.
    """
    return tuple(_charge(seen, _move_pieces(seen.pos, places, facing), tuple(places)))


def _charge(seen: ReadersBoard, pos: Position, units: Sequence[str]) -> Iterator[str]:
    able = {id: targets[0] for id in units if (targets := attackable(pos, id))}
    pos = _facing(pos, {id: target for id, target in able.items() if piece_ahead(pos, id) != target})
    for meeting in meetings(pos, able):
        for received, how in (("stands", _("if it stands")), ("countercharges", _("if it charges too"))):
            if received == "stands" or _may_charge(pos, meeting):
                facts = {"enemy": unit(seen, meeting.defender), "how": how}
                found = forecast_text(
                    _forecast_of(pos, meeting, "stands" if received == "stands" else "countercharges")
                )
                yield f"{_('%(enemy)s, %(how)s') % facts}: {found}"


def _may_charge(pos: Position, meeting: Meeting) -> bool:
    return not any(
        one.path == "received" for one in situation.mistakes(melee(pos, meeting, "countercharges"))
    )


def _forecast_of(pos: Position, meeting: Meeting, received: Reception) -> Forecast:
    a, d = situation.fighters(melee(pos, meeting, received))
    sides = (("a", meeting.attacker), ("d", meeting.defender))
    moves = "".join(side for side, id in sides if pos.is_unit(id) and pos.points_left(id) > 0)
    return forecast(Duel(a, d, "ad", moves, commanders=pos.setting.options.tests_commanders))


def forecast_text(found: Forecast) -> str:
    """Describe a forecast in words, with the enemy's loss first."""
    facts = {
        "enemy": found.lost_d,
        "own": found.lost_a,
        "did": f"{found.harm_d:.1f}",
        "took": f"{found.harm_a:.1f}",
        "value": f"{found.value:+.1f}",
    }
    text = _(
        "enemy lost %(enemy)s%%, own unit %(own)s%%, damage %(did)s to %(took)s; with best play %(value)s net"
    )
    return text % facts


def _move_pieces(pos: Position, places: Mapping[str, str], facing: str) -> Position:
    pieces = dict(pos.state.pieces)
    for id, piece in pos.state.pieces.items():
        at = places.get(id) or places.get(piece.host)
        if at:
            pieces[id] = replace(piece, at=at, facing=facing)
    return pos._replace(state=pos.state.but(pieces=pieces))


def _facing(pos: Position, looks: Mapping[str, str]) -> Position:
    """Return the position after the given pieces turn to face their targets."""
    pieces = dict(pos.state.pieces)
    for id, target in looks.items():
        facing = pos.ground.facing_to(pieces[id].at, pieces[target].at)
        pieces[id] = replace(pieces[id], facing=facing)
    return pos._replace(state=pos.state.but(pieces=pieces))
