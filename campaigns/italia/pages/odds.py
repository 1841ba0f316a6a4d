"""Exact odds of combats, computed by the code that resolves them. They cover the current combat, pending
combats, and an attack that the viewer considers on the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.formats import number_format

from campaigns.italia.forecast.by_round import AfterRound, by_round
from campaigns.italia.forecast.combat import about_the_end
from campaigns.italia.pages.board import nation_label
from campaigns.italia.pages.heraldry import side
from campaigns.italia.pages.place_choices import goal_of, start_of
from campaigns.italia.rules.combat.battle import Battle, situation
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.situation import Situation
from campaigns.italia.rules.state.position import Position
from campaigns.italia.wording.names import Names
from engine.game import Choice, Share
from maps.values import Side

ROUNDS = 4  # the forecast covers retreats after up to this many rounds
AT_ONCE = 700  # up to this many states of two groups, odds are computed without a request


@dataclass(frozen=True)
class Stage:
    """The chances that, after a round, the attacker has won (``won``), the defender has won (``lost``), or
    the fight continues (``open``). ``mine`` and ``theirs``: the average numbers of attackers and defenders
    left.
    """

    number: int
    won: str
    lost: str
    open: str
    mine: str
    theirs: str


@dataclass(frozen=True)
class SurvivorChance:
    """The chance that exactly this number of a side's units survive."""

    number: int
    chance: str


@dataclass(frozen=True)
class Panel:
    """The odds of one combat. ``counted``: whether the odds are computed. They are not if they take long and
    the viewer has not asked for them yet.
    """

    area: str
    place: str
    attacker: str
    attacker_side: Side
    attacking: str
    defender: str
    defender_side: Side
    defending: str
    counted: bool
    win: str = ""
    lose: str = ""
    nobody: str = ""
    bars: tuple[int, int, int] = (0, 0, 0)  # the length of each bar in thousandths
    survivors: tuple[SurvivorChance, ...] = ()
    defenders: tuple[SurvivorChance, ...] = ()
    stages: tuple[Stage, ...] = ()


def panels(
    pos: Position, names: Names, choices: Sequence[Choice], at: str, origin: str, *, all_of_them: bool
) -> tuple[Panel, ...]:
    """Return the odds panel of the combat in progress.

    If there is none, return panels for the combats at the selected place. Outside the combat phase, these
    include units that can march there. If no place is selected, return panels for all pending combats.
    ``all_of_them``: whether to include odds that are slow to compute.
    """
    found = list(_battles(pos, choices, at, origin))
    return tuple(_panel(pos, names, battle, s, all_of_them) for battle, s in found)


def _battles(
    pos: Position, choices: Sequence[Choice], at: str, origin: str
) -> Iterator[tuple[Battle, Situation]]:
    fought = pos.state.in_progress(Battle)
    if fought is not None:
        if not fought.raid:
            yield fought, situation(pos, fought)
        return
    nation = pos.state.nation
    if not nation:
        return
    phase = pos.state.in_progress(Combats)
    places = [at] if at in pos.scn.board.areas else list(pos.areas_of(nation)) if phase else []
    for area in places:
        seaborne = phase.seaborne.get(area, {}) if phase else {}
        coming = {} if phase else _arriving_units(pos, choices, origin, at)
        for foe in _opponents_at(pos, nation, area):
            battle = Battle(area, nation, foe, seaborne=seaborne)
            meant = _join_units(pos, nation, area, coming)
            s = situation(meant, battle)
            if s.attacker.total and s.defender.total:
                yield battle, s


def _opponents_at(pos: Position, nation: str, area: str) -> tuple[str, ...]:
    """Return the nations with troops that a nation would fight in an area."""
    return tuple(foe for foe in pos.foes(nation, area) if pos.troops(area, foe))


def _arriving_units(pos: Position, choices: Sequence[Choice], origin: str, at: str) -> Mapping[str, int]:
    """Return the number of units of each type that could march from ``origin`` to ``at``. If there are
    several ways to march, return the largest force.
    """
    best: dict[str, int] = {}
    for choice in choices:
        if not origin or start_of(choice) != origin or goal_of(choice) != at:
            continue
        share = next((field for field in choice.fields if isinstance(field, Share)), None)
        if share is None:
            continue
        room, taken = share.high if share.high is not None else 99, dict[str, int]()
        for option in sorted(share.options, key=lambda o: pos.scn.units[str(o.value)].to_hit):
            taken[str(option.value)] = min(option.high or 0, room)
            room -= taken[str(option.value)]
        if sum(taken.values()) > sum(best.values()):
            best = {unit: number for unit, number in taken.items() if number}
    return best


def _join_units(pos: Position, nation: str, area: str, coming: Mapping[str, int]) -> Position:
    """Return the position with these units of a nation added to an area."""
    if not coming:
        return pos
    here = dict(pos.state.units.get(area, {}))
    mine = dict(here.get(nation, {}))
    for unit, number in coming.items():
        mine[unit] = mine.get(unit, 0) + number
    state = replace(pos.state, units={**pos.state.units, area: {**here, nation: mine}})
    return Position(pos.setting, state)


# --- calculation --------------------------------------------------------------------------------------------


def _panel(pos: Position, names: Names, battle: Battle, s: Situation, anyhow: bool) -> Panel:
    counted = anyhow or ways(s) <= AT_ONCE
    panel = Panel(
        battle.area,
        names.place(battle.area),
        nation_label(battle.attacker),
        side(pos.scn, battle.attacker),
        names.force(s.attacker.merge_seaborne().units),
        nation_label(battle.defender),
        side(pos.scn, battle.defender),
        names.force(s.defender.units),
        counted,
    )
    return calculate_odds(panel, s) if counted else panel


def ways(s: Situation) -> int:
    """Return the number of states that the two groups of a combat can reach. It determines the calculation
    time.
    """
    found = 1
    for group in (s.attacker.merge_seaborne(), s.defender):
        for kind, number in group.units.items():
            found *= 1 + number * s.types[kind].hits
    return found


def calculate_odds(panel: Panel, s: Situation) -> Panel:
    """Calculate all odds of a combat and fill them in on its panel."""
    ends = about_the_end(s)
    mine: dict[int, float] = {}
    theirs: dict[int, float] = {}
    for (a, _a, d, _d), chance in ends.items():
        here, there = sum(n for _u, n in a), sum(n for _u, n in d)
        mine[here] = mine.get(here, 0.0) + chance
        theirs[there] = theirs.get(there, 0.0) + chance
    win, lose = 1 - mine.get(0, 0.0), 1 - theirs.get(0, 0.0)
    nobody = max(0.0, 1 - win - lose)
    return replace(
        panel,
        win=percent(win),
        lose=percent(lose),
        nobody=percent(nobody),
        bars=(round(1000 * win), round(1000 * lose), round(1000 * nobody)),
        survivors=_left_units(mine),
        defenders=_left_units(theirs),
        stages=tuple(_stage(one) for one in by_round(s, ROUNDS)),
    )


def _left_units(found: Mapping[int, float]) -> tuple[SurvivorChance, ...]:
    return tuple(
        SurvivorChance(n, percent(found[n])) for n in sorted(found, reverse=True) if n and found[n] >= 0.0005
    )


def _stage(one: AfterRound) -> Stage:
    return Stage(
        one.round,
        percent(one.won),
        percent(one.lost),
        percent(one.open),
        average(one.attackers_left),
        average(one.defenders_left),
    )


def percent(chance: float) -> str:
    """Format a chance as a percentage with one decimal place, in the viewer's locale."""
    return f"{number_format(100 * chance, 1)}%"


def average(value: float) -> str:
    return str(number_format(value, 1))
