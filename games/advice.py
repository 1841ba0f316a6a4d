"""The bot's advice, which a player can read, copy into the form or play with one tap. Only systems whose
page sets ``advises = True`` offer it.

The bot works on a state imagined from what the player's seat knows, so it knows no more than the player.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.choices import matching
from engine.game import GM
from games import forms, pages, plugins
from games.services import advice


@dataclass(frozen=True)
class Advice:
    """Advice to show: the answer in words, its reason, and the form that submits the answer. ``sent`` holds
    the form's fields as (name, value).
    """

    text: str
    reason: str
    button_label: str
    key: str
    sent: tuple[tuple[str, str], ...]


def offers_advice(at: pages.Scene) -> bool:
    """Return whether the reader can ask for advice: they owe an answer and the system advises."""
    owes = any(wait.mine and wait.place.key == at.seat for wait in at.waits)
    return owes and at.seat != GM and plugins.page(at.game.system).may_advise(at)


def context_of(request: Any, at: pages.Scene, *, asked: bool) -> dict[str, Any]:
    """Return the context of a game's page. If advice was requested (``asked``), it includes the advice and
    the filled-in form, or a note that there is no advice.
    """
    if not (asked and offers_advice(at)):
        return {**pages.context_of(request, at), "may_ask": offers_advice(at)}
    told = advice.advice_for(at.table, str(at.seat))
    if told is None:
        nothing = pages.Said(_("The bot has no advice here: it's up to you."))
        return {**pages.context_of(request, at, notice=nothing), "may_ask": True}
    action, why = told
    choice = matching(at.choices, action)
    if choice is None:
        return {**pages.context_of(request, at), "may_ask": False}
    posted = forms.fill(choice, action)
    wording = plugins.wording(at.game)
    act = forms.draw(choice, wording, posted)
    sent = tuple((name, value) for name, values in posted.lists() for value in values)
    named = plugins.page(at.game.system).names(at.table)
    reason = named(wording.reason(why))
    text = named(pages.in_words(at.game, choice, action))
    found = Advice(text, reason, forms.button_label_of(choice, wording), str(uuid.uuid4()), sent)
    special = act if choice.fields else None
    return {**pages.context_of(request, at, special), "advice": found, "may_ask": True}
