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
def concerning_here(context: Context) -> tuple[Group, ...]:
    """Return the forms for the selected place; those leading there from the reader's start come first,
    unfolded.
    """
    at, origin = context["here"].id, context["origin"]
    near = place_choices.forms_near(context["acts"], at, origin, context["where"], context["asked_at"])
    came = tuple(one for one in near if one.open) if origin else ()
    rest = group_forms([one for one in near if one not in came], common_name)
    return (Group("", came), *rest) if came else rest


def common_name(acts: Sequence[Act]) -> str:
    """Return the common name of forms of one kind."""
    return questions.moves(acts[0].kind) or shared_label(acts)


@register.simple_tag(takes_context=True)
def beside_question(context: Context) -> dict[str, Any]:
    """Return the context of the forms next to the question, and of the starting points of moves chosen on the
    map.
    """
    acts, names = context["acts"], context["place_names"]
    shown = place_choices.forms_beside(acts, context.get("usual") or place_choices.NOTHING)
    starts = [(one.place, names.get(one.place, one.place), one.ways) for one in place_choices.starts(acts)]
    asked = [act for act in shown if not place_choices.stays_folded(act)]
    return {
        "groups": [replace(one, label=common_name(one.acts)) for one in groups_of(asked)],
        "folded": [act for act in shown if act not in asked],
        "starts": starts,
    }
