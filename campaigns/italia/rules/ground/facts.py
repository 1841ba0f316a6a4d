"""What a game master may put right by hand, and what no position of a game is like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.state import State
from campaigns.italia.rules.movement.ledger import Movement, fitted
from campaigns.italia.rules.scenario.types import FLEET
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_GOLD = 99
MOST_POINTS = 999


# --- what may be put right --------------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Gold and points of the nations, units and leaders on the map, cities."""
    scn, board = pos.scn, pos.scn.board
    return (
        *(Fact(("nations", id, "gold"), Number("gold", 0, MOST_GOLD), 0) for id in pos.state.nations),
        *(Fact(("scores", id), Number("points", 0, MOST_POINTS), 0) for id in pos.state.scores),
        *(
            Fact(("units", place, nation.id, unit), Number("units", 0, number), 0)
            for place in (*board.areas, *board.seas)
            for nation in scn.nations.values()
            for unit, number in nation.counters.items()
            if place in board.seas or unit != FLEET
        ),
        *(
            Fact(
                ("leaders", id, "at"),
                _pick("place", ("", *board.areas, *board.seas)),
                "",
                {"nation": about.nation, "at": "", "round": pos.state.round},
            )
            for id, about in scn.leaders.items()
        ),
        *(
            Fact(("cities", place, name), field)
            for place in pos.state.cities
            for name, field in (("standing", None), ("owner", _pick("owner", ("", *scn.seats))))
        ),
    )


def _pick(name: str, values: Iterable[str]) -> Pick:
    return Pick(name, tuple(Option(value) for value in values))


def tidied(pos: Position) -> State:
    """Where nobody is left nothing is kept; who stands on the map is not dead; who has gone has not moved."""
    state = pos.state
    leaders = {id: piece for id, piece in state.leaders.items() if piece.at}
    alive = {f"dead:{id}" for id in leaders}
    units = {
        place: {nation: _some(units) for nation, units in here.items() if _some(units)}
        for place, here in state.units.items()
    }
    after = state.but(
        units={place: here for place, here in units.items() if here},
        leaders=leaders,
        tallies={name: n for name, n in state.tallies.items() if name not in alive},
    )
    there = Position(pos.setting, after)
    return after.but(
        stack=tuple(fitted(there, one) if isinstance(one, Movement) else one for one in after.stack)
    )


def _some(units: Mapping[str, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items() if number}


# --- what cannot be ---------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """What is true at every moment of a game, and is not here."""
    yield from _counters(pos)
    yield from _places(pos)
    for id, has in pos.state.nations.items():
        if has.gold < 0:
            yield Mistake(f"nations.{id}.gold", "too_low", {"low": 0})
    for leader in pos.state.leaders:
        if pos.dead(leader):
            yield Mistake(f"leaders.{leader}.at", "not_there")


def _counters(pos: Position) -> Iterator[Mistake]:
    """No nation has more units than counters."""
    for nation in pos.scn.nations.values():
        for unit, high in nation.counters.items():
            value = pos.on_board(nation.id, unit)
            if value > high:
                yield Mistake(f"counters.{nation.id}.{unit}", "over_limit", {"value": value, "high": high})


def _places(pos: Position) -> Iterator[Mistake]:
    """Fleets are at sea, and nobody swims."""
    for place, here in pos.state.units.items():
        for nation, units in here.items():
            sea = pos.scn.is_sea(place)
            for unit, number in units.items():
                if number < 1 or (unit == FLEET and not sea):
                    yield Mistake(f"units.{place}.{nation}.{unit}", "not_allowed_there")
            if sea and pos.troops(place, nation) > 2 * pos.fleets(place, nation):
                yield Mistake(f"units.{place}.{nation}.{FLEET}", "no_room_aboard")
