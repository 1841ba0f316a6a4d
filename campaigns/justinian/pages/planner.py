"""The march planner: the places that an army can reach, with costs, chances and opposition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages.forecasts import deserters
from campaigns.justinian.pages.forecasts.interceptions import joint_chance_text
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
    """A place in reach: its MP, the route, the calculation, and the chance that the movement die allows the
    march. ``ready`` is the chance of arriving with an MP left for an attack. ``wins`` is the chance of
    winning that attack, or None if there is no enemy.
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
    places: tuple[str, ...]  # the places entered on the route, in order
    wins: Fraction | None = None
    threatened: str = ""  # the chance of being intercepted on the way, or "" if no enemy can intercept
    marked: str = ""  # the place's marker, if Byzantium can remove it for an MP (7.18)
    treasury: bool = False  # whether the army can carry the power's treasury along

    @property
    def box(self) -> bool:
        """Return whether the place is another power's box. Entering it is an attack and takes all
        MP (7.19).
        """
        return Place(self.id).is_box

    @property
    def path(self) -> str:
        """Return the path as text for the form."""
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
        """Return the chance of arriving in time and winning, in percent, or None if there is no enemy."""
        return None if self.wins is None else round(self.ready * self.wins * 100)


@dataclass(frozen=True)
class Throw:
    """A result of the movement die: the MP, the faces that give it, and the number of places within reach."""

    mp: int
    faces: str
    percent: int
    count: int
    chosen: bool


@dataclass(frozen=True)
class Marking:
    """The markers that the army can place or remove on the way to the selected place (7.18). ``places``: the
    names of the provinces, as text. ``removes``: whether markers are removed instead of placed. ``mp``: the
    cost of the march and the markers together.
    """

    places: str
    removes: bool
    mp: int


@dataclass(frozen=True)
class Plan:
    """The march planned for one army. ``left`` is its MP, or None before the die is rolled. If ``supposed``,
    the reader has assumed the MP.
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
    company: str = ""  # the armies combined under this army (6.44, 6.52)
    notes: tuple[str, ...] = ()  # notes on troops that will desert before the march
    ways: Path | None = None  # every possible path of an army already on the march
    marking: Marking | None = None  # markers for which the marching army has enough MP
    assault: str = ""  # the chance of winning an attack on all enemies at the selected place, or ""

    @property
    def reach(self) -> dict[str, str]:
        """Return the cost in MP of each place in reach, as its label on the map."""
        return {g.id: str(g.mp) for g in self.goals if g.chance}

    @property
    def carries(self) -> bool:
        """Return whether the army can carry its power's treasury on some route (5.41)."""
        return any(g.treasury for g in self.goals)

    @property
    def attacks(self) -> tuple[Goal, ...]:
        """Return the possible attacks, the best chance first."""
        return tuple(
            sorted((g for g in self.goals if g.victory is not None), key=lambda g: -(g.victory or 0))
        )


@dataclass(frozen=True)
class Ready:
    """An army that can be activated now, offered for planning."""

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
    """Return whether the army is on the map or in its box and has a leader."""
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
    """Return the plan of an army, or None if it cannot march. ``supposed`` is the MP that the reader
    assumes. ``goal`` is the selected place, and ``way`` the reader's route to it.
    """
    setting, state = pos.setting, pos.state
    if not can_march(Position(setting, state), army):
        return None
    left_over = deserters.after_desertion(Position(setting, state), army)
    state = left_over.state
    leader = setting.scn.leaders[state.armies[army].leader or ""]
    frame, bonus = reach.march_in_progress(state, army), reach.bonus(state, army)
    left = supposed if frame is None else frame.mp
    most = max(MOVEMENT[leader.movement]) + bonus
    routes = reach.routes(Position(setting, state), army, most if left is None else left)
    if frame is not None and way and way[-1] == goal:
        chosen = reach.route_along(Position(setting, state), army, frame.mp, way)
        routes = {**routes, goal: chosen} if chosen is not None else routes
    goals = _goals(Position(setting, state), army, routes, _mp_chances(leader.movement, bonus, left), names)
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
        dice=_throws(leader.movement, bonus, reach.routes(Position(setting, state), army, most), left)
        if frame is None
        else (),
        ahead=prospects_ahead(Position(setting, state), army, routes[goal], names)
        if goal in routes
        else None,
        strength=sp(state.force_sp(army)),
        company=join_items(names.army(a.id) for a in state.force(army) if a.id != army),
        notes=tuple(left_over.note(names)),
        ways=None if frame is None else reach.path_field(pos, army, frame.mp),
        marking=None if frame is None else _marking(pos, army, routes.get(goal), frame.mp, names),
        assault="" if frame is None else _assault(pos, army, routes.get(goal), frame.mp),
    )


def _marking(pos: Position, army: str, route: Route | None, mp: int, names: Names) -> Marking | None:
    places = () if route is None else reach.places_to_mark(pos, army, route.path)
    cost = COSTS["remove_marker" if pos.state.armies[army].power == BYZANTIUM else "place_marker"]
    if route is None or not places or route.total + cost * len(places) > mp:
        return None
    named = join_items(names.place(place) for place in places)
    return Marking(named, pos.state.armies[army].power == BYZANTIUM, route.total + cost * len(places))


def _assault(pos: Position, army: str, route: Route | None, mp: int) -> str:
    """Return the chance of winning an attack on everyone at the end of the route. Return "" if no attack is
    possible there, or if it is hopeless. Return "" for a box too, because marching into a box is already an
    attack (7.19).
    """
    if route is None or Place(route.path[-1]).is_box or route.total + COSTS["attack"] > mp:
        return ""
    wins = next((p.wins for p in prospects.prospects(pos, army, route) if p.target == "all"), None)
    return percent(wins) if wins else ""


def _mp_chances(rating: str, bonus: int, left: int | None) -> Mapping[int, Fraction]:
    """Map each number of MP to the chance of having at least that many. The chance is 0 or 1 once the MP are
    known (``left``).
    """
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
                lines=tuple(_step_texts(route, names)),
                chance=chances[route.total],
                ready=chances[route.total + (0 if box else COSTS["attack"])],
                enemy=pos.sp_at(key, enemy(seat)),
                in_zone=reach.may_end(pos, army, key),
                places=route.path[1:],
                wins=max((a.wins for a in attacks), default=None),
                treasury=pos.state.treasuries.get(pos.state.armies[army].power) in route.path[:-1],
                threatened=joint_chance_text(threats),
                marked=_marker_text(pos.state, key) if seat == BYZANTIUM else "",
            )
        )
    return tuple(sorted(found, key=lambda g: (g.mp, g.name)))


def _marker_text(state: State, place: str) -> str:
    marker = state.markers.get(place)
    return "" if marker is None else _("In Revolt") if marker == REVOLT else _("control marker")


def _step_texts(route: Route, names: Names) -> list[str]:
    """Describe the cost in MP of each step of a route, with its reasons."""
    lines = []
    for place, step in zip(route.path[1:], route.lines, strict=True):
        parts = " + ".join(f"{line.mp} {word(line.code)}" for line in step)
        lines.append(_("%(place)s: %(parts)s") % {"place": names.place(place), "parts": parts})
    return lines


def _throws(rating: str, bonus: int, routes: Mapping[str, Route], left: int | None) -> tuple[Throw, ...]:
    """Return the results of the movement die, each with its chance and the number of places then in reach."""
    faces: dict[int, list[int]] = {}
    for face in FACES:
        faces.setdefault(movement_allowance(rating, face) + bonus, []).append(face)
    return tuple(
        Throw(
            mp,
            _format_faces(found),
            10 * len(found),
            sum(r.total <= mp for r in routes.values()),
            chosen=mp == left,
        )
        for mp, found in sorted(faces.items())
    )


def _format_faces(faces: list[int]) -> str:
    """Write a list of faces briefly, such as "0–3" or "2, 5"."""
    if len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(str(f) for f in faces)
