"""What the pages of a Justinian campaign draw with."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.template import Context

from campaigns.justinian.pages.forms import acts

register = template.Library()


@register.simple_tag(takes_context=True)
def arranged(context: Context) -> acts.Arranged:
    """The forms of the seat, each with the template that draws it."""
    known = cast("dict[str, Any]", context.flatten())
    return acts.arranged(known["groups"], known)


@register.simple_tag(takes_context=True)
def deeds(context: Context) -> tuple[acts.Deed, ...]:
    """What can be done at the place that is looked at."""
    return acts.deeds(context["acts"], context["here"].id)
