"""The choices that involve a square, and their forms on that square."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.pages import clashes, placing, words
from battles.schiere.pages.board import piece_name, unit
from battles.schiere.pages.naming import with_names
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.turn.steps import Body
from engine.game import Choice, Many, Path, Pick, Share
from engine.routes import paths
from games.forms import Act, FieldForm, OptionForm
from games.forms.place_forms import FEW as FEW_HERE
from games.forms.place_forms import PlaceForm, Where, narrow_form
from games.forms.place_forms import places as named

MARCH: Final = "move_along"
TAKE: Final = "take_action"
END: Final = "end_action"
SHOOT: Final = "shoot"
ASSIGN: Final = "assign_orders"  # this choice has an option that assigns no order and so has no square
FEW_LEADS: Final = 3  # with more marches than this, the player must pick a unit before tapping its goal
FEW: Final = 12  # show at most this many board options next to the question; with more, players tap the board
# these forms are sorted after all others
LATER: Final = {
    "turn": 1,
    "form_up": 2,
    "reserve": 3,
    "end_action": 3,
}
# In these choices "c10" is a square and not Carthage's tenth piece.
OF_SQUARES: Final = frozenset(
    {"place_camp", "deploy", "make_room", "build_bridge", "break_bridge", "give_ground"}
)


# --- the squares that a choice involves ---------------------------------------------------------------------


def square_finder(seen: ReadersBoard, kind: str) -> Where:
    """Return a function that maps a value of a choice to its square. The value is a square itself, or names
    a piece.
    """

    def found(value: str) -> str:
        id = value.rpartition(">")[2]
        if id in seen.pieces and kind not in OF_SQUARES:
            return seen.pieces[id].at
        return id if id in seen.pos.ground.places else ""

    return found


def squares(seen: ReadersBoard, choice: Choice) -> frozenset[str]:
    """Return every square that a choice names, directly or through a piece on it. For a march, this is only
    the start.
    """
    if choice.kind not in OF_SQUARES:
        return named(choice, square_finder(seen, choice.kind))
    return named(replace(choice, fixed={}), square_finder(seen, choice.kind)) | _squares_of_fixed(
        seen, choice
    )


def _squares_of_fixed(seen: ReadersBoard, choice: Choice) -> frozenset[str]:
    return frozenset(seen.pieces[id].at for id in choice.fixed.values() if id in seen.pieces)


def places(seen: ReadersBoard, choices: Iterable[Choice]) -> frozenset[str]:
    """Return every square that any of the choices names."""
    return frozenset(at for choice in choices for at in squares(seen, choice))


# --- marches ----------------------------------------------------------------------------------------------


def marches(seen: ReadersBoard, choices: Iterable[Choice]) -> Mapping[str, Choice]:
    """Map the square of each lead unit to the march that it can make."""
    return {seen.pieces[c.fixed["lead"]].at: c for c in choices if c.kind == MARCH}


def goals(choice: Choice) -> Mapping[str, paths.Goal]:
    """Map each square where a march can end to the cheapest path."""
    return goals_of(next(one for one in choice.fields if isinstance(one, Path)))


def goals_of(way: Path) -> Mapping[str, paths.Goal]:
    """Map each square where a path can end to its goal."""
    return {goal.way[-1]: goal for goal in paths.goals(way)}


def reaches_any(seen: ReadersBoard, choices: Iterable[Choice]) -> bool:
    """Return whether at least one unit can march, but few enough that the page shows all their goals
    together.
    """
    return 0 < len(marches(seen, choices)) <= FEW_LEADS


def nearest_goals(seen: ReadersBoard, choices: Iterable[Choice]) -> Mapping[str, int]:
    """Map each square where any march on offer can end to the cost of the cheapest march."""
    found: dict[str, int] = {}
    for choice in marches(seen, choices).values():
        for there, goal in goals(choice).items():
            found[there] = min(goal.cost, found.get(there, goal.cost))
    return found


def contacts(seen: ReadersBoard, choice: Choice) -> frozenset[str]:
    """Return the goals of a march that bring any of its units into an enemy's influence area."""
    body, watched = (
        _marching_body(seen, choice),
        seen.pos.enemy_influence(seen.pieces[choice.fixed["lead"]].seat),
    )
    return frozenset(to for to in goals(choice) if any(at in watched for at in body.squares_at(to).values()))


def _marching_body(seen: ReadersBoard, choice: Choice) -> Body:
    lead = str(choice.fixed["lead"])
    action = seen.view["action"] or {"units": ()}
    alone = seen.body(lead) == (lead,)
    units = (lead,) if alone else (lead, *(id for id in action["units"] if id != lead and id in seen.pieces))
    return Body(seen.pos, units, 0)


def start(seen: ReadersBoard, choices: Sequence[Choice], at: str, origin: str) -> str:
    """Return the square where the reader's march starts, or "". It is the selected square, the start chosen
    earlier, or the only possible start.
    """
    leads = marches(seen, choices)
    for one in (at, origin):
        if one in leads:
            return one
        body = next((to for to, c in leads.items() if one and _goes_along(seen, c, one)), "")
        if body:
            return body
    return next(iter(leads)) if len(leads) == 1 else ""


def _goes_along(seen: ReadersBoard, choice: Choice, at: str) -> bool:
    """Return whether a piece on a square takes part in a march."""
    units = (seen.view["action"] or {}).get("units", ())
    return choice.fixed["lead"] in units and any(
        seen.pieces[id].at == at for id in units if id in seen.pieces
    )


# --- forms ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class March:
    """A march to a square: its path as form data, its cost and budget, and the facings possible at its end.
    ``now``: the current facing. ``contact``: whether the march ends next to an enemy, in which case ``duels``
    forecasts the charge. ``may_end``: whether the same press can also end the action.
    """

    way: str
    cost: int
    points: int
    facings: tuple[tuple[str, str], ...]
    now: str
    contact: bool
    duels: tuple[str, ...] = ()
    may_end: bool = False


def marches_to(seen: ReadersBoard, acts: Sequence[Act], at: str, begun: str) -> tuple[tuple[Act, March], ...]:
    """Return the marches that can end on a square, each as its form and its details."""
    return tuple(_marches_to(seen, acts, at, begun))


def choices_near(seen: ReadersBoard, acts: Sequence[Act], at: str) -> tuple[PlaceForm, ...]:
    """Return the choices that involve a square, as forms adapted to that square. Marches, deployments,
    activations (:func:`is_activation`) and choices with dice to enter are left out.
    """
    found = [act for act in acts if _is_near(seen, act, at)]
    few = len(found) <= FEW_HERE and not activation_forms(seen, acts, at)
    return tuple(PlaceForm(name_pieces(seen, _adapt_form(seen, act, at)), open=few) for act in found)


def _is_near(seen: ReadersBoard, act: Act, at: str) -> bool:
    beside = act.kind in (MARCH, placing.DEPLOY) or is_activation(act)
    return not beside and not act.dice and at in squares(seen, act.choice)


def is_activation(act: Act) -> bool:
    """Return whether a form activates units of a schiera and was not refused."""
    return act.kind == TAKE and len(act.fields) == 1 and not act.refusal


def activation_forms(seen: ReadersBoard, acts: Sequence[Act], at: str) -> tuple[Act, ...]:
    """Return the forms that activate the schiera on a square, with all its units ticked."""
    return tuple(
        name_pieces(seen, _adapt_form(seen, act, at))
        for act in acts
        if is_activation(act) and at in squares(seen, act.choice)
    )


def _adapt_form(seen: ReadersBoard, act: Act, at: str) -> Act:
    """Adapt a form to a square. A form that activates units keeps the whole schiera, with every unit ticked.
    If the choice belongs to the piece on the square, the form keeps the targets on other squares.
    """
    if act.kind == TAKE:
        return replace(act, id=f"here-{act.id}", fields=tuple(map(_all_ticked, act.fields)))
    if act.kind in OF_SQUARES and at in _squares_of_fixed(seen, act.choice):
        return replace(act, id=f"here-{act.id}")
    found = narrow_form(act, at, square_finder(seen, act.kind))
    if act.kind == SHOOT:  # at the target, tick every shooter; at a shooter's square, tick only that one
        return shoot_together(found)
    if act.kind == "place_camp":
        return _rename_options(found, lambda option: pgettext("placing", "here"))
    if act.kind == ASSIGN:  # the page describes the square's occupants above the form
        return _rename_options(found, lambda option: _face(option.text) or option.label)
    return found


def _face(value: str) -> str:
    """Return the name of the card that an option assigns ("face>piece"). Return "" for a second card with
    the same face ("face*2>piece").
    """
    face = value.partition(">")[0]
    return "" if "*" in face else words.card(face)


def _rename_options(act: Act, name: Callable[[OptionForm], str]) -> Act:
    return replace(
        act,
        fields=tuple(
            replace(one, options=tuple(replace(o, label=name(o)) for o in one.options)) for one in act.fields
        ),
    )


def shoot_together(act: Act) -> Act:
    """Tick every unit that can join a shot, and return the form. A form that the player has already filled in
    is returned unchanged.
    """
    filled = act.refusal or any(one.chosen for field in act.fields for one in field.options)
    return act if filled else replace(act, fields=tuple(map(_all_ticked, act.fields)))


def _all_ticked(field: FieldForm) -> FieldForm:
    return replace(field, options=tuple(replace(one, chosen=True) for one in field.options))


def _marches_to(seen: ReadersBoard, acts: Sequence[Act], at: str, begun: str) -> Iterator[tuple[Act, March]]:
    closing = any(act.kind == END for act in acts)
    free = not begun and reaches_any(seen, [act.choice for act in acts])
    for act in acts:
        if act.kind != MARCH or not (free or seen.pieces[act.choice.fixed["lead"]].at == begun):
            continue
        goal = goals(act.choice).get(at)
        if goal is not None:
            march = _march(seen, act, goal)
            yield name_pieces(seen, act), replace(march, may_end=closing and not march.contact)


def _march(seen: ReadersBoard, act: Act, goal: paths.Goal) -> March:
    lead = act.choice.fixed["lead"]
    facing = next(one for one in act.choice.fields if isinstance(one, Pick))
    way = next(one for one in act.choice.fields if isinstance(one, Path))
    looks = tuple((str(o.value), words.facing(str(o.value))) for o in facing.options)
    now = seen.pieces[lead].facing
    touches = goal.way[-1] in contacts(seen, act.choice)
    duels = (
        clashes.charge(seen, _marching_body(seen, act.choice).squares_at(goal.way[-1]), now)
        if touches
        else ()
    )
    return March(json.dumps(list(goal.way)), goal.cost, way.budget or 0, looks, now, touches, duels)


def forms_next_to_question(seen: ReadersBoard, acts: Sequence[Act], *, ways: bool = False) -> tuple[Act, ...]:
    """Return the forms to show next to the question. These are the choices off the board, choices with few
    options, and forms with a mistake. ``ways``: whether to include marches.
    """
    on_board = [act for act in acts if act.kind == MARCH or squares(seen, act.choice)]
    few = sum(_options(act) for act in on_board if act.kind != MARCH) <= FEW

    def shown(act: Act) -> bool:
        if act.open or act.refusal or act.dice or act not in on_board or act.kind == ASSIGN:
            return True
        return ways if act.kind == MARCH else few

    found = sorted((act for act in acts if shown(act)), key=lambda act: LATER.get(act.kind, 0))
    return tuple(name_pieces(seen, shoot_together(act) if act.kind == SHOOT else act) for act in found)


def _options(act: Act) -> int:
    return sum(len(one.options) for one in act.fields) + 1


@dataclass(frozen=True)
class Start:
    """A square where a choice on the board starts, with a label. ``act`` is the form that activates the
    schiera on the square.
    """

    at: str
    name: str
    number: int = 1
    act: Act | None = None


def starts(seen: ReadersBoard, acts: Sequence[Act], shown: Collection[str]) -> tuple[Start, ...]:
    """Return the units whose choices are not among the ``shown`` forms. Each schiera appears once."""
    found: dict[str, Start] = {}
    for act in acts:
        if act.id in shown:
            continue
        for id in _pieces(seen, act.choice):
            piece, alone = seen.pieces[id], _marches_alone(seen, act, id)
            taken = act.kind == TAKE and not act.refusal  # unconnected parts of a schiera act separately
            key = " ".join(_pieces(seen, act.choice)) if taken else id if alone else piece.schiera or id
            before = found.get(key)
            number = before.number + 1 if before else 1
            name = (unit if alone else piece_name)(seen, id)
            at = before.at if before else piece.at
            found[key] = Start(at, name, number, act if taken else None)
    return tuple(
        replace(one, act=name_pieces(seen, _adapt_form(seen, one.act, one.at))) if one.act else one
        for one in found.values()
    )


def _marches_alone(seen: ReadersBoard, act: Act, id: str) -> bool:
    """Return whether a unit marches without its schiera. In open order, each unit has a separate goal."""
    return act.kind == MARCH and seen.body(id) == (id,)


def _values(choice: Choice) -> Iterator[Any]:
    for one in choice.fields:
        if isinstance(one, Pick | Many | Share):
            yield from (option.value for option in one.options)


def _pieces(seen: ReadersBoard, choice: Choice) -> tuple[str, ...]:
    """Return the pieces that a choice starts from. They are fixed in the choice or offered as options."""
    fixed = [v for value in choice.fixed.values() for v in (value if isinstance(value, list) else [value])]
    held = [id for id in fixed if isinstance(id, str) and id in seen.pieces]
    if held:
        return tuple(held)
    if choice.kind in OF_SQUARES:
        return ()
    return tuple(v for v in dict.fromkeys(_values(choice)) if isinstance(v, str) and v in seen.pieces)


# --- descriptions -----------------------------------------------------------------------------------------


def name_pieces(seen: ReadersBoard, act: Act) -> Act:
    """Return a form with the board's names for pieces and schiere."""
    fields = tuple(
        replace(
            one,
            options=tuple(replace(o, label=_option(seen, act.kind, o.text, o.label)) for o in one.options),
        )
        if one.type in ("pick", "many", "share")
        else one
        for one in act.fields
    )
    label = _label(seen, act) or with_names(seen, act.label)
    return replace(act, label=label, button_label=label, detail=with_names(seen, act.detail), fields=fields)


def piece_and_square(seen: ReadersBoard, id: str) -> str:
    """Describe a piece by its name and square."""
    return f"{unit(seen, id)}, {seen.pieces[id].at}"


def _option(seen: ReadersBoard, kind: str, value: str, label: str) -> str:
    if kind in OF_SQUARES and value in seen.pos.ground.places:
        return value
    if value in seen.pieces:
        return piece_and_square(seen, value)
    return with_names(seen, label)


def _label(seen: ReadersBoard, act: Act) -> str:
    held = _pieces(seen, act.choice)
    whole = act.kind == TAKE or (act.kind == MARCH and held and not _marches_alone(seen, act, held[0]))
    who = {"who": (piece_name if whole else unit)(seen, held[0])} if held else None
    if act.kind == placing.DEPLOY:
        return placing.reserve_name(str(act.choice.fixed["group"]), str(act.choice.fixed["shape"]))
    if who is None:
        return ""
    texts = {
        TAKE: _("Act with %(who)s"),
        MARCH: _("March with %(who)s"),
        "turn": _("Turn %(who)s"),
        "attack": _("Attack with %(who)s"),
        "shoot": _("Shoot at %(who)s"),
    }
    return texts[act.kind] % who if act.kind in texts else ""
