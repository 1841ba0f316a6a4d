"""Template tags for the pages of an Italia campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import template
from django.template import Context

from campaigns.italia.pages import place_choices
from campaigns.italia.wording import questions
from games.forms import Act
from games.forms.place_forms import Group, group_forms
from games.pages import groups_of, shared_label

register = template.Library()


@register.simple_tag(takes_context=True)
def forms_here(context: Context) -> tuple[Group, ...]:
    """Return the forms that concern the selected place, in groups. Forms for moves from the previously
    selected place to this one come first, already expanded. The moves of :func:`ways_here` are left out.
    """
    at, origin = context["here"].id, context["origin"]
    ways = {one.act.id for one in _ways(context)}
    acts = [act for act in context["acts"] if act.id not in ways]
    near = place_choices.forms_near(acts, at, origin, context["where"], context["asked_at"])
    came = tuple(one for one in near if one.open) if origin else ()
    rest = group_forms([one for one in near if one not in came], common_name)
    return (Group("", came), *rest) if came else rest


@register.simple_tag(takes_context=True)
def ways_here(context: Context) -> list[tuple[place_choices.Way, str]]:
    """Return the moves from the selected place that need only a number of units, each with the name of its
    destination. A move with a leader has its whole label, because units can go there without the leader too.
    """
    names = context["place_names"]
    return [
        (one, one.act.label if one.act.choice.fixed.get("leader") else names.get(one.to, one.to))
        for one in _ways(context)
    ]


@register.simple_tag(takes_context=True)
def crossings_here(context: Context) -> list[tuple[place_choices.Way, str]]:
    """Return the moves that lead over several places from the previously selected place to this one, if the
    player only has to choose a number of units. Each comes with the name of this place.
    """
    here = context["here"]
    found = place_choices.crossings(context["acts"], context["origin"], here.id) if context["origin"] else ()
    return [(one, here.name) for one in found]


def _ways(context: Context) -> tuple[place_choices.Way, ...]:
    return place_choices.ways_from(context["acts"], context["here"].id)


def common_name(acts: Sequence[Act]) -> str:
    """Return one heading for several forms of the same kind."""
    return questions.moves(acts[0].kind) or shared_label(acts)


@register.simple_tag(takes_context=True)
def forms_near_decision(context: Context) -> dict[str, Any]:
    """Return the forms next to the decision. ``groups``: forms that are shown. ``folded``: forms that are
    collapsed. ``starts``: the places on the map where moves start, for moves whose forms are not shown here.
    """
    acts, names = context["acts"], context["place_names"]
    shown = place_choices.forms_beside(acts, context.get("usual") or place_choices.NOTHING)
    starts = [(one.place, names.get(one.place, one.place), one.ways) for one in place_choices.starts(acts)]
    asked = [act for act in shown if not place_choices.is_folded(act)]
    return {
        "groups": [replace(one, label=common_name(one.acts)) for one in groups_of(asked)],
        "folded": [act for act in shown if act not in asked],
        "starts": starts,
    }
