"""The choices that concern a place because a fixed or offered value names it."""

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
MANY = 8  # moves still listed next to the question; if there are more, players tap the map


@dataclass(frozen=True)
class Start:
    """A place from which pieces can move, and in how many ways."""

    place: str
    ways: int


def start_of(choice: Choice) -> str:
    """Return the starting place of a move; "" for anything else."""
    fixed = choice.fixed
    if fixed.get("origin"):
        return str(fixed["origin"])
    return str(fixed["sea"]) if fixed.get("sea") and (fixed.get("to") or way_of(choice)) else ""


def way_of(choice: Choice) -> Path | None:
    """Return the field for a path of several places, for a move that has one."""
    return next((one for one in choice.fields if isinstance(one, Path)), None)


def ways_to(choices: Iterable[Choice], start: str, at: str) -> tuple[str, ...]:
    """Return the shortest path from ``start`` to ``at``, or () if there is none."""
    moves = [choice for choice in choices if start_of(choice) == start]
    if any(goal_of(choice) == at for choice in moves):
        return (at,)
    found = [goal.way for choice in moves for goal in _far(choice) if goal.place == at]
    return min(found, key=len, default=())


def _far(choice: Choice) -> tuple[Goal, ...]:
    way = way_of(choice)
    return goals_of(way) if way else ()


def goal_of(choice: Choice) -> str:
    """Return the destination of a move."""
    fixed = choice.fixed
    return str(fixed.get("to") or (fixed.get("origin") and fixed.get("sea")) or "")


def where(known: Container[str], leaders: Mapping[str, str]) -> Where:
    """Return a function that gives the place of a value: the value itself, up to a colon; for a leader, the
    leader's place.
    """

    def found(value: str) -> str:
        place = leaders.get(value) or value.partition(":")[0]
        return place if place in known else ""

    return found


def places(choices: Iterable[Choice], where: Where, asked: str) -> frozenset[str]:
    """Return every place named by choices; for a move only its start, not its destinations."""
    return frozenset(
        place
        for choice in choices
        for place in ({start_of(choice)} if start_of(choice) else named(choice, where, asked))
    )


def leads_away(choices: Iterable[Choice], at: str) -> bool:
    """Return whether pieces can move from there."""
    return bool(at) and any(start_of(choice) == at for choice in choices)


def goals(choices: Iterable[Choice], start: str) -> frozenset[str]:
    """Return the destinations of moves from a place, including those of several steps."""
    moves = [choice for choice in choices if start_of(choice) == start]
    near = frozenset(goal_of(choice) for choice in moves)
    return (near | {goal.place for choice in moves for goal in _far(choice)}) - {""}


# --- forms ------------------------------------------------------------------------------------------------


def forms_near(acts: Sequence[Act], at: str, origin: str, where: Where, asked: str) -> tuple[PlaceForm, ...]:
    """Return the forms that concern a place: moves to it from the earlier selection, then all others that
    name it. If a form offers several places, only this one is shown.
    """
    found = [act for act in acts if not act.dice and at in _concerned_places(act.choice, where, asked)]
    came = [act for act in found if origin and start_of(act.choice) == origin and goal_of(act.choice) == at]
    rest = [act for act in found if act not in came]
    far = [] if came or not origin else [act for act in acts if not act.dice and leads(act, origin, at)]
    few = not came and not far and len(rest) <= FEW
    goal = tuple(PlaceForm(fill_form(to_there(replace(act, id=f"here-{act.id}"), at)), True) for act in far)
    return (
        *goal,
        *(PlaceForm(fill_form(narrow_form(act, at, where)), act in came or few) for act in (*came, *rest)),
    )


def leads(act: Act, origin: str, at: str) -> bool:
    """Return whether a path of several places leads from there to here."""
    return start_of(act.choice) == origin and any(goal.place == at for goal in _far(act.choice))


def to_there(act: Act, at: str) -> Act:
    """Return the form for a path with this destination chosen, unless another was submitted with it."""
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
    """Fill in a form's numbers: the whole force for a move, the minimum for a purchase of one kind, the
    default targets (``usual``) for an aim.
    """
    shares = [one for one in act.fields if one.type == "share" and one.options]
    if act.refusal:
        return act
    if start_of(act.choice) or act.kind == "withdraw":
        return replace(act, fields=tuple(map(_whole, act.fields)))
    if act.kind == usual.get("kind"):
        return replace(act, fields=tuple(_usual(one, usual) for one in act.fields))
    if len(shares) != 1 or len(shares[0].options) != 1:
        return act
    options = (replace(shares[0].options[0], amount=str(shares[0].low)),)
    fields = tuple(replace(one, options=options) if one is shares[0] else one for one in act.fields)
    return replace(act, fields=fields)


def _whole(field: FieldForm) -> FieldForm:
    """Fill in all units if all can go, or the most of a single kind."""
    if field.type != "share" or not field.options:
        return field
    if len(field.options) == 1:
        most = min(field.high, field.options[0].high)
        return replace(field, options=(replace(field.options[0], amount=str(most)),))
    if sum(one.high for one in field.options) > field.high:
        return field
    return replace(field, options=tuple(replace(one, amount=str(one.high)) for one in field.options))


def _usual(field: FieldForm, usual: Facts) -> FieldForm:
    amounts = usual.get(field.name.removeprefix("f-"))
    if field.type != "share" or not isinstance(amounts, Mapping):
        return field
    options = tuple(replace(one, amount=str(amounts.get(one.text, one.low))) for one in field.options)
    return replace(field, options=options)


def forms_beside(acts: Sequence[Act], usual: Facts = NOTHING) -> tuple[Act, ...]:
    """Return the forms next to the question; a move only if it came back with a mistake. ``usual``: the
    default answer.
    """
    moves = [act for act in acts if start_of(act.choice)]
    few = len(moves) <= MANY
    shown = (act for act in acts if few or not start_of(act.choice) or act.open or act.refusal or act.dice)
    return tuple(act if act.open else fill_form(act, usual) for act in shown)


def stays_folded(act: Act) -> bool:
    """Return whether a form stays folded, because no decision needs it."""
    return act.kind == "name_capital" and not act.open and not act.refusal


def starts(acts: Sequence[Act]) -> tuple[Start, ...]:
    """Return the starting places of moves that are not next to the question."""
    shown = {act.id for act in forms_beside(acts)}
    away = [start_of(act.choice) for act in acts if act.id not in shown]
    return tuple(Start(place, away.count(place)) for place in dict.fromkeys(away))
