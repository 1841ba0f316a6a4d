"""Choices that involve a square, and their forms there."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.pages import clashes, placing, words
from battles.schiere.pages.board import called, unit
from battles.schiere.pages.naming import said
from battles.schiere.pages.seen import Seen
from battles.schiere.rules.turn.steps import Body
from engine import paths
from engine.game import Choice, Many, Path, Pick, Share
from games.forms import Act, FieldForm, OptionForm
from games.forms.here import FEW as FEW_HERE
from games.forms.here import Near, Where, here
from games.forms.here import places as named

MARCH: Final = "move_along"
TAKE: Final = "take_action"
ASSIGN: Final = "assign_orders"  # the option to assign nothing has no square
FEW: Final = 12  # options on the board still listed next to the question; with more, players tap the board
LATER: Final = {"turn": 1, "form_up": 2, "reserve": 3, "end_action": 3}  # sorted below the rest
# Fields whose options are squares: there "c10" is a square, not Carthage's tenth piece.
OF_SQUARES: Final = frozenset(
    {"place_camp", "deploy", "make_room", "build_bridge", "break_bridge", "give_ground"}
)


# --- which squares ----------------------------------------------------------------------------------------


def where(seen: Seen, kind: str) -> Where:
    """The square of a choice's value: the value itself, or a piece's square; for a card with a piece, the
    piece's."""

    def found(value: str) -> str:
        id = value.rpartition(">")[2]
        if id in seen.pieces and kind not in OF_SQUARES:
            return seen.pieces[id].at
        return id if id in seen.pos.ground.places else ""

    return found


def squares(seen: Seen, choice: Choice) -> frozenset[str]:
    """Every square that a choice names, by itself or by its occupants; of a march only its start."""
    if choice.kind not in OF_SQUARES:
        return named(choice, where(seen, choice.kind))
    return named(replace(choice, fixed={}), where(seen, choice.kind)) | _of_whom(seen, choice)


def _of_whom(seen: Seen, choice: Choice) -> frozenset[str]:
    return frozenset(seen.pieces[id].at for id in choice.fixed.values() if id in seen.pieces)


def places(seen: Seen, choices: Iterable[Choice]) -> frozenset[str]:
    """All squares that choices name."""
    return frozenset(at for choice in choices for at in squares(seen, choice))


# --- marches ----------------------------------------------------------------------------------------------


def marches(seen: Seen, choices: Iterable[Choice]) -> Mapping[str, Choice]:
    """The marches on offer, each by the square of its lead unit."""
    return {seen.pieces[c.fixed["lead"]].at: c for c in choices if c.kind == MARCH}


def goals(choice: Choice) -> Mapping[str, paths.Goal]:
    """The possible ends of a march, each with its cheapest path."""
    return goals_of(next(one for one in choice.fields if isinstance(one, Path)))


def goals_of(way: Path) -> Mapping[str, paths.Goal]:
    """The possible ends of a path."""
    return {goal.way[-1]: goal for goal in paths.goals(way)}


def contacts(seen: Seen, choice: Choice) -> frozenset[str]:
    """The squares in an enemy's influence area where a march may end, with any of its units."""
    body, watched = _going(seen, choice), seen.pos.influenced(seen.pieces[choice.fixed["lead"]].seat)
    return frozenset(to for to in goals(choice) if any(at in watched for at in body.at(to).values()))


def _going(seen: Seen, choice: Choice) -> Body:
    """The pieces that march together."""
    lead = str(choice.fixed["lead"])
    action = seen.view["action"] or {"units": ()}
    alone = seen.body(lead) == (lead,)
    units = (lead,) if alone else (lead, *(id for id in action["units"] if id != lead and id in seen.pieces))
    return Body(seen.pos, units, 0)


def start(seen: Seen, choices: Sequence[Choice], at: str, origin: str) -> str:
    """The start of the reader's march: the selected square, the earlier one, or the only possible one."""
    leads = marches(seen, choices)
    for one in (at, origin):
        if one in leads:
            return one
        body = next((to for to, c in leads.items() if one and _goes_along(seen, c, one)), "")
        if body:
            return body
    return next(iter(leads)) if len(leads) == 1 else ""


def _goes_along(seen: Seen, choice: Choice, at: str) -> bool:
    """Whether somebody on that square marches along without leading."""
    units = (seen.view["action"] or {}).get("units", ())
    return choice.fixed["lead"] in units and any(
        seen.pieces[id].at == at for id in units if id in seen.pieces
    )


# --- forms ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class March:
    """A march to a square: its path in the form, cost and budget, and the facings possible at the end;
    ``now``: the present one; ``contact``: it ends next to an enemy; ``duels``: the forecast of a charge."""

    way: str
    cost: int
    points: int
    facings: tuple[tuple[str, str], ...]
    now: str
    contact: bool
    duels: tuple[str, ...] = ()


def marches_to(seen: Seen, acts: Sequence[Act], at: str, begun: str) -> tuple[tuple[Act, March], ...]:
    """The march from its start to that square, as a form."""
    return tuple(_marches_to(seen, acts, at, begun))


def near(seen: Seen, acts: Sequence[Act], at: str) -> tuple[Near, ...]:
    """Other choices that concern a square, each form with its options there."""
    found = [act for act in acts if _is_near(seen, act, at)]
    few = len(found) <= FEW_HERE and not takes(seen, acts, at)
    return tuple(Near(spoken(seen, _here(seen, act, at)), open=few) for act in found)


def _is_near(seen: Seen, act: Act, at: str) -> bool:
    beside = act.kind in (MARCH, placing.DEPLOY) or is_taken(act)
    return not beside and not act.dice and at in squares(seen, act.choice)


def is_taken(act: Act) -> bool:
    """Whether a form activates units of a schiera and has no mistake in it."""
    return act.kind == TAKE and len(act.fields) == 1 and not act.refusal


def takes(seen: Seen, acts: Sequence[Act], at: str) -> tuple[Act, ...]:
    """Activating the schiera on that square, with all of its units ticked."""
    return tuple(
        spoken(seen, _here(seen, act, at))
        for act in acts
        if is_taken(act) and at in squares(seen, act.choice)
    )


def _here(seen: Seen, act: Act, at: str) -> Act:
    """Activate the whole schiera, except those left out; targets elsewhere are not on these squares."""
    if act.kind == TAKE:
        return replace(act, id=f"here-{act.id}", fields=tuple(map(_all_ticked, act.fields)))
    if act.kind in OF_SQUARES and at in _of_whom(seen, act.choice):
        return replace(act, id=f"here-{act.id}")
    found = here(act, at, where(seen, act.kind))
    if act.kind == "place_camp":
        return _called_here(found, lambda option: pgettext("placing", "here"))
    if act.kind == ASSIGN:  # occupants are described above
        return _called_here(found, lambda option: _face(option.text) or option.label)
    return found


def _face(value: str) -> str:
    """An order to one unit by its face; "" for one more of the same."""
    face = value.partition(">")[0]
    return "" if "*" in face else words.card(face)


def _called_here(act: Act, name: Callable[[OptionForm], str]) -> Act:
    return replace(
        act,
        fields=tuple(
            replace(one, options=tuple(replace(o, label=name(o)) for o in one.options)) for one in act.fields
        ),
    )


def _all_ticked(field: FieldForm) -> FieldForm:
    return replace(field, options=tuple(replace(one, chosen=True) for one in field.options))


def _marches_to(seen: Seen, acts: Sequence[Act], at: str, begun: str) -> Iterator[tuple[Act, March]]:
    for act in acts:
        if act.kind != MARCH or not begun or seen.pieces[act.choice.fixed["lead"]].at != begun:
            continue
        goal = goals(act.choice).get(at)
        if goal is not None:
            yield spoken(seen, act), _march(seen, act, goal)


def _march(seen: Seen, act: Act, goal: paths.Goal) -> March:
    lead = act.choice.fixed["lead"]
    facing = next(one for one in act.choice.fields if isinstance(one, Pick))
    way = next(one for one in act.choice.fields if isinstance(one, Path))
    looks = tuple((str(o.value), words.facing(str(o.value))) for o in facing.options)
    now = seen.pieces[lead].facing
    touches = goal.way[-1] in contacts(seen, act.choice)
    duels = clashes.charge(seen, _going(seen, act.choice).at(goal.way[-1]), now) if touches else ()
    return March(json.dumps(list(goal.way)), goal.cost, way.budget or 0, looks, now, touches, duels)


def beside(seen: Seen, acts: Sequence[Act], *, ways: bool = False) -> tuple[Act, ...]:
    """Forms next to the question: off the board, on few squares, or with a mistake; marches leg by leg only
    if ``ways`` are wanted."""
    on_board = [act for act in acts if act.kind == MARCH or squares(seen, act.choice)]
    few = sum(_options(act) for act in on_board if act.kind != MARCH) <= FEW

    def shown(act: Act) -> bool:
        if act.open or act.refusal or act.dice or act not in on_board or act.kind == ASSIGN:
            return True
        return ways if act.kind == MARCH else few

    found = sorted((act for act in acts if shown(act)), key=lambda act: LATER.get(act.kind, 0))
    return tuple(spoken(seen, act) for act in found)


def _options(act: Act) -> int:
    return sum(len(one.options) for one in act.fields) + 1


@dataclass(frozen=True)
class Start:
    """The start of a choice on the board: a square, and its label."""

    at: str
    name: str
    number: int = 1


def starts(seen: Seen, acts: Sequence[Act], shown: Collection[str]) -> tuple[Start, ...]:
    """Units with choices not next to the question (``shown``), each schiera once."""
    found: dict[str, Start] = {}
    for act in acts:
        if act.id in shown:
            continue
        for id in _pieces(seen, act.choice):
            piece, alone = seen.pieces[id], _alone(seen, act, id)
            key = id if alone else piece.schiera or id
            before = found.get(key)
            number = before.number + 1 if before else 1
            name = (unit if alone else called)(seen, id)
            found[key] = Start(before.at if before else piece.at, name, number)
    return tuple(found.values())


def _alone(seen: Seen, act: Act, id: str) -> bool:
    """Whether a unit of a schiera marches alone: in open order each has its own goal."""
    return act.kind == MARCH and seen.body(id) == (id,)


def _values(choice: Choice) -> Iterator[Any]:
    for one in choice.fields:
        if isinstance(one, Pick | Many | Share):
            yield from (option.value for option in one.options)


def _pieces(seen: Seen, choice: Choice) -> tuple[str, ...]:
    """The pieces with which a choice begins: the fixed ones, or the options."""
    fixed = [v for value in choice.fixed.values() for v in (value if isinstance(value, list) else [value])]
    held = [id for id in fixed if isinstance(id, str) and id in seen.pieces]
    if held:
        return tuple(held)
    if choice.kind in OF_SQUARES:
        return ()
    return tuple(v for v in dict.fromkeys(_values(choice)) if isinstance(v, str) and v in seen.pieces)


# --- in words ---------------------------------------------------------------------------------------------


def spoken(seen: Seen, act: Act) -> Act:
    """A form with pieces and schiere named as the board shows them."""
    fields = tuple(
        replace(
            one,
            options=tuple(replace(o, label=_option(seen, act.kind, o.text, o.label)) for o in one.options),
        )
        if one.type in ("pick", "many", "share")
        else one
        for one in act.fields
    )
    label = _label(seen, act) or said(seen, act.label)
    return replace(act, label=label, deed=label, detail=said(seen, act.detail), fields=fields)


def stander(seen: Seen, id: str) -> str:
    """A piece and its square."""
    return f"{unit(seen, id)}, {seen.pieces[id].at}"


def _option(seen: Seen, kind: str, value: str, label: str) -> str:
    if kind in OF_SQUARES and value in seen.pos.ground.places:
        return value
    if value in seen.pieces:
        return stander(seen, value)
    return said(seen, label)


def _label(seen: Seen, act: Act) -> str:
    held = _pieces(seen, act.choice)
    whole = act.kind == TAKE or (act.kind == MARCH and held and not _alone(seen, act, held[0]))
    who = {"who": (called if whole else unit)(seen, held[0])} if held else None
    if act.kind == placing.DEPLOY:
        return placing.called(str(act.choice.fixed["group"]), str(act.choice.fixed["shape"]))
    if who is None:
        return ""
    texts = {
        TAKE: _("Act with %(who)s"),
        MARCH: _("March with %(who)s"),
        "turn": _("Turn %(who)s"),
        "attack": _("Attack with %(who)s"),
        "shoot": _("Shoot with %(who)s"),
    }
    return texts[act.kind] % who if act.kind in texts else ""
