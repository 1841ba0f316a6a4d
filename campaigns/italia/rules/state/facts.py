"""Facts that a game master can correct by hand, and limits that every legal position respects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from campaigns.italia.rules.movement.ledger import Movement, fit_record
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import sites
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import State
from campaigns.italia.rules.war.subjects import has_reinforcements
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_GOLD = 99
MOST_POINTS = 999


# --- facts that can be corrected ----------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Return the facts that can be corrected. They are the gold, points, overlords and capitals of nations,
    the units and leaders on the map, and the cities.
    """
    scn, board = pos.scn, pos.scn.board
    return (
        *(Fact(("nations", id, "gold"), Number("gold", 0, MOST_GOLD), 0) for id in pos.state.nations),
        *_overlord_facts(pos),
        *(
            Fact(("nations", id, "capital"), _pick("area", _possible_capitals(pos, id)), "")
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


def _overlord_facts(pos: Position) -> Iterator[Fact]:
    """Yield the overlord and the round of submission as facts, for nations whose card lets them submit
    (12.5).
    """
    for id, has in pos.state.nations.items():
        overlords = [
            one for one in _possible_overlords(pos, id) if pos.alive(one) or has_reinforcements(pos, one)
        ]
        if overlords or has.overlord:
            names = dict.fromkeys(("", *overlords, has.overlord))
            yield Fact(("nations", id, "overlord"), _pick("overlord", names), "")
            yield Fact(("nations", id, "since"), Number("round", 0, pos.state.round), 0)


def _possible_overlords(pos: Position, nation: str) -> tuple[str, ...]:
    """Return a nation's possible overlords, which its card names."""
    return tuple(one.to for one in pos.nation(nation).submits)


def _possible_capitals(pos: Position, nation: str) -> Iterable[str]:
    """Return the values that a correction can give a nation's capital. They are "" for none, the areas that
    the nation could choose now (8.1), its capital, and the capital it chose, even if that is lost.
    """
    return dict.fromkeys(("", *sites(pos, nation), pos.capital(nation), pos.holdings(nation).capital))


def _pick(name: str, values: Iterable[str]) -> Pick:
    return Pick(name, tuple(Option(value) for value in values))


def tidy_state(pos: Position) -> State:
    """Return the state without leftovers of a correction. Leftovers are empty records, death marks for
    leaders who are on the map, moves recorded for absent units, and submission dates for free nations.
    """
    state = pos.state
    leaders = {id: piece for id, piece in state.leaders.items() if piece.at}
    alive = {f"dead:{id}" for id in leaders}
    units = {
        place: {nation: _nonzero(units) for nation, units in here.items() if _nonzero(units)}
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


def _nonzero(units: Mapping[str, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items() if number}


# --- limits of a legal position -----------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield a mistake for every fact that no legal position can contain."""
    yield from _counter_mistakes(pos)
    yield from _place_mistakes(pos)
    yield from _nation_mistakes(pos)
    for leader in pos.state.leaders:
        if pos.dead(leader):
            yield Mistake(f"leaders.{leader}.at", "not_there")


def _nation_mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield mistakes in the facts about nations. A nation can be subject only to one that its card names,
    from a round that has begun (12.5). A capital must be in a land area open to the nation (8.1).
    """
    for id, has in pos.state.nations.items():
        here = f"nations.{id}"
        if has.gold < 0:
            yield Mistake(f"{here}.gold", "too_low", {"low": 0})
        if has.overlord and has.overlord not in _possible_overlords(pos, id):
            yield Mistake(f"{here}.overlord", "not_on_its_card")
        if has.overlord and not has.since:
            yield Mistake(f"{here}.since", "since_when")
        if has.since > pos.state.round:
            yield Mistake(f"{here}.since", "too_high", {"high": pos.state.round})
        if has.capital and not (
            has.capital in pos.scn.board.areas and pos.treats_as_ordinary(id, has.capital)
        ):
            yield Mistake(f"{here}.capital", "not_allowed_there")


def _counter_mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield a mistake for each nation with more units of a type than counters."""
    for nation in pos.scn.nations.values():
        for unit, high in nation.counters.items():
            value = pos.on_board(nation.id, unit)
            if value > high:
                yield Mistake(f"counters.{nation.id}.{unit}", "over_limit", {"value": value, "high": high})


def _place_mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield mistakes about fleets on land, and about land units or leaders at sea without room aboard."""
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
