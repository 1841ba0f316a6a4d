"""Template tags for the pages of a Justinian campaign."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.template import Context

from campaigns.justinian.pages.forms import acts
from games.forms.place_forms import Group

register = template.Library()


@register.simple_tag(takes_context=True)
def arrange_forms(context: Context) -> acts.FormLayout:
    """Lay out the seat's forms, each with the template that draws it."""
    known = cast("dict[str, Any]", context.flatten())
    return acts.arrange_forms(known["groups"], known)


@register.simple_tag(takes_context=True)
def actions_here(context: Context) -> tuple[Group, ...]:
    """Return the forms for actions at the selected place."""
    known = cast("dict[str, Any]", context.flatten())
    return acts.forms_near(known["acts"], known["here"].id, known["where"], known["asked_at"], known)
