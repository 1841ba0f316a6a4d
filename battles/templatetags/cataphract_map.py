"""Template tags for a *Cataphract* battle on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import template
from django.template import Context
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cataphract.pages.board.drawing import ReadersMap
from battles.cataphract.pages.board.goals import HEX, place_field
from battles.cataphract.pages.board.preview import Preview
from battles.cataphract.pages.clashes import percent
from battles.cataphract.rules.battle.position import hex_of, name_of
from battles.cataphract.rules.field.sight import shot_between
from battles.cataphract.rules.missile import aim
from battles.cataphract.rules.sheet.shooting.fire import chance
from battles.cataphract.wording.names import ASPECTS, FACINGS, word
from battles.cataphract.wording.on_map import REACTIONS, flight_text, reaction_text
from battles.templatetags.cataphract import Press
from games.forms import Act, FieldForm, OptionForm

register = template.Library()

STAY: Final = "stay"
MOVES: Final = ("march", "ride", "choose_gate", "enter_map", "march_on")
# actions that a tap on the map can choose; the panel also offers each of them as a list or as text
ON_MAP: Final = (*MOVES, "order_unit", "order_leader", "command_rank", "shoot_at", "react")
FOLDED: Final = ("recover", "rally", "replace_leader", "switch_mode", "change_column")
DESIGNATED: Final = ("engage", "cancel_clash", "join_shock")
# maps each action in a tapped hex to the field that names its unit or leader
NAMED_BY: Final = {
    "order_unit": "unit",
    "order_leader": "leader",
    "recover": "unit",
    "rally": "unit",
    "switch_mode": "unit",
    "replace_leader": "unit",
    "activate": "leader",
    "open_elite": "leader",
}


@register.simple_tag(takes_context=True)
def map_hex_actions(context: Context) -> dict[str, Any]:
    """Return the actions for the tapped hex: moves to it with their consequences, then buttons for its units
    and leaders.
    """
    seen: ReadersMap = context["seen"]
    at = str(context["here"]["id"])
    acts: list[Act] = list(context["acts"])
    return {
        "moves": [one for act in acts for one in _moves_to(context, act, at)],
        "presses": [one for act in acts for one in _presses(seen, act, at)],
    }


def _field(act: Act, name: str) -> FieldForm | None:
    return next((one for one in act.fields if one.name == f"f-{name}"), None)


def _moves_to(context: Context, act: Act, at: str) -> Iterator[dict[str, Any]]:
    """Yield a form's moves that end in a hex, one for each facing. A move comes with its buttons (alone and,
    if possible, with the leader), the enemies who may react, and the odds of the clashes it allows.
    """
    place = place_field(act.choice)
    field = _field(act, place.name) if place is not None else None
    if field is None:
        return
    rides, seen = _field(act, "ride"), context["seen"]
    for option in field.options:
        if option.text[:HEX] != at:
            continue
        found: Preview | None = context["previews"].get(option.text)
        presses = []
        for ride in rides.options if rides is not None else (None,):
            more = ((rides.name, ride.text),) if rides is not None and ride is not None else ()
            presses.append(
                Press(act, _move_label(seen, act, option, ride), ((field.name, option.text), *more))
            )
        yield {
            "presses": presses,
            "detail": option.detail,
            "answers": list(_answers(seen, found)),
            "blows": list(_blows(seen, found)),
        }


def _move_label(seen: ReadersMap, act: Act, option: OptionForm, ride: OptionForm | None) -> str:
    code, bar, met = option.text[HEX:].partition("|")
    facing = word(FACINGS, code) if code else ""
    if bar:
        return flight_text(met, seen.names)
    if ride is not None and ride.text == "true":
        return _("Face %(facing)s, with the leader") % {"facing": facing}
    return _("Face %(facing)s") % {"facing": facing} if facing else act.button_label


def _answers(seen: ReadersMap, found: Preview | None) -> Iterator[str]:
    """Describe the enemies that may react along the way, each with its possible reactions."""
    for who, (at, kinds) in (found.answers if found is not None else {}).items():
        name = seen.names.leader(who) if who in seen.pos.roster.chiefs else seen.names.unit(who)
        told = ", ".join(word(REACTIONS, kind) for kind in kinds)
        yield _("%(name)s at %(at)s: %(told)s") % {"name": name, "at": at, "told": told}


def _blows(seen: ReadersMap, found: Preview | None) -> Iterator[str]:
    """Describe the odds of each clash that a unit could begin from a hex."""
    for blow in found.blows if found is not None else ():
        facts = {
            "unit": seen.names.unit(blow.enemy),
            "side": word(ASPECTS, blow.aspect),
            "goes": percent(blow.goes),
            "routs": percent(blow.routs),
        }
        yield _("%(unit)s, %(side)s: it goes %(goes)s, this unit goes %(routs)s") % facts


def _presses(seen: ReadersMap, act: Act, at: str) -> Iterator[Press]:
    """Yield the buttons of a form for the units and leaders in a hex."""
    units = [one.id for one in seen.pos.battlefield.occupants.get(hex_of(at), ())]
    here = {*units, *seen.pos.leaders_in(at)}
    if act.kind == "shoot_at":
        yield from _shots(seen, act, here)
    elif act.kind == "command_rank":
        field = _field(act, "rank")
        picks = {str(o.value): o for f in act.choice.fields for o in getattr(f, "options", ())}
        for option in field.options if field is not None else ():
            members = [str(one) for one in picks[option.text].facts["units"]]
            if here & set(members):
                label = ngettext(
                    "Command its Line: %(n)s unit", "Command its Line: %(n)s units", len(members)
                )
                yield Press(act, label % {"n": len(members)}, ((field.name, option.text),))  # type: ignore[union-attr]
    elif act.kind in NAMED_BY:
        field = _field(act, NAMED_BY[act.kind])
        for option in field.options if field is not None else ():
            if option.text in here:
                label = f"{act.label}: {option.label}"
                told = f"{label} ({act.detail})" if act.detail else label
                unit = (field.name, option.text)  # type: ignore[union-attr]
                turns = _field(act, "facing")
                if turns is None:
                    yield Press(act, told, (unit,))
                for turn in turns.options if turns is not None else ():
                    yield Press(act, f"{told}: {turn.label}", (unit, (turns.name, turn.text)))  # type: ignore[union-attr]


def _shots(seen: ReadersMap, act: Act, here: set[str]) -> Iterator[Press]:
    pos, target, moves = seen.pos, _field(act, "target"), _field(act, "moves")
    frame = pos.state.stack[-1]
    for option in target.options if target is not None else ():
        if option.text not in here:
            continue
        for moved in moves.options if moves is not None else ():
            runs = moved.text == "true"
            shot = shot_between(
                pos.battlefield, pos.piece(getattr(frame, "unit", "")), pos.piece(option.text), moves=runs
            )
            facts = {"unit": option.label, "n": chance(aim(shot, pos.roster.chart))}
            spent = getattr(frame, "spent", 0)
            label = (
                _("Shoot at %(unit)s, then move: hits on %(n)s of 10")
                if runs and not spent
                else _("Shoot at %(unit)s: hits on %(n)s of 10")
            )
            values = ((target.name, option.text), (moves.name, moved.text))  # type: ignore[union-attr]
            yield Press(act, label % facts, values)


@register.simple_tag(takes_context=True)
def map_acts(context: Context) -> dict[str, Any]:
    """Sort the forms of the panel: those of the pending decision first, then all others by topic."""
    seen: ReadersMap = context["seen"]
    acts: list[Act] = list(context["acts"])
    urgent = [one for one in acts if one.dice or one.refusal]
    rest = [one for one in acts if one not in urgent]
    return {
        "urgent": urgent,
        "react": [_reaction_form(seen, one) for one in rest if one.kind == "react"],
        "typed": [_typing_form(one) for one in rest if one.kind in MOVES and len(one.fields[0].options) > 6],
        "units": [
            (option.label, name_of(seen.pos.piece(option.text).at))
            for act in rest
            if act.kind == "order_unit"
            for option in act.fields[0].options
        ],
        "leaders": [one for one in rest if one.kind in ("order_leader", "command_rank")],
        "shots": [press for act in rest if act.kind == "shoot_at" for press in _all_shots(seen, act)],
        "now": [
            one
            for one in rest
            if one.kind not in (*ON_MAP, *FOLDED, *DESIGNATED)
            or (one.kind in MOVES and len(one.fields[0].options) <= 6)
        ],
        "folded": [one for one in rest if one.kind in FOLDED],
        "designated": [one for one in rest if one.kind in DESIGNATED],
    }


def _all_shots(seen: ReadersMap, act: Act) -> Iterator[Press]:
    field = _field(act, "target")
    yield from _shots(seen, act, {option.text for option in field.options} if field is not None else set())


def _typing_form(act: Act) -> dict[str, Any]:
    """Return the template context of a form in which the player types a place, because there are too many
    possible places for buttons.
    """
    place, *more = act.fields
    first = place.options[0].text
    return {"act": act, "field": place, "more": more, "first": first, "faces": len(first) > HEX}


def _reaction_form(seen: ReadersMap, act: Act) -> dict[str, Any]:
    """Group the possible reactions by unit or leader: movements, shots and, if allowed, staying put."""
    found: dict[str, dict[str, Any]] = {}
    for option in act.fields[0].options:
        who, what, *rest = option.text.split("|")
        one = found.setdefault(
            who, {"name": _name(seen, who), "at": _hex_name(seen, who), "moves": [], "shots": []}
        )
        if what == STAY:
            one["stay"] = option.text
        elif what == "fire":
            shown = _("Shoot at %(unit)s") % {"unit": seen.names.unit(rest[0])} if rest else _("Shoot")
            one["shots"].append((option.text, shown))
        else:
            one["moves"].append((option.text, reaction_text(what, rest, seen.names)))
    return {"act": act, "name": act.fields[0].name, "units": list(found.values())}


def _name(seen: ReadersMap, who: str) -> str:
    return seen.names.leader(who) if who in seen.pos.roster.chiefs else seen.names.unit(who)


def _hex_name(seen: ReadersMap, who: str) -> str:
    place = seen.pos.board.places.get(who)
    return place.at if place is not None else seen.pos.board.posts.get(who, "")
