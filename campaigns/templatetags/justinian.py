"""Template tags for the pages of a Justinian campaign."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.template import Context

from campaigns.justinian.pages.forms import acts
from games.forms.place_forms import Group

register = template.Library()


@register.simple_tag(takes_context=True)
def arranged(context: Context) -> acts.FormLayout:
    """Return the forms of the seat, each with the template that draws it."""
    known = cast("dict[str, Any]", context.flatten())
    return acts.arrange_forms(known["groups"], known)


@register.simple_tag(takes_context=True)
def deeds(context: Context) -> tuple[Group, ...]:
    """Return the actions possible at the selected place."""
    known = cast("dict[str, Any]", context.flatten())
    return acts.forms_near(known["acts"], known["here"].id, known["where"], known["asked_at"], known)
