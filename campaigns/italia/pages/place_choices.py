"""The choices that concern a place, because one of their fixed values or options names it."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.game import Choice, Facts, Path
from engine.routes.paths import Goal
from engine.routes.paths import goals as goals_of
from games.forms import Act
from games.forms.place_forms import FEW, PlaceForm, Where, narrow_form
from games.forms.place_forms import places as named
from games.forms.shapes import FieldForm

NOTHING: Facts = {}
MANY = 8  # maximum number of moves listed next to the decision; with more, players tap the map


@dataclass(frozen=True)
class Start:
    """A place from which pieces can move. ``ways``: the number of possible moves."""

    place: str
    ways: int


def start_of(choice: Choice) -> str:
    """Return the place where a move starts, or "" for any other choice."""
    fixed = choice.fixed
    if fixed.get("origin"):
        return str(fixed["origin"])
    return str(fixed["sea"]) if fixed.get("sea") and (fixed.get("to") or way_of(choice)) else ""


def way_of(choice: Choice) -> Path | None:
    """Return a move's field for a path over several places, or None."""
    return next((one for one in choice.fields if isinstance(one, Path)), None)


def ways_to(choices: Iterable[Choice], start: str, at: str) -> tuple[str, ...]:
    """Return the shortest path from ``start`` to ``at``, or () if there is none."""
    moves = [choice for choice in choices if start_of(choice) == start]
    if any(goal_of(choice) == at for choice in moves):
        return (at,)
    found = [goal.way for choice in moves for goal in _far_goals(choice) if goal.place == at]
    return min(found, key=len, default=())


def _far_goals(choice: Choice) -> tuple[Goal, ...]:
    way = way_of(choice)
    return goals_of(way) if way else ()


def goal_of(choice: Choice) -> str:
    """Return the place where a move ends, or "" for any other choice."""
    fixed = choice.fixed
    return str(fixed.get("to") or (fixed.get("origin") and fixed.get("sea")) or "")


def where(known: Container[str], leaders: Mapping[str, str]) -> Where:
    """Return a function that maps a value of a choice to its place, or to "" if the value names none. A
    leader is mapped to the leader's place. Any other value begins with its place, up to a colon.
    """

    def found(value: str) -> str:
        place = leaders.get(value) or value.partition(":")[0]
        return place if place in known else ""

    return found


def places(choices: Iterable[Choice], where: Where, asked: str) -> frozenset[str]:
    """Return every place that the choices name. A move contributes only its start, not its destinations.
    ``asked``: the place of the decision.
    """
    return frozenset(
        place
        for choice in choices
        for place in ({start_of(choice)} if start_of(choice) else named(choice, where, asked))
    )


def can_move_from(choices: Iterable[Choice], at: str) -> bool:
    """Return whether pieces can move away from a place."""
    return bool(at) and any(start_of(choice) == at for choice in choices)


def goals(choices: Iterable[Choice], start: str) -> frozenset[str]:
    """Return the destinations of moves from a place, whether one step away or several."""
    moves = [choice for choice in choices if start_of(choice) == start]
    near = frozenset(goal_of(choice) for choice in moves)
    return (near | {goal.place for choice in moves for goal in _far_goals(choice)}) - {""}


# --- forms ------------------------------------------------------------------------------------------------


def forms_near(acts: Sequence[Act], at: str, origin: str, where: Where, asked: str) -> tuple[PlaceForm, ...]:
    """Return the forms that concern a place. Moves to it from the previously selected place come first, then
    all other forms that name the place. A form that offers several places shows only this one.
    """
    found = [act for act in acts if not act.dice and at in _concerned_places(act.choice, where, asked)]
    came = [act for act in found if origin and start_of(act.choice) == origin and goal_of(act.choice) == at]
    rest = [act for act in found if act not in came]
    far = [] if came or not origin else [act for act in acts if not act.dice and leads(act, origin, at)]
    few = not came and not far and len(rest) <= FEW
    goal = tuple(
        PlaceForm(fill_form(choose_destination(replace(act, id=f"here-{act.id}"), at)), True) for act in far
    )
    return (
        *goal,
        *(PlaceForm(fill_form(narrow_form(act, at, where)), act in came or few) for act in (*came, *rest)),
    )


@dataclass(frozen=True)
class Way:
    """A move that needs only a number of units. ``to``: its destination. ``path``: the name and value of
    its path over several places, or () if it is one step.
    """

    act: Act
    to: str
    path: tuple[str, str] | tuple[()] = ()


def ways_from(acts: Iterable[Act], at: str) -> tuple[Way, ...]:
    """Return the moves from a place for which the player only has to choose a number. The page shows each as
    a row of numbered buttons, so that no form has to be opened.
    """
    found = (act for act in acts if start_of(act.choice) == at and _needs_number_only(act))
    return tuple(Way(act, goal_of(act.choice)) for act in found)


def crossings(acts: Iterable[Act], origin: str, at: str) -> tuple[Way, ...]:
    """Return the crossings of the sea from ``origin`` to ``at`` for which the player only has to choose a
    number of units. Each takes the shortest path.
    """
    return tuple(way for act in acts if (way := _crossing(act, origin, at)))


def _crossing(act: Act, origin: str, at: str) -> Way | None:
    plain = act.kind == "cross" and not (act.dice or act.refusal or act.caution)
    if not plain or len(act.fields) != 2 or not leads(act, origin, at):
        return None
    filled = choose_destination(act, at)
    paths = [one for one in filled.fields if one.type == "path"]
    shares = [one for one in map(_within_budget, filled.fields) if one.amounts]
    if not paths or not shares or not paths[0].value:
        return None
    if any(one.chosen and one.caution for one in paths[0].options):
        return None  # the form asks for confirmation
    return Way(replace(act, fields=tuple(shares)), at, (paths[0].name, paths[0].value))


def _within_budget(field: FieldForm) -> FieldForm:
    """Replace the budget of a share of one type of unit by a limit on the number of units. Return any other
    field unchanged.
    """
    if field.type != "share" or field.budget is None or len(field.options) != 1 or not field.options[0].cost:
        return field
    return replace(field, budget=None, high=min(field.high, field.budget // field.options[0].cost))


def _needs_number_only(act: Act) -> bool:
    return bool(goal_of(act.choice)) and act.at_once and not act.refusal and bool(act.fields[0].amounts)


def leads(act: Act, origin: str, at: str) -> bool:
    """Return whether a form has a path over several places from ``origin`` to ``at``."""
    return start_of(act.choice) == origin and any(goal.place == at for goal in _far_goals(act.choice))


def choose_destination(act: Act, at: str) -> Act:
    """Return a form with this place chosen as the end of its path. A form that the player already submitted
    with another destination is left unchanged.
    """
    return replace(
        act, fields=tuple(_choose_goal(one, at) if one.type == "path" else one for one in act.fields)
    )


def _choose_goal(field: FieldForm, at: str) -> FieldForm:
    goal = next((one.text for one in field.options if json.loads(one.text)[-1:] == [at]), "")
    if field.value or not goal:
        return field
    options = tuple(replace(one, chosen=one.text == goal) for one in field.options)
    return replace(field, value=goal, options=options)


def _concerned_places(choice: Choice, where: Where, asked: str) -> frozenset[str]:
    ends = frozenset({start_of(choice), goal_of(choice)}) - {""}
    return ends or named(choice, where, asked)


def fill_form(act: Act, usual: Facts = NOTHING) -> Act:
    """Return a form with its numbers filled in. A move gets the whole force, a purchase of one kind the
    minimum, and an aim the default targets (``usual``).
    """
    shares = [one for one in act.fields if one.type == "share" and one.options]
    if act.refusal:
        return act
    if start_of(act.choice) or act.kind == "withdraw":
        return replace(act, fields=tuple(map(_fill_whole, act.fields)))
    if act.kind == usual.get("kind"):
        return replace(act, fields=tuple(_fill_usual(one, usual) for one in act.fields))
    if len(shares) != 1 or len(shares[0].options) != 1:
        return act
    options = (replace(shares[0].options[0], amount=str(shares[0].low)),)
    fields = tuple(replace(one, options=options) if one is shares[0] else one for one in act.fields)
    return replace(act, fields=fields)


def _fill_whole(field: FieldForm) -> FieldForm:
    """Return a field with all units filled in, if all of them can go. If a single type is offered, fill in as
    many as possible.
    """
    if field.type != "share" or not field.options:
        return field
    if len(field.options) == 1:
        most = min(field.high, field.options[0].high)
        return replace(field, options=(replace(field.options[0], amount=str(most)),))
    if sum(one.high for one in field.options) > field.high:
        return field
    return replace(field, options=tuple(replace(one, amount=str(one.high)) for one in field.options))


def _fill_usual(field: FieldForm, usual: Facts) -> FieldForm:
    amounts = usual.get(field.name.removeprefix("f-"))
    if field.type != "share" or not isinstance(amounts, Mapping):
        return field
    options = tuple(replace(one, amount=str(amounts.get(one.text, one.low))) for one in field.options)
    return replace(field, options=options)


def forms_beside(acts: Sequence[Act], usual: Facts = NOTHING) -> tuple[Act, ...]:
    """Return the forms next to the decision. If there are many moves, include a move only if it is open or
    was returned with a mistake. ``usual``: the default answer.
    """
    moves = [act for act in acts if start_of(act.choice)]
    few = len(moves) <= MANY
    shown = (act for act in acts if few or not start_of(act.choice) or act.open or act.refusal or act.dice)
    return tuple(act if act.open else fill_form(act, usual) for act in shown)


def is_folded(act: Act) -> bool:
    """Return whether a form stays collapsed, because no decision needs it."""
    return act.kind == "name_capital" and not act.open and not act.refusal


def starts(acts: Sequence[Act]) -> tuple[Start, ...]:
    """Return the starting places of the moves that :func:`forms_beside` leaves out, each with the number of
    these moves.
    """
    shown = {act.id for act in forms_beside(acts)}
    away = [start_of(act.choice) for act in acts if act.id not in shown]
    return tuple(Start(place, away.count(place)) for place in dict.fromkeys(away))
