"""Checks that the parts of a scenario fit together: names are known, counters exist, and every nation
acts.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.scenario.types import CONTROLLED, Scenario
from engine.reading import Check, Reader, check


def check_whole(scenario: Scenario, top: Reader) -> None:
    """Report every mistake in how the parts fit together, but skip checks that need an unreadable part."""
    check(scenario, top, _CHECKS)


def _seats(s: Scenario, top: Reader) -> None:
    for nation in s.nations.values():
        if nation.seat not in s.seats:
            top.fault(f"$.nations[{nation.id}].seat", "unknown_seat", name=nation.seat)
    top.check_names("$.game.order", (*s.order, *s.last_round_order), s.nations, "unknown_nation")
    for nation in s.nations.values():
        if nation.id not in (*s.order, *s.last_round_order):
            top.fault("$.game.order", "nation_never_acts", name=nation.id)


def _cards(s: Scenario, top: Reader) -> None:
    for n in s.nations.values():
        path = f"$.nations[{n.id}]"
        top.check_names(f"{path}.counters", n.counters, s.units, "unknown_unit")
        top.check_names(f"{path}.rights", n.rights, s.board.areas, "unknown_area")
        top.check_names(f"{path}.income.normal_while_holding", n.normal_while, s.board.areas, "unknown_area")
        named = [c.leader for c in n.campaigns.values()] + [r.leader for r in n.revolts if r.leader]
        top.check_names(path, named, s.leaders, "unknown_leader")
        others = [x.to for x in n.submits] + [x.against for x in n.revolts]
        others += [n.removal.into] if n.removal and n.removal.into else []
        top.check_names(path, others, s.nations, "unknown_nation")
        for each in (parameters for found in n.effects.values() for parameters in found):
            _effect(s, top, f"{path}.effects", each)


def _effect(s: Scenario, top: Reader, path: str, parameters: Mapping[str, object]) -> None:
    kinds: Mapping[str, Mapping[str, object]] = {
        "leader": s.leaders,
        "area": s.board.areas,
        "to": s.board.areas if "round" in parameters else {},
        "holds": s.board.areas,
        "unit": s.units,
        "before": s.units,
        "beside": s.units,
        "of": s.nations,
        "with": s.nations,
    }
    for key, known in kinds.items():
        value = parameters.get(key)
        if isinstance(value, str) and known:
            top.check_names(f"{path}.{key}", (value,), known, f"unknown_{key}")


def _pieces(s: Scenario, top: Reader) -> None:
    placed: dict[tuple[str, str], int] = {}
    for index, entry in enumerate(s.setups):
        path = f"$.setups[{index}]"
        top.check_names(f"{path}.place", (entry.place,), (*s.board.areas, *s.board.seas), "unknown_place")
        _check_owner(s, top, path, entry.nation, entry.units, entry.leaders)
        for unit, number in entry.units.items():
            placed[entry.nation, unit] = placed.get((entry.nation, unit), 0) + number
        if entry.city and not (entry.place in s.board.areas and s.board.areas[entry.place].city_allowed):
            top.fault(f"{path}.city", "no_city_here", name=entry.place)
    for (nation, unit), number in placed.items():
        if nation in s.nations and number > s.nations[nation].counters.get(unit, 0):
            top.fault("$.setups", "not_enough_counters", nation=nation, unit=unit, number=number)
    for index, a in enumerate(s.arrivals):
        path = f"$.reinforcements[{index}]"
        places = (*s.board.areas, *s.board.seas, CONTROLLED)
        top.check_names(f"{path}.where", a.where, places, "unknown_place")
        _check_owner(s, top, path, a.nation, a.units, a.leaders)


def _check_owner(
    s: Scenario, top: Reader, path: str, nation: str, units: Mapping[str, int], leaders: tuple[str, ...]
) -> None:
    if nation not in s.nations:
        top.fault(f"{path}.nation", "unknown_nation", name=nation[:80])
        return
    for unit in units:
        if unit not in s.nations[nation].counters:
            top.fault(f"{path}.units", "no_such_counter", nation=nation, unit=unit[:80])
    for leader in leaders:
        if leader not in s.leaders or s.leaders[leader].nation != nation:
            top.fault(f"{path}.leaders", "unknown_leader", name=leader[:80])


def _scores(s: Scenario, top: Reader) -> None:
    for index, award in enumerate(s.awards):
        top.check_names(f"$.charts[{index}].nation", (award.nation,), s.nations, "unknown_nation")
    for index, b in enumerate(s.bounties):
        path = f"$.events[{index}]"
        others = (b.nation, *b.target, *b.versus, *((b.of,) if b.of else ()))
        top.check_names(path, others, s.nations, "unknown_nation")
        top.check_names(
            f"{path}.areas", (*b.areas, *((b.area,) if b.area else ())), s.board.areas, "unknown_area"
        )


_CHECKS: tuple[Check[Scenario], ...] = (
    Check(_seats, "nations[].seat game.order game.last_round_order game.seats"),
    Check(_cards, "nations units board"),
    Check(_pieces, "setups reinforcements nations units board"),
    Check(_scores, "charts events nations board"),
)
