"""What the pages of a Justinian campaign draw with."""

from __future__ import annotations

from django import template

from campaigns.justinian.pages import suggested
from engine.game import Facts
from games.forms import Act

register = template.Library()


@register.filter
def filled(act: Act, answer: Facts) -> Act:
    """The form with the answer in it that the game would give by itself."""
    return suggested.filled(act, answer)
