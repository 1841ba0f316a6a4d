"""Facts that a game master can correct by hand, and limits that no position of a game exceeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from campaigns.italia.rules.movement.ledger import Movement, fit_record
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import sites
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import State
from campaigns.italia.rules.war.subjects import to_come
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_GOLD = 99
MOST_POINTS = 999


# --- what may be put right --------------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Return the facts that can be corrected: gold and points of the nations, their overlords and capitals,
    units and leaders on the map, and cities.
    """
    scn, board = pos.scn, pos.scn.board
    return (
        *(Fact(("nations", id, "gold"), Number("gold", 0, MOST_GOLD), 0) for id in pos.state.nations),
        *_subjects(pos),
        *(
            Fact(("nations", id, "capital"), _pick("area", _capitals(pos, id)), "")
            for id in pos.state.nations
            if not scn.nations[id].effect("fixed_capital")
        ),
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


def _subjects(pos: Position) -> Iterator[Fact]:
    """Yield, for nations whose card lets them submit, the overlord and the round of submission (12.5)."""
    for id, has in pos.state.nations.items():
        overlords = [one for one in _overlords(pos, id) if pos.alive(one) or to_come(pos, one)]
        if overlords or has.overlord:
            names = dict.fromkeys(("", *overlords, has.overlord))
            yield Fact(("nations", id, "overlord"), _pick("overlord", names), "")
            yield Fact(("nations", id, "since"), Number("round", 0, pos.state.round), 0)


def _overlords(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the possible overlords of a nation in any round: those on its card."""
    return tuple(one.to for one in pos.nation(nation).submits)


def _capitals(pos: Position, nation: str) -> Iterable[str]:
    """Return the possible places of a capital: a controlled area (8.1), or its current place."""
    return dict.fromkeys(("", *sites(pos, nation), pos.capital(nation), pos.holdings(nation).capital))


def _pick(name: str, values: Iterable[str]) -> Pick:
    return Pick(name, tuple(Option(value) for value in values))


def tidy_state(pos: Position) -> State:
    """Remove leftovers after a correction: empty records, dead marks of leaders on the map, moves of absent
    units, dates of free nations.
    """
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
        nations={id: has if has.overlord else replace(has, since=0) for id, has in state.nations.items()},
        tallies={name: n for name, n in state.tallies.items() if name not in alive},
    )
    there = Position(pos.setting, after)
    return after.but(
        stack=tuple(fit_record(there, one) if isinstance(one, Movement) else one for one in after.stack)
    )


def _some(units: Mapping[str, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items() if number}


# --- what cannot be ---------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield violations of the facts that hold in every legal position."""
    yield from _counters(pos)
    yield from _places(pos)
    yield from _nations(pos)
    for leader in pos.state.leaders:
        if pos.dead(leader):
            yield Mistake(f"leaders.{leader}.at", "not_there")


def _nations(pos: Position) -> Iterator[Mistake]:
    """Check that a nation is subject only to a nation that its card names, from a round that has begun
    (12.5), and that a capital is in a land area open to the nation (8.1).
    """
    for id, has in pos.state.nations.items():
        here = f"nations.{id}"
        if has.gold < 0:
            yield Mistake(f"{here}.gold", "too_low", {"low": 0})
        if has.overlord and has.overlord not in _overlords(pos, id):
            yield Mistake(f"{here}.overlord", "not_on_its_card")
        if has.overlord and not has.since:
            yield Mistake(f"{here}.since", "since_when")
        if has.since > pos.state.round:
            yield Mistake(f"{here}.since", "too_high", {"high": pos.state.round})
        if has.capital and not (has.capital in pos.scn.board.areas and pos.uses(id, has.capital)):
            yield Mistake(f"{here}.capital", "not_allowed_there")


def _counters(pos: Position) -> Iterator[Mistake]:
    """Check that no nation has more units than counters."""
    for nation in pos.scn.nations.values():
        for unit, high in nation.counters.items():
            value = pos.on_board(nation.id, unit)
            if value > high:
                yield Mistake(f"counters.{nation.id}.{unit}", "over_limit", {"value": value, "high": high})


def _places(pos: Position) -> Iterator[Mistake]:
    """Check that fleets are at sea, and that no land units are at sea without ships."""
    for place, here in pos.state.units.items():
        for nation, units in here.items():
            sea = pos.scn.is_sea(place)
            for unit, number in units.items():
                if number < 1 or (unit == FLEET and not sea):
                    yield Mistake(f"units.{place}.{nation}.{unit}", "not_allowed_there")
            if sea and pos.troops(place, nation) > 2 * pos.fleets(place, nation):
                yield Mistake(f"units.{place}.{nation}.{FLEET}", "no_room_aboard")
    for leader, piece in pos.state.leaders.items():
        if pos.scn.is_sea(piece.at) and not pos.fleets(piece.at, piece.nation):
            yield Mistake(f"leaders.{leader}.at", "no_room_aboard")
