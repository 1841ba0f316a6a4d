"""The move planner: an army's reach, the cost, the chance, and the opposition there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages.forecasts import deserters
from campaigns.justinian.pages.forecasts.interceptions import joint
from campaigns.justinian.pages.forecasts.march_forecast import MarchProspects, prospects_ahead
from campaigns.justinian.pages.forecasts.panels import percent
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.state.geography import Route
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import (
    BYZANTIUM,
    REVOLT,
    Army,
    State,
    enemy,
)
from campaigns.justinian.rules.state.tables import COSTS, FACES, MOVEMENT, movement_allowance
from campaigns.justinian.rules.state.values import Place
from campaigns.justinian.rules.turn import troops
from campaigns.justinian.wording.choices import word_levy
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.game import Choice, Path, Pick
from games.forms import text_of


@dataclass(frozen=True)
class Goal:
    """A place in reach: MP, route, calculation, and the chance that the die allows it. ``ready``: the chance
    of having an MP left for an attack; ``wins``: the chance of winning it, None if there is no enemy.
    """

    id: str
    name: str
    mp: int
    way: str
    lines: tuple[str, ...]
    chance: Fraction
    ready: Fraction
    enemy: int
    in_zone: bool
    places: tuple[str, ...]  # the places entered on the way, this one last
    wins: Fraction | None = None
    threatened: str = ""  # the chance of being intercepted on the way; "" if no enemy can intercept
    marked: str = ""  # the marker that Byzantium can remove there for an MP (7.18)
    treasury: bool = (
        False  # whether the power's treasury can come along, from the start or from a place on the way
    )

    @property
    def box(self) -> bool:
        """Return whether the place is another power's box: entering it is an attack, with all MP (7.19)."""
        return Place(self.id).is_box

    @property
    def path(self) -> str:
        """Return the path as a form sends it."""
        return text_of(list(self.places))

    @property
    def percent(self) -> int:
        return round(self.chance * 100)

    @property
    def in_time(self) -> str:
        return percent(self.ready)

    @property
    def win_percent(self) -> str:
        return percent(self.wins or Fraction(0))

    @property
    def victory(self) -> int | None:
        """Return the chance of arriving in time and winning, in percent."""
        return None if self.wins is None else round(self.ready * self.wins * 100)


@dataclass(frozen=True)
class Throw:
    """The results of some faces of the movement die: MP, and the number of provinces within reach."""

    mp: int
    faces: str
    percent: int
    count: int
    chosen: bool


@dataclass(frozen=True)
class Plan:
    """The reach of one army. ``left``: its MP, None before its die; ``supposed``: the reader assumed these
    MP.
    """

    army: str
    name: str
    leader: str
    rating: str
    place: str
    at: str  # the place of the army, as an id
    left: int | None
    supposed: bool
    bonus: int
    goals: tuple[Goal, ...]
    dice: tuple[Throw, ...]
    ahead: MarchProspects | None = None
    strength: str = ""  # SP of the whole force
    company: str = ""  # the armies marching under it (6.44, 6.52)
    notes: tuple[str, ...] = ()  # troops not counted in its strength
    ways: Path | None = None  # every possible path of an army on the march

    @property
    def reach(self) -> dict[str, str]:
        """Return the label on the map for each province in reach: the cost in MP."""
        return {g.id: str(g.mp) for g in self.goals if g.chance}

    @property
    def carries(self) -> bool:
        """Return whether some route lets the army carry its power's treasury (5.41)."""
        return any(g.treasury for g in self.goals)

    @property
    def attacks(self) -> tuple[Goal, ...]:
        """Return the possible attacks, the best chance first."""
        return tuple(
            sorted((g for g in self.goals if g.victory is not None), key=lambda g: -(g.victory or 0))
        )


@dataclass(frozen=True)
class Ready:
    """An army that can be activated now, offered for a first look."""

    id: str
    name: str
    place: str
    at: str
    force: str  # the army's SP, including those raised when it is activated
    rating: str


def ready(choices: Iterable[Choice], setting: Setting, state: State, names: Names) -> tuple[Ready, ...]:
    """Return the armies that the reader can activate and that can march."""
    picks = [f for c in choices if c.kind == "activate_army" for f in c.fields if isinstance(f, Pick)]
    armies = [str(o.value) for pick in picks for o in pick.options]
    return tuple(
        Ready(
            key,
            names.army(key),
            names.place(state.armies[key].at),
            state.armies[key].at,
            _force(Position(setting, state), state.armies[key]),
            setting.scn.leaders[state.armies[key].leader or ""].movement,
        )
        for key in armies
        if can_march(Position(setting, state), key)
    )


def _force(pos: Position, army: Army) -> str:
    levy = troops.expected_levy(pos.scn, pos.state, army)
    if levy is None:
        return sp(army.total)
    return f"{sp(army.total)}, {word_levy(levy)}" if army.total else word_levy(levy)


def can_march(pos: Position, army: str) -> bool:
    """Return whether the army is on the map or in its box, with a leader."""
    found = pos.state.armies.get(army)
    places = {**pos.scn.provinces, **pos.scn.boxes}
    return found is not None and found.at in places and found.leader in pos.scn.leaders


def plan(
    pos: Position,
    army: str,
    names: Names,
    *,
    supposed: int | None = None,
    goal: str = "",
    way: Sequence[str] = (),
) -> Plan | None:
    """Return the plan of an army; None if it cannot march. ``supposed``: MP the reader assumes; ``goal``: the
    selected place; ``way``: the reader's route to it.
    """
    setting, state = pos.setting, pos.state
    if not can_march(Position(setting, state), army):
        return None
    left_over = deserters.after_desertion(Position(setting, state), army)
    state = left_over.state
    leader = setting.scn.leaders[state.armies[army].leader or ""]
    frame, bonus = reach.under_way(state, army), reach.bonus(state, army)
    left = supposed if frame is None else frame.mp
    most = max(MOVEMENT[leader.movement]) + bonus
    routes = reach.routes(Position(setting, state), army, most if left is None else left)
    if frame is not None and way and way[-1] == goal:
        chosen = reach.route_along(Position(setting, state), army, frame.mp, way)
        routes = {**routes, goal: chosen} if chosen is not None else routes
    goals = _goals(Position(setting, state), army, routes, _chances(leader.movement, bonus, left), names)
    return Plan(
        army=army,
        name=names.army(army),
        leader=names.leader(leader.id),
        rating=leader.movement,
        place=names.place(state.armies[army].at),
        at=state.armies[army].at,
        left=left,
        supposed=frame is None and left is not None,
        bonus=bonus,
        goals=goals,
        dice=_dice(leader.movement, bonus, reach.routes(Position(setting, state), army, most), left)
        if frame is None
        else (),
        ahead=prospects_ahead(Position(setting, state), army, routes[goal], names)
        if goal in routes
        else None,
        strength=sp(state.force_sp(army)),
        company=join_items(names.army(a.id) for a in state.force(army) if a.id != army),
        notes=tuple(left_over.note(names)),
        ways=None if frame is None else reach.way(pos, army, frame.mp),
    )


def _chances(rating: str, bonus: int, left: int | None) -> Mapping[int, Fraction]:
    """Return the chance of having at least each number of MP; 0 or 1 once the MP are known."""
    most = max(MOVEMENT[rating]) + bonus + COSTS["attack"]
    if left is not None:
        return {mp: Fraction(mp <= left) for mp in range(max(most, left) + 2)}
    given = odds.movement_chances(rating, bonus)
    return {mp: given.at_least(mp) for mp in range(most + 2)}


def _goals(
    pos: Position,
    army: str,
    routes: Mapping[str, Route],
    chances: Mapping[int, Fraction],
    names: Names,
) -> tuple[Goal, ...]:
    seat = pos.seat_of(pos.state.armies[army].power)
    entered = {p for route in routes.values() for p in route.path[1:]}
    lurking = {p: prospects.threats(pos, army, p) for p in entered}
    found = []
    for key, route in routes.items():
        box = key in pos.scn.boxes
        attacks = prospects.prospects(pos, army, route)
        threats = [t for p in route.path[1:] for t in lurking[p]]
        found.append(
            Goal(
                id=key,
                name=names.place(key),
                mp=route.total,
                way=" → ".join(names.place(p) for p in route.path),
                lines=tuple(_lines(route, names)),
                chance=chances[route.total],
                ready=chances[route.total + (0 if box else COSTS["attack"])],
                enemy=pos.sp_at(key, enemy(seat)),
                in_zone=reach.may_end(pos, army, key),
                places=route.path[1:],
                wins=max((a.wins for a in attacks), default=None),
                treasury=pos.state.treasuries.get(pos.state.armies[army].power) in route.path[:-1],
                threatened=joint(threats),
                marked=_marker_text(pos.state, key) if seat == BYZANTIUM else "",
            )
        )
    return tuple(sorted(found, key=lambda g: (g.mp, g.name)))


def _marker_text(state: State, place: str) -> str:
    marker = state.markers.get(place)
    return "" if marker is None else _("In Revolt") if marker == REVOLT else _("control marker")


def _lines(route: Route, names: Names) -> list[str]:
    """Return the calculation of each step."""
    lines = []
    for place, step in zip(route.path[1:], route.lines, strict=True):
        parts = " + ".join(f"{line.mp} {word(line.code)}" for line in step)
        lines.append(_("%(place)s: %(parts)s") % {"place": names.place(place), "parts": parts})
    return lines


def _dice(rating: str, bonus: int, routes: Mapping[str, Route], left: int | None) -> tuple[Throw, ...]:
    """Return each possible number of MP with its faces, its chance, and the number of places within reach."""
    faces: dict[int, list[int]] = {}
    for face in FACES:
        faces.setdefault(movement_allowance(rating, face) + bonus, []).append(face)
    return tuple(
        Throw(
            mp, _run(found), 10 * len(found), sum(r.total <= mp for r in routes.values()), chosen=mp == left
        )
        for mp, found in sorted(faces.items())
    )


def _run(faces: list[int]) -> str:
    """Shorten a list of faces: 0–3, or 2, 5."""
    if len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(str(f) for f in faces)
