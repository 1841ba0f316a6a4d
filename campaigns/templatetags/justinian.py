"""What the pages of a Justinian campaign draw with."""

from __future__ import annotations

from typing import cast

from django import template
from django.template import Context as Drawn

from campaigns.justinian.pages import acts
from campaigns.justinian.pages.shown import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def arranged(context: Drawn) -> acts.Arranged:
    """The forms of the seat, each with the template that draws it."""
    return acts.arranged(context["groups"], cast(Context, context.flatten()))
